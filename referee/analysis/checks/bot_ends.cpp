#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/analysis/checks/bot_points.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"
#include "rules/two_seats.hpp"

namespace referee::checks {

namespace {

using rules::Seat;

void play_random_move(rules::Game& game, rules::Stream& stream) {
  rules::MoveLine move;
  game.random_move(stream, move);
  static_cast<void>(game.play(move.view()));
}

// The last line, if the game is over for this seat.
void add_farewell(rules::Game& game, Seat seat, std::vector<std::string>& all) {
  std::string lines;
  game.take_lines(seat, lines);
  if (lines.empty()) return;
  // Before it may come what the seat was to read anyway.
  const auto before = lines.rfind('\n', lines.size() - 2);
  std::string last = before == std::string::npos ? lines : lines.substr(before + 1);
  if (std::find(all.begin(), all.end(), last) == all.end()) all.push_back(std::move(last));
}

}  // namespace

std::vector<std::string> farewells(const rules::GameInfo& game, std::uint64_t seed) {
  std::vector<std::string> all;
  const std::string deal = game.deal(seed);
  const auto to_the_end = game.start(deal);
  rules::Stream stream(seed, "check");
  std::string read;
  while (!to_the_end->over()) {
    to_the_end->take_lines(to_the_end->to_move(), read);
    play_random_move(*to_the_end, stream);
  }
  // The one who moved last has read everything but this.
  for (const Seat seat : {Seat::first, Seat::second}) add_farewell(*to_the_end, seat, all);
  for (const Seat failing : {Seat::first, Seat::second}) {
    const auto broken = game.start(deal);
    for (int i = 0; i < 2; ++i) {
      broken->take_lines(broken->to_move(), read);
      play_random_move(*broken, stream);
    }
    broken->forfeit(failing);
    add_farewell(*broken, failing, all);
    if (broken->over()) add_farewell(*broken, rules::other(failing), all);
  }
  return all;
}

BotProbe::BotProbe(bot::Host& host, const bot::BotSpec& spec, kernel::ClockKind clock,
                   const rules::GameInfo& game, std::uint64_t seed, Seat seat)
    : host_(host),
      game_(game.start(game.deal(seed))),
      stream_(seed, "check"),
      seat_(seat),
      bot_(host.start(spec, clock)) {}

std::optional<bot::Fault> BotProbe::play(int turns) {
  while (turns > 0 && !game_->over()) {
    if (game_->to_move() != seat_) {
      play_random_move(*game_, stream_);
      continue;
    }
    std::string lines;
    game_->take_lines(seat_, lines);
    bot::Turn turn = bot_->take_turn(lines);
    line_ = std::move(turn.line);
    if (turn.fault) return turn.fault;
    const rules::Verdict verdict = game_->play(line_);
    if (!verdict) return bot::Fault{bot::FaultKind::illegal, verdict.reason()};
    --turns;
  }
  return std::nullopt;
}

bot::Departure BotProbe::part(bot::Bot::Farewell farewell) {
  bot_->leave("", farewell);
  host_.settle();
  return bot_->departure();
}

namespace {

using rules::Seat;

class BotEnds {
 public:
  BotEnds(const BotCheckPlan& plan, bot::Host& host, const bot::BotSpec& spec, const BotUse& use,
          const std::function<void(std::string_view)>& doing)
      : plan_(plan), host_(host), spec_(spec), use_(use), doing_(doing), game_(*plan.game) {}

  std::vector<CheckedPoint> run() {
    for (const std::string& farewell : farewells(game_, plan_.seed)) {
      const std::string word = farewell.substr(0, farewell.size() - 1);
      doing_(fmt::format("the end by {}", word));
      try_farewell(farewell, word);
    }
    doing_("the end of the input");
    BotProbe probe(host_, spec_, plan_.settings.clock, game_, plan_.seed, Seat::first);
    const std::string name = "ends at the end of its input";
    if (probe.play(1)) return std::move(points_).take();
    if (probe.close_input().killed) {
      points_.add(
          name, Finding::noted,
          fmt::format("was still there {} after its input was closed",
                      text::seconds_text(spec_.limits.grace)),
          "leave when there is nothing more to read, or it stays behind where nobody ends it");
    } else {
      points_.add(name, Finding::passed, "leaves");
    }
    if (!use_.stayed()) return std::move(points_).take();
    points_.add("leaves after its games", Finding::noted,
                fmt::format("was still there {} after the end of a game, its input closed",
                            text::seconds_text(spec_.limits.grace)),
                fmt::format("how a game ends: referee show {}", match::game_word(game_)));
    return std::move(points_).take();
  }

 private:
  void try_farewell(const std::string& farewell, const std::string& word) {
    const std::string name = "ends on " + word;
    BotProbe probe(host_, spec_, plan_.settings.clock, game_, plan_.seed, Seat::first);
    if (probe.play(1)) return;  // told already
    const bot::Turn turn = probe.say(farewell);
    if (!turn.fault) {
      points_.add(name, Finding::failed,
                  fmt::format("answers {} to {}", match::escape_line(turn.line), word),
                  fmt::format("leave when the line {} comes, before anything is written", word));
    } else if (turn.fault->kind == bot::FaultKind::timeout) {
      points_.add(name, Finding::failed, fmt::format("stays after {}", word),
                  fmt::format("leave when the line {} comes, in any turn", word));
    } else if (turn.fault->kind == bot::FaultKind::exit) {
      points_.add(name, Finding::passed, "leaves");
    } else {
      const bot::Departure end = probe.end();
      std::string how = turn.fault->reason;
      if (end.exit_code) how = fmt::format("leaves with exit code {}", *end.exit_code);
      if (end.signal) how = "is ended by " + text::signal_text(*end.signal);
      points_.add(name, Finding::noted, fmt::format("{} after {}", how, word),
                  said_last(end) +
                      "the game is over by then; but a crash there is a mistake that may show "
                      "earlier elsewhere: leave with exit code 0");
    }
  }

  const BotCheckPlan& plan_;
  bot::Host& host_;
  const bot::BotSpec& spec_;
  const BotUse& use_;
  const std::function<void(std::string_view)>& doing_;
  const rules::GameInfo& game_;
  CheckedPoints points_;
};

}  // namespace

std::vector<CheckedPoint> ends_of(const BotCheckPlan& plan, bot::Host& host,
                                  const bot::BotSpec& spec, const BotUse& use,
                                  const std::function<void(std::string_view)>& doing) {
  return BotEnds(plan, host, spec, use, doing).run();
}

std::string said_last(const bot::Departure& end) {
  constexpr std::size_t most = 12;
  const auto lines = text::last_lines(end.stderr_tail, most);
  if (lines.empty()) return {};
  std::string words = "it wrote to its standard error:\n";
  for (const std::string& line : lines) words += fmt::format("  | {}\n", line);
  return words;
}

}  // namespace referee::checks
