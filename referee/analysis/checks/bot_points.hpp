// What the points of a check rest on: one bot in one game a turn at a time, what it used, and how
// it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/players.hpp"
#include "rules/game.hpp"
#include "rules/random.hpp"

namespace referee::checks {

// The last words of a game to a bot that is still playing: after its normal end, after a fault of
// the opponent or of its own. Each once, without empty ones: {"Quit\n"}.
std::vector<std::string> farewells(const rules::GameInfo& game, std::uint64_t seed);

// One bot in one game whose other seat plays random moves, a turn at a time.
class BotProbe {
 public:
  BotProbe(bot::Host& host, const bot::BotSpec& spec, kernel::ClockKind clock,
           const rules::GameInfo& game, std::uint64_t seed, rules::Seat seat);

  // Lets the bot make `turns` moves; returns the fault that kept it from that, an illegal move
  // included. May end earlier with the game.
  std::optional<bot::Fault> play(int turns);

  // Its last answer, which may be no move; empty if there was none.
  [[nodiscard]] const std::string& line() const noexcept { return line_; }

  // Sends `lines` instead of the next ones, and waits for what the bot does.
  bot::Turn say(const std::string& lines) { return bot_->take_turn(lines); }
  // Closes its input without a word; returns how it ended.
  bot::Departure close_input() { return part(bot::Bot::Farewell::polite); }
  // Ends it in any case; returns what it did until then.
  bot::Departure end() { return part(bot::Bot::Farewell::none); }

 private:
  bot::Departure part(bot::Bot::Farewell farewell);

  bot::Host& host_;
  std::unique_ptr<rules::Game> game_;
  rules::Stream stream_;
  rules::Seat seat_;
  std::string line_;
  std::unique_ptr<bot::Bot> bot_;
};

// ---- A bot's use of resources in the games of a check, when it wrote, and its refused system
// calls. ----
class BotUse {
 public:
  // `spec`: the bot's. Both must outlive this object.
  BotUse(const rules::GameInfo& game, kernel::ClockKind clock, const bot::BotSpec& spec) noexcept
      : game_(game), clock_(clock), spec_(spec) {}

  // Notes a game of the bot in this seat.
  void add(const match::MatchRecord& record, rules::Seat seat);

  // The longest of the first two turns of each game, on either clock: what starting and a move or
  // two may cost.
  [[nodiscard]] kernel::Duration slow_turn() const noexcept { return slow_turn_; }
  // Whether it had to be killed after a game in which it had not failed.
  [[nodiscard]] bool stayed() const noexcept { return stayed_; }
  // The points "time", "memory", "standard output", "standard error", and where it is isolated
  // "network" and "other programs".
  [[nodiscard]] std::vector<CheckedPoint> points() const;

 private:
  void judge_use(CheckedPoints& points) const;
  void judge_words(CheckedPoints& points) const;
  void judge_calls(CheckedPoints& points) const;

  const rules::GameInfo& game_;
  kernel::ClockKind clock_;
  const bot::BotSpec& spec_;
  unsigned games_ = 0;
  kernel::Duration most_time_{};
  kernel::Duration slow_turn_{};
  std::size_t most_memory_ = 0;
  std::uint64_t most_stderr_ = 0;
  std::set<std::string> calls_;  // that were refused
  std::optional<std::string> early_;
  bool stayed_ = false;
};

// The finding for a breach of the rules of submissions; a command may differ from what is sent in.
Finding breach(const bot::BotSpec& spec);

// Tries the ends of a bot under check in games of their own: after each word with which a game can
// end, at the end of its input, and its output when it dies. `spec`: the bot of the plan with a
// budget for each; must outlive the host. `use`: what the bot used in the games before. `doing`
// gets the name of the next step. Throws like check_bot().
std::vector<CheckedPoint> ends_of(const BotCheckPlan& plan, bot::Host& host,
                                  const bot::BotSpec& spec, const BotUse& use,
                                  const std::function<void(std::string_view)>& doing);

// The last lines that a bot wrote to its standard error, for example a traceback, each with its
// end; empty if there are none.
std::string said_last(const bot::Departure& end);

}  // namespace referee::checks
