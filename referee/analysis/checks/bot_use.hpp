// A bot's use of resources in the games of a check, when it wrote, and its refused system calls.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/analysis/checks/bot_check.hpp"

namespace referee::checks {

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

}  // namespace referee::checks
