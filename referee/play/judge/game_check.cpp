#include "referee/play/judge/game_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/position_check.hpp"
#include "rules/by_seat.hpp"
#include "rules/random.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

using Finding = GamePoint::Finding;
using SteadyClock = std::chrono::steady_clock;

class Check {
 public:
  Check(OutsideGame& game, const rules::GameInfo& info, const GameCheckPlan& plan)
      : plan_(plan),
        info_(info),
        abilities_(game.abilities()),
        tests_(std::find(abilities_.begin(), abilities_.end(), "test") != abilities_.end()),
        program_(game.program(info_.seats())),
        pool_(program_),
        turns_(info_.seats()),
        positions_(info_.longest_move, tests_, plan.enough * 2, heard_) {
    program_.heard = [this](std::string_view request, std::string_view answer) {
      if (heard_ != nullptr) heard_->push_back({std::string(request), std::string(answer)});
    };
  }
  ~Check() { pool_.close(); }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  std::vector<GamePoint> run() {
    try {
      play_all();
      if (info_.outside->deterministic) compare_all();
    } catch (const Broken& broken) {
      points_.push_back({broken.name, Finding::failed, broken.text});
    } catch (const JudgeError& error) {
      points_.push_back(
          {"answers", Finding::failed, fmt::format("{}\n{}", error.what(), error.details())});
    }
    return std::move(points_);
  }

 private:
  void pass(std::string name, std::string text) {
    points_.push_back({std::move(name), Finding::passed, std::move(text)});
  }
  void note(std::string name, std::string text) {
    points_.push_back({std::move(name), Finding::noted, std::move(text)});
  }

  void play_all() {
    note_abilities();
    const auto begin = SteadyClock::now();
    until_ = begin + plan_.enough;
    const std::size_t games = plan_.played.empty() ? plan_.games : plan_.played.size();
    for (std::size_t i = 0; i < games; ++i) {
      if (i >= 4 && SteadyClock::now() > until_) break;
      plan_.tell(fmt::format("game {} of {}", i + 1, games));
      dialogues_.emplace_back();
      heard_ = &dialogues_.back();
      plan_.played.empty() ? play_one(i) : play_again(plan_.played[i]);
      heard_ = nullptr;
    }
    const std::chrono::duration<double, std::micro> took = SteadyClock::now() - begin;
    std::size_t asked = 0;
    for (const Dialogue& one : dialogues_) asked += one.size();
    if (plies_ > 0) {
      pass("plays",
           fmt::format("{} to the end, {} of them with a fault; {}",
                       text::plural(dialogues_.size(),
                                    plan_.played.empty() ? "random game" : "game of these bots",
                                    plan_.played.empty() ? "random games" : "games of these bots"),
                       faulty_, text::plural(plies_, "move")));
    }
    note_bots();
    if (dialogues_.size() < games) {
      note("games", fmt::format("{} of {}, as these took longer than {} s", dialogues_.size(),
                                games, plan_.enough.count()));
    }
    check_drawings();
    if (positions_.listed() > 0) {
      pass("legal moves", fmt::format("{} listed: all different, all legal where they are tested",
                                      text::plural(positions_.listed(), "move")));
    }
    if (positions_.refused() > 0) {
      pass("other lines",
           fmt::format("{} refused{}", text::plural(positions_.refused(), "spoilt line"),
                       tests_ ? ", each time for the same reason, and nothing has "
                                "changed"
                              : ""));
    }
    note_untried();
    if (!positions_.accepted().empty()) {
      note("other lines", fmt::format("legal, but not in the list of legal moves: {}",
                                      text::join(positions_.accepted())));
    }
    pass("results", "scores are within those of game.json");
    note_turns();
    note("speed", fmt::format("{:.0f} us for an answer, on the average",
                              took.count() / static_cast<double>(std::max<std::size_t>(asked, 1))));
  }

  // Of bots that fail, the judge has seen little.
  void note_bots() {
    const auto failed = [](const PlayedGame& played) { return !played.told.empty(); };
    const auto first = std::find_if(plan_.played.begin(), plan_.played.end(), failed);
    if (first == plan_.played.end()) return;
    points_.push_back({"bots", plies_ > 0 ? GamePoint::Finding::noted : GamePoint::Finding::failed,
                       fmt::format("a bot failed in {} of {}; the first time: {}",
                                   std::count_if(plan_.played.begin(), plan_.played.end(), failed),
                                   text::plural(plan_.played.size(), "game"), first->told)});
  }

  void note_untried() {
    std::vector<std::string> untried;
    if (plies_ == 0) {
      untried.emplace_back(
          plan_.played.empty()
              ? "any move: it lists none, so each game here ends with a fault before its first "
                "one; "
                "bots can play them: --with BOT BOT"
              : "any move: each game of these bots ended with a fault before its first one");
    }
    if (faulty_ == 0) untried.emplace_back("a fault");
    if (!info_.outside->lists_moves) untried.emplace_back("random moves");
    if (const auto [left, all] = positions_.untried(); left > 0) {
      untried.push_back(fmt::format(
          "{} of {} lines that bots may write by mistake, for want of time", left, all));
    }
    if (!info_.outside->deterministic) {
      untried.emplace_back("the same games again, as game.json says that they may end differently");
    }
    if (!untried.empty()) note("not tried", text::join(untried, "; "));
  }

  // What bots would stumble over.
  void note_turns() {
    if (silent_ > 0) {
      note(
          "turns",
          fmt::format("in {} of {} the seat to move has no line to read, as where a seat moves "
                      "again: a bot that reads a line before each move waits for ever; tell it one",
                      silent_, text::plural(plies_, "turn")));
    }
    if (doubled_ > 0) {
      note("turns",
           fmt::format("after {} of {} another seat reads the move itself and then more ('{}'): "
                       "a judge that tells all that a seat may know does not relay the moves "
                       "besides (in the libraries: relays = False)",
                       doubled_, text::plural(plies_, "move"), text::safe_text(beside_move_)));
    }
    for (std::size_t seat = 0; seat < turns_.size(); ++seat) {
      if (plies_ > 0 && turns_[seat] == 0) {
        note("turns",
             fmt::format("seat {} ({}) was never to move", seat + 1, info_.seat_names[seat]));
      }
    }
  }

  // Which are shown in terminals.
  void check_drawings() {
    constexpr std::size_t most = 79;
    for (const Dialogue& dialogue : dialogues_) {
      for (const auto& [request, answer] : dialogue) {
        if (request != "draw" && !request.starts_with("draw ")) continue;
        for (std::string_view line : lines_of(answer)) {
          take_word(line);
          const bool is_plain =
              std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
          if (line.size() <= most && is_plain) continue;
          throw Broken{"drawing",
                       fmt::format("a line of `draw` {}; it must be plain ASCII, at most "
                                   "{} columns: '{}'",
                                   is_plain ? fmt::format("has {} columns", line.size())
                                            : "has other characters than ASCII",
                                   most, text::safe_text(line))};
        }
      }
    }
  }

  void note_abilities() {
    const std::string can = text::join(abilities_);
    pass("protocol", can.empty() ? "referee-judge 1; it can nothing besides"
                                 : "referee-judge 1; it can " + can);
  }

  void play_again(const PlayedGame& played) {
    rules::Stream stream(plan_.seed, "check");
    ExternalGame game(pool_, info_, played.deal);
    has_lines_ = rules::BySeat<bool>(info_.seats());
    read_lines(game);
    positions_.learn(played.lines);
    std::size_t next_look = 0;
    for (std::size_t ply = 0; ply < played.lines.size() && !game.over(); ++ply) {
      if (ply == next_look) {
        if (ply == 0 || SteadyClock::now() < until_) positions_.look(game, stream);
        next_look = ply == 0 ? 4 : 2 * ply;
      }
      play_line(game, played.lines[ply]);
    }
    if (!game.over() && played.refused) static_cast<void>(game.play(*played.refused));
    if (!game.over() && !played.fault.empty()) {
      ++faulty_;
      game.forfeit_for(game.to_move(), played.fault);
    }
    if (!game.over())
      throw Broken{"same again",
                   "a game ends no more where it ended before" + positions_.last_of_dialogue()};
    static_cast<void>(PositionCheck::shown(game));
  }

  void play_line(ExternalGame& game, const std::string& line) {
    const std::size_t seat = rules::index(game.to_move());
    ++turns_[seat];
    if (!std::exchange(has_lines_[seat], false)) ++silent_;
    const rules::Verdict verdict = game.play(line);
    if (!verdict) {
      throw Broken{
          "same again",
          fmt::format("'{}' is refused, which was accepted before: {}{}", text::safe_text(line),
                      text::safe_text(verdict.reason()), positions_.last_of_dialogue())};
    }
    ++plies_;
    const rules::BySeat<std::string> told = read_lines(game);
    for (const Seat other : told.seats()) {
      const Lines lines = lines_of(told[other]);
      if (rules::index(other) == seat || game.over() || lines.size() < 2) continue;
      if (lines.front() != game.relayed()) continue;
      ++doubled_;
      beside_move_ = lines.back();
      break;
    }
  }

  void play_one(std::size_t number) {
    const std::uint64_t seed = plan_.seed + number;
    rules::Stream stream(seed, "check");
    const std::string deal = deal_of(seed);
    ExternalGame game(pool_, info_, deal);
    has_lines_ = rules::BySeat<bool>(info_.seats());
    read_lines(game);
    const bool fails = number % 2 == 1 || !info_.outside->lists_moves;
    constexpr std::uint32_t early = 5;
    const std::uint32_t fails_at = info_.outside->lists_moves ? stream.below(early) : 0;
    constexpr std::uint32_t first_look_after = 10;
    rules::MoveLine move;
    for (std::uint32_t ply = 0, next_look = 0; !game.over(); ++ply) {
      if (ply == next_look) {
        // Long games have few looks more than short ones, and slow judges have one.
        if (ply == 0 || SteadyClock::now() < until_) positions_.look(game, stream);
        next_look = ply == 0 ? first_look_after : 2 * ply;
      }
      if (fails && ply == fails_at) {
        ++faulty_;
        game.forfeit_for(game.to_move(), number % 4 == 1 ? "ILLEGAL" : "TIMEOUT");
        read_lines(game);
        continue;
      }
      game.random_move(stream, move);
      // A move of its own that it refuses is a JudgeError.
      play_line(game, std::string(move.view()));
    }
    static_cast<void>(PositionCheck::shown(game));
  }

  // Twice: it must be the same.
  std::string deal_of(std::uint64_t seed) {
    const Lease judge(pool_);
    std::string deal = judge->deal(seed);
    if (judge->deal(seed) != deal) judge->fail("deals otherwise to the same seed");
    return deal;
  }

  // What each seat reads.
  rules::BySeat<std::string> read_lines(ExternalGame& game) {
    rules::BySeat<std::string> lines(info_.seats());
    for (const Seat seat : lines.seats()) {
      game.take_lines(seat, lines[rules::index(seat)]);
      if (!lines[rules::index(seat)].empty()) has_lines_[rules::index(seat)] = true;
    }
    return lines;
  }

  void compare_all() {
    plan_.tell("the same again");
    compare("same again", "another process gives the same answers", program_, false);
    plan_.tell("in the opposite order");
    compare("other order", "the games in the opposite order give the same answers", program_, true);
    plan_.tell("in other surroundings");
    JudgeProgram elsewhere = program_;
    elsewhere.heard = {};
    auto& variables = elsewhere.spec.environment;
    std::erase_if(variables, [](const std::string& one) {
      return one.substr(0, one.find('=')).find("PATH") == std::string::npos;
    });
    variables.insert(variables.end(), {"PYTHONHASHSEED=4242", "LC_ALL=C", "LANG=tr_TR.UTF-8",
                                       "TZ=Pacific/Auckland"});
    compare("other surroundings", "another hash seed, locale and time zone give the same answers",
            elsewhere, false);
  }

  void compare(const std::string& name, const std::string& good, const JudgeProgram& program,
               bool backwards) {
    JudgeProcess judge(program);
    std::size_t answers = 0;
    for (std::size_t i = 0; i < dialogues_.size(); ++i) {
      const std::size_t number = backwards ? dialogues_.size() - 1 - i : i;
      for (const Exchange& exchange : dialogues_[number]) {
        std::string answer;
        for (const std::string_view line : judge.ask(exchange.request)) {
          answer.append(line).push_back('\n');
        }
        ++answers;
        if (answer == exchange.answer) continue;
        throw Broken{name, fmt::format("in the game of seed {}, {}", plan_.seed + number,
                                       difference(exchange, answer))};
      }
    }
    pass(name, fmt::format("{}: {}", good, text::plural(answers, "answer")));
  }

  const GameCheckPlan& plan_;
  const rules::GameInfo& info_;
  const std::vector<std::string>& abilities_;
  const bool tests_;
  JudgeProgram program_;
  JudgePool pool_;
  std::vector<Dialogue> dialogues_;
  Dialogue* heard_ = nullptr;
  std::vector<GamePoint> points_;
  rules::BySeat<bool> has_lines_;     // that the seat has not read yet
  rules::BySeat<std::size_t> turns_;  // of each seat
  PositionCheck positions_;
  std::size_t silent_ = 0;   // turns without a line to read
  std::size_t doubled_ = 0;  // moves that another seat reads, and more
  std::string beside_move_;  // the last such line
  SteadyClock::time_point until_;
  std::size_t plies_ = 0;
  std::size_t faulty_ = 0;
};

}  // namespace

std::vector<GamePoint> check_game(OutsideGame& game, const GameCheckPlan& plan) {
  const rules::GameInfo& most = game.info();
  if (!plan.played.empty()) return Check(game, *most.with_seats(plan.seats), plan).run();
  std::vector<GamePoint> points;
  for (std::size_t seats = most.fewest_seats; seats <= most.seats(); ++seats) {
    for (GamePoint& point : Check(game, *most.with_seats(seats), plan).run()) {
      if (most.fewest_seats < most.seats()) {
        point.text = fmt::format("with {}: {}", text::plural(seats, "seat"), point.text);
      }
      points.push_back(std::move(point));
    }
  }
  return points;
}

}  // namespace referee::judge
