#include "referee/play/judge/game_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/judge/dialogue.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/spoilt_line.hpp"
#include "rules/random.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

using Finding = GamePoint::Finding;
using SteadyClock = std::chrono::steady_clock;

// A judge breaks its contract; the text is shown as it is.
struct Broken {
  std::string name;
  std::string text;
};

class Check {
 public:
  Check(OutsideGame& game, const GameCheckPlan& plan)
      : plan_(plan),
        info_(game.info()),
        abilities_(game.abilities()),
        tests_(std::find(abilities_.begin(), abilities_.end(), "test") != abilities_.end()),
        program_(game.program()),
        pool_(program_) {
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
      compare_all();
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
    for (unsigned i = 0; i < plan_.games; ++i) {
      if (i >= 4 && SteadyClock::now() > until_) break;
      plan_.tell(fmt::format("game {} of {}", i + 1, plan_.games));
      dialogues_.emplace_back();
      heard_ = &dialogues_.back();
      play_one(i);
      heard_ = nullptr;
    }
    const std::chrono::duration<double, std::micro> took = SteadyClock::now() - begin;
    std::size_t asked = 0;
    for (const Dialogue& one : dialogues_) asked += one.size();
    if (info_.outside->lists_moves) {
      pass("plays", fmt::format("{} to the end, {} of them with a fault; {}",
                                text::plural(dialogues_.size(), "random game"), faulty_,
                                text::plural(plies_, "move")));
    } else {
      note("plays",
           "it lists no legal moves, so no random games can be played; each game here "
           "ends with a fault before its first move");
    }
    if (dialogues_.size() < plan_.games) {
      note("games", fmt::format("{} of {}, as these took longer than {} s", dialogues_.size(),
                                plan_.games, plan_.enough.count()));
    }
    check_drawings();
    if (tested_ > 0) {
      pass("legal moves", fmt::format("{} listed: all different, all legal where they are tested",
                                      text::plural(listed_, "move")));
      pass("other lines", fmt::format("{} refused, each time for the same reason, and nothing has "
                                      "changed",
                                      text::plural(refused_, "spoilt line")));
    }
    if (!accepted_.empty()) {
      note("other lines",
           fmt::format("legal, but not in the list of legal moves: {}", text::join(accepted_)));
    }
    pass("results", "scores are within those of game.json");
    note_turns();
    note("speed", fmt::format("{:.0f} us for an answer, on the average",
                              took.count() / static_cast<double>(std::max<std::size_t>(asked, 1))));
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
    for (const std::size_t seat : {0U, 1U}) {
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
        if (request != "draw") continue;
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

  void play_one(unsigned number) {
    const std::uint64_t seed = plan_.seed + number;
    rules::Stream stream(seed, "check");
    const std::string deal = deal_of(seed);
    ExternalGame game(pool_, info_, deal);
    has_lines_ = {};
    read_lines(game);
    const bool fails = number % 2 == 1 || !info_.outside->lists_moves;
    constexpr std::uint32_t early = 5;
    const std::uint32_t fails_at = info_.outside->lists_moves ? stream.below(early) : 0;
    constexpr std::uint32_t first_look_after = 10;
    rules::MoveLine move;
    for (std::uint32_t ply = 0, next_look = 0; !game.over(); ++ply) {
      if (ply == next_look) {
        // Long games have few looks more than short ones, and slow judges have one.
        if (ply == 0 || SteadyClock::now() < until_) look(game, stream);
        next_look = ply == 0 ? first_look_after : 2 * ply;
      }
      if (fails && ply == fails_at) {
        ++faulty_;
        game.forfeit_for(game.to_move(), number % 4 == 1 ? "ILLEGAL" : "TIMEOUT");
        read_lines(game);
        continue;
      }
      game.random_move(stream, move);
      const std::string line(move.view());
      const std::size_t seat = rules::index(game.to_move());
      ++turns_[seat];
      if (!std::exchange(has_lines_[seat], false)) ++silent_;
      static_cast<void>(game.play(line));  // a move of its own that it refuses is a JudgeError
      ++plies_;
      read_lines(game);
    }
    static_cast<void>(shown(game));
  }

  // Twice: it must be the same.
  std::string deal_of(std::uint64_t seed) {
    const Lease judge(pool_);
    std::string deal = judge->deal(seed);
    if (judge->deal(seed) != deal) judge->fail("deals otherwise to the same seed");
    return deal;
  }

  void read_lines(ExternalGame& game) {
    for (const Seat seat : {Seat::first, Seat::second}) {
      std::string lines;
      game.take_lines(seat, lines);
      if (!lines.empty()) has_lines_[rules::index(seat)] = true;
    }
  }

  // Everything that can be seen of a position.
  static std::string shown(const ExternalGame& game) {
    const rules::Result result = game.result();
    std::string all = game.draw();
    for (const rules::SeatResult& seat : result.seats) {
      all += fmt::format("{} {} {}\n", seat.score, seat.game_points, seat.board_points);
    }
    const rules::Scene scene = game.scene();
    for (const rules::Look& look : scene.looks) all += look.sign + look.text + ' ';
    all += scene.status;
    if (!game.over() && game.lists_moves()) all += fmt::format("\n{}", game.legal_count());
    return all;
  }

  // Tests all moves and lines that are none: nothing must change by that.
  void look(ExternalGame& game, rules::Stream& stream) {
    const std::string before = shown(game);
    if (game.lists_moves()) {
      const std::set<std::string> moves = list_moves(game, stream);
      if (tests_) spoil(game, moves, stream);
    }
    if (shown(game) != before) {
      throw Broken{"other lines", "a test, or a refused line, has changed the position: before\n" +
                                      before + "\nafter\n" + shown(game) + last_of_dialogue()};
    }
  }

  // All numbers, or `most` random ones if there are more.
  static std::set<std::uint32_t> numbers_below(std::uint32_t count, std::uint32_t most,
                                               rules::Stream& stream) {
    std::set<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < count && count <= most; ++i) numbers.insert(i);
    while (numbers.size() < std::min(count, most)) numbers.insert(stream.below(count));
    return numbers;
  }

  std::set<std::string> list_moves(const ExternalGame& game, rules::Stream& stream) {
    constexpr std::uint32_t most = 100;
    std::set<std::string> moves;
    rules::MoveLine move;
    const std::uint32_t count = game.legal_count();
    complete_ = count <= most;
    for (const std::uint32_t number : numbers_below(count, most, stream)) {
      game.legal_move(number, move);
      const std::string line(move.view());
      if (!moves.insert(line).second) {
        throw Broken{"legal moves", fmt::format("the move '{}' is in the list twice{}",
                                                text::safe_text(line), last_of_dialogue())};
      }
      ++listed_;
    }
    return moves;
  }

  void spoil(ExternalGame& game, const std::set<std::string>& moves, rules::Stream& stream) {
    for (const std::string& move : moves) static_cast<void>(game.check(move));
    tested_ += moves.size();
    constexpr int lines = 30;
    constexpr int most_played = 5;
    int played = 0;
    for (int i = 0; i < lines; ++i) {
      auto model = moves.begin();
      std::advance(model, stream.below(static_cast<std::uint32_t>(moves.size())));
      const std::string line = spoilt(*model, stream);
      const rules::Verdict verdict = game.check(line);
      if (verdict) {
        constexpr std::size_t most_told = 5;
        if (complete_ && !moves.contains(line) && accepted_.size() < most_told) {
          accepted_.insert("'" + text::safe_text(line) + "'");
        }
        continue;
      }
      ++refused_;
      if (played++ >= most_played) continue;
      const rules::Verdict again = game.play(line);
      if (again.reason() != verdict.reason()) {
        throw Broken{
            "other lines",
            fmt::format("'{}' is refused otherwise by `test` (\"{}\") than by `play` "
                        "({}){}",
                        text::safe_text(line), text::safe_text(verdict.reason()),
                        again ? "which accepts it" : "\"" + text::safe_text(again.reason()) + "\"",
                        last_of_dialogue())};
      }
    }
  }

  [[nodiscard]] std::string last_of_dialogue() const {
    return heard_ == nullptr ? "" : last_of(*heard_);
  }

  void compare_all() {
    plan_.tell("the same again");
    compare("same again", "another process gives the same answers", program_, false);
    plan_.tell("in the opposite order");
    compare("other order", "the games in the opposite order give the same answers", program_, true);
    plan_.tell("in other surroundings");
    JudgeProgram elsewhere = program_;
    elsewhere.heard = {};
    elsewhere.spec.environment = {"PYTHONHASHSEED=4242", "LC_ALL=C", "LANG=tr_TR.UTF-8",
                                  "TZ=Pacific/Auckland"};
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
  bool complete_ = false;               // all legal moves were listed
  std::array<bool, 2> has_lines_{};     // that the seat has not read yet
  std::array<std::size_t, 2> turns_{};  // of each seat
  std::size_t silent_ = 0;              // turns without a line to read
  SteadyClock::time_point until_;
  std::size_t plies_ = 0;
  std::size_t faulty_ = 0;
  std::size_t listed_ = 0;
  std::size_t tested_ = 0;
  std::size_t refused_ = 0;
  std::set<std::string> accepted_;
};

}  // namespace

std::vector<GamePoint> check_game(OutsideGame& game, const GameCheckPlan& plan) {
  return Check(game, plan).run();
}

}  // namespace referee::judge
