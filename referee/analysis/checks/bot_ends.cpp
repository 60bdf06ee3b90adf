#include "referee/analysis/checks/bot_ends.hpp"

#include <fmt/core.h>

#include <utility>

#include "referee/analysis/checks/bot_probe.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/game_word.hpp"
#include "referee/play/match/record.hpp"

namespace referee::checks {
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
                fmt::format("how a game ends: referee games {}", match::game_word(game_)));
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
