#include "referee/machine/bot/account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"

namespace referee::bot {
namespace {

// How long the CPU clock may go unread when a bot is about to run out of it.
constexpr kernel::Duration shortest_wait = std::chrono::milliseconds(1);

Fault timeout(What limit, kernel::Duration value, std::string reason) {
  const auto micro = std::chrono::duration_cast<std::chrono::microseconds>(value).count();
  return {FaultKind::timeout, std::move(reason), {{limit, static_cast<std::uint64_t>(micro)}}};
}

}  // namespace

Account::Account(kernel::ClockKind clock, const kernel::Limits& limits, int processors)
    : clock_(clock),
      budget_(limits.times.budget),
      wall_limit_(limits.wall_limit()),
      every_turn_(limits.times.turn),
      next_turn_(limits.times.first_turn > kernel::Duration{} ? limits.times.first_turn
                                                              : limits.times.turn),
      processors_(std::max(1, processors)) {}

void Account::begin_turn(kernel::Duration limit) noexcept {
  turn_limit_ = limit > kernel::Duration{} ? limit : next_turn_;
  next_turn_ = every_turn_;
  cpu_at_begin_ = cpu_charged_;
  if (wall_charged_ <= wall_limit_) slept_ = {};
}

kernel::Duration Account::charge_cpu(kernel::Duration cpu) noexcept {
  return std::max(cpu, cpu_charged_) - std::exchange(cpu_charged_, std::max(cpu, cpu_charged_));
}

void Account::charge_wall(kernel::Duration turn, kernel::Duration unsure) noexcept {
  wall_charged_ += turn;
  unsure_ += unsure;
  unsure_turn_ =
      turn_limit_ > kernel::Duration{} && turn <= turn_limit_ && turn + unsure > turn_limit_;
}

bool Account::undecided() const noexcept {
  if (clock_ != kernel::ClockKind::wall || wall_charged_ > budget_) return false;
  return unsure_turn_ || wall_charged_ + unsure_ > budget_;
}

std::optional<Fault> Account::over_cpu_budget(kernel::Duration cpu) const {
  if (clock_ != kernel::ClockKind::cpu || cpu <= budget_) return std::nullopt;
  return timeout(
      What::budget, budget_,
      fmt::format("used more than its budget of {} of CPU time", text::seconds_text(budget_)));
}

std::optional<Fault> Account::over_turn(kernel::Duration used) const {
  if (turn_limit_ == kernel::Duration{} || used <= turn_limit_) return std::nullopt;
  return timeout(What::turn, turn_limit_,
                 fmt::format("used more than the {} that one turn may take of {} time",
                             text::seconds_text(turn_limit_),
                             clock_ == kernel::ClockKind::cpu ? "CPU" : "wall"));
}

std::optional<Fault> Account::over_budget(kernel::Duration cpu, kernel::Duration turn) const {
  if (clock_ == kernel::ClockKind::cpu) {
    auto fault = over_cpu_budget(cpu);
    return fault ? fault : over_turn(cpu - cpu_at_begin_);
  }
  if (wall_charged_ + turn <= budget_) return over_turn(turn);
  return timeout(
      What::budget, budget_,
      fmt::format("used more than its budget of {} of wall time", text::seconds_text(budget_)));
}

bool Account::turn_is_late(kernel::Duration turn) const noexcept {
  return turn_limit_ > kernel::Duration{} && turn > turn_limit_ * kernel::wall_limit_factor;
}

bool Account::late(kernel::Duration turn) const noexcept {
  return clock_ == kernel::ClockKind::cpu &&
         (wall_charged_ + turn > wall_limit_ || turn_is_late(turn));
}

std::optional<Fault> Account::seen(kernel::Activity activity, kernel::Duration turn) {
  constexpr auto share_of_blocked = kernel::patience / most_sleep;
  if (activity == kernel::Activity::asleep) slept_ += between_looks;
  if (activity == kernel::Activity::blocked) slept_ += between_looks / share_of_blocked;
  if (slept_ <= most_sleep) return std::nullopt;
  if (turn_is_late(turn)) {
    return timeout(What::turn_wall_limit, turn_limit_ * kernel::wall_limit_factor,
                   fmt::format("took more than {}, {} times the CPU time that one turn may take",
                               text::seconds_text(turn_limit_ * kernel::wall_limit_factor),
                               kernel::wall_limit_factor));
  }
  return timeout(What::wall_limit, wall_limit_,
                 fmt::format("took more than the wall limit of {}, {} times its budget of CPU time",
                             text::seconds_text(wall_limit_), kernel::wall_limit_factor));
}

kernel::Duration Account::until_next_reading(kernel::Duration cpu,
                                             kernel::Duration turn) const noexcept {
  // One tick later, so that the budget is then found exceeded.
  constexpr kernel::Duration tick(1);
  const kernel::Duration wall = wall_charged_ + turn;
  const bool limited = turn_limit_ > kernel::Duration{};
  if (clock_ == kernel::ClockKind::wall) {
    const kernel::Duration left =
        limited ? std::min(budget_ - wall, turn_limit_ - turn) : budget_ - wall;
    return std::max(left + tick, kernel::Duration{});
  }
  kernel::Duration to_limit = wall_limit_ - wall + tick;
  if (limited) to_limit = std::min(to_limit, turn_limit_ * kernel::wall_limit_factor - turn + tick);
  if (late(turn)) to_limit = between_looks;
  kernel::Duration left = budget_ - cpu;
  if (limited) left = std::min(left, turn_limit_ - (cpu - cpu_at_begin_));
  // N processors use a budget up N times as fast.
  const kernel::Duration to_budget = left / processors_;
  return std::max(std::min(to_limit, to_budget), shortest_wait);
}

namespace {

// The host comes by in each resource_period, a little sooner or later.
constexpr kernel::Duration between_looks = resource_period - resource_period / 5;

}  // namespace

std::optional<kernel::Scope> Guard::due(kernel::SteadyTime time,
                                        kernel::Duration cpu) const noexcept {
  if (is_glanced_at_ || time < next_) return std::nullopt;
  if (alone_ && cpu == cpu_at_look_) return std::nullopt;
  return is_looked_at_ ? kernel::Scope::without_locks : kernel::Scope::all;
}

void Guard::begun(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cpu) noexcept {
  next_ = time + between_looks;
  if (scope == kernel::Scope::without_locks) {
    is_glanced_at_ = true;
    cpu_at_glance_ = cpu;
    return;
  }
  is_looked_at_ = true;
  cpu_at_look_ = cpu;
}

void Guard::ended(kernel::Scope scope, kernel::SteadyTime time, kernel::Duration cost) noexcept {
  (scope == kernel::Scope::all ? is_looked_at_ : is_glanced_at_) = false;
  next_ = time + std::max(between_looks, resource_share * cost);
}

bool Guard::wants_standstill(kernel::Duration cpu) const noexcept {
  return (is_looked_at_ && cpu - cpu_at_look_ > most_in_motion) ||
         (is_glanced_at_ && cpu - cpu_at_glance_ > most_in_motion);
}

std::optional<Fault> Guard::keeps_us_from_looking(kernel::Duration used) {
  if (used <= most_in_spite) return std::nullopt;
  return Fault{FaultKind::memory,
               fmt::format("kept the referee from looking at its memory: it used {} of CPU time "
                           "after it had been stopped for that",
                           text::seconds_text(most_in_spite))};
}

std::optional<Fault> Guard::judge(const kernel::Resources& use) {
  file_memory_ = use.memory.files;
  if (limits_.memory > 0 && use.memory.now + use.memory.kernel > limits_.memory) {
    Fault fault = memory_fault(limits_.memory);
    if (use.memory.now <= limits_.memory) {
      add_words(fault, "with the kernel's memory for what is in its sockets and pipes");
    }
    return fault;
  }
  if (!use.disk.obstacle.empty()) return Fault{FaultKind::flood, use.disk.obstacle};
  if (use.disk.bytes > limits_.disk) {
    return disk_fault(limits_.disk);
  }
  return std::nullopt;
}

}  // namespace referee::bot
