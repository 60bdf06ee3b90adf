#include "referee/bot/account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "referee/bot/text.hpp"

namespace referee::bot {
namespace {

// How long the CPU clock may go unread when a bot is about to run out of it.
constexpr Duration shortest_wait = std::chrono::milliseconds(1);
// How long a bot that is not asleep beyond its wall limit is not looked at again for that.
constexpr Duration excuse = std::chrono::milliseconds(20);

Fault timeout(std::string reason) { return {FaultKind::timeout, std::move(reason)}; }

}  // namespace

Account::Account(ClockKind clock, const Limits& limits, int processors, int most_blocked)
    : clock_(clock),
      budget_(limits.budget),
      wall_limit_(limits.wall_limit()),
      processors_(std::max(1, processors)),
      blocked_left_(most_blocked) {}

Duration Account::charge_cpu(Duration cpu) noexcept {
  return std::max(cpu, cpu_charged_) - std::exchange(cpu_charged_, std::max(cpu, cpu_charged_));
}

void Account::charge_wall(Duration turn) noexcept {
  wall_charged_ += turn;
  referee_waited_.reset();
}

std::optional<Fault> Account::over_cpu_budget(Duration cpu) const {
  if (clock_ != ClockKind::cpu || cpu <= budget_) return std::nullopt;
  return timeout(fmt::format("used more than its budget of {} of CPU time", seconds_text(budget_)));
}

std::optional<Fault> Account::over_budget(Duration cpu, Duration turn) const {
  if (clock_ == ClockKind::cpu) return over_cpu_budget(cpu);
  if (wall_charged_ + turn <= budget_) return std::nullopt;
  return timeout(
      fmt::format("used more than its budget of {} of wall time", seconds_text(budget_)));
}

bool Account::late(Duration turn) const noexcept {
  return clock_ == ClockKind::cpu && wall_charged_ + turn > wall_limit_;
}

std::optional<Fault> Account::overslept(Duration turn, const Waits& waits, Activity activity) {
  if (!late(turn)) return std::nullopt;
  if (!referee_waited_) referee_waited_ = waits.referee;
  waited_ = waits.bot + *referee_waited_;
  const Duration beyond = wall_charged_ + turn - wall_limit_ - waited_;
  if (beyond <= excused_) return std::nullopt;
  if (excuses(activity)) {
    excused_ = beyond + excuse;
    return std::nullopt;
  }
  return timeout(fmt::format("took more than the wall limit of {}, {} times its budget of CPU time",
                             seconds_text(wall_limit_), wall_limit_factor));
}

bool Account::excuses(Activity activity) noexcept {
  if (activity == Activity::computing) return true;
  if (activity == Activity::asleep) return false;
  int& left = activity == Activity::blocked ? blocked_left_ : waiting_left_;
  if (left == 0) return false;
  --left;
  return true;
}

Duration Account::until_next_reading(Duration cpu, Duration turn) const noexcept {
  // One tick later, so that the budget is then found exceeded.
  constexpr Duration tick(1);
  const Duration wall = wall_charged_ + turn;
  if (clock_ == ClockKind::wall) return std::max(budget_ - wall + tick, Duration{});
  Duration to_limit = wall_limit_ - wall;
  // Beyond it only because the machine is busy with others.
  if (to_limit < Duration{}) to_limit += waited_ + excused_;
  // N processors use a budget up N times as fast.
  const Duration to_budget = (budget_ - cpu) / processors_;
  return std::max(std::min(to_limit + tick, to_budget), shortest_wait);
}

}  // namespace referee::bot
