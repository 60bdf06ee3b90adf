#include "referee/machine/bot/guard.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/text.hpp"

namespace referee::bot {
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
  if (limits_.memory > 0 && use.memory.now > limits_.memory) {
    return memory_fault(limits_.memory);
  }
  if (!use.disk.obstacle.empty()) return Fault{FaultKind::flood, use.disk.obstacle};
  if (use.disk.bytes > limits_.disk) {
    return disk_fault(limits_.disk);
  }
  return std::nullopt;
}

}  // namespace referee::bot
