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

Fault timeout(std::string reason) { return {FaultKind::timeout, std::move(reason)}; }

}  // namespace

Account::Account(ClockKind clock, const Limits& limits, int processors)
    : clock_(clock),
      budget_(limits.budget),
      wall_limit_(limits.wall_limit()),
      processors_(std::max(1, processors)) {}

Duration Account::charge_cpu(Duration cpu) noexcept {
  return std::max(cpu, cpu_charged_) - std::exchange(cpu_charged_, std::max(cpu, cpu_charged_));
}

void Account::charge_wall(Duration turn) noexcept { wall_charged_ += turn; }

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

std::optional<Fault> Account::seen(Activity activity) {
  constexpr int share_of_blocked = 60;
  if (activity == Activity::asleep) slept_ += between_looks;
  if (activity == Activity::blocked) slept_ += between_looks / share_of_blocked;
  if (slept_ <= most_sleep) return std::nullopt;
  return timeout(fmt::format("took more than the wall limit of {}, {} times its budget of CPU time",
                             seconds_text(wall_limit_), wall_limit_factor));
}

Duration Account::until_next_reading(Duration cpu, Duration turn) const noexcept {
  // One tick later, so that the budget is then found exceeded.
  constexpr Duration tick(1);
  const Duration wall = wall_charged_ + turn;
  if (clock_ == ClockKind::wall) return std::max(budget_ - wall + tick, Duration{});
  const Duration to_limit = wall > wall_limit_ ? between_looks : wall_limit_ - wall + tick;
  // N processors use a budget up N times as fast.
  const Duration to_budget = (budget_ - cpu) / processors_;
  return std::max(std::min(to_limit, to_budget), shortest_wait);
}

}  // namespace referee::bot
