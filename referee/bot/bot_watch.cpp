// What is watched beside the clocks, whoever's turn it is: pipes, walls, memory and disk.

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "referee/bot/bot_impl.hpp"
#include "referee/bot/text.hpp"

namespace referee::bot {
namespace {

// The host comes by in each resource_period, a little sooner or later.
constexpr Duration between_looks = resource_period - resource_period / 5;

}  // namespace

void Bot::Impl::watch(Events into) const {
  const bool reads_output = asked_ || leaving_;
  into[0] = {reads_output ? pipes_.output() : -1, POLLIN, 0};
  into[1] = {pipes_.error_output(), POLLIN, 0};
  into[2] = {refusals_.listener(), POLLIN, 0};
  into[3] = {process_.end(), POLLIN, 0};
  into[4] = {pipes_.unsent(), POLLOUT, 0};
}

bool Bot::Impl::any(Events seen) noexcept {
  return std::any_of(seen.begin(), seen.end(), [](const pollfd& one) { return one.revents != 0; });
}

void Bot::Impl::see_to(Events seen) {
  const auto has = [seen](std::size_t event) { return seen[event].revents != 0; };
  if (has(0) && leaving_) pipes_.discard_output();
  if (has(1)) pipes_.read_errors();
  if (has(2)) refusals_.answer();
  if (has(4)) pipes_.send_rest();
  if (has(3)) note_end();
}

void Bot::Impl::look(SteadyTime time) {
  if (given_up_ && !buried_ && !process_.running()) bury(time);
  if (fault_ || departure_.killed || !process_.running()) return;
  const Duration cpu = process_.clock().read();
  const bool suspended = suspension_ && suspension_->active();
  if (suspended) fault_ = suspension_->look();
  // What it computes once it has been told to leave is bounded by its grace.
  if (!fault_ && !leaving_) fault_ = account_.over_cpu_budget(cpu);
  if (!fault_) fault_ = keeps_us_from_looking(cpu);
  if (fault_) {
    kill(fault_->reason);
  } else if (!suspended) {
    begin_look(time, cpu);
  }
}

// One that is suspended, or has not computed since the last look, has taken nothing more. While a
// look waits for a lock, what can be seen without one is looked at.
void Bot::Impl::begin_look(SteadyTime time, Duration cpu) {
  if (is_glanced_at_ || time < next_look_) return;
  if (process_.offspring() == Offspring::none && cpu == cpu_at_look_) return;
  Inspector::Order order;
  order.processes = process_.members();
  order.folder = Descriptor(::fcntl(process_.scratch(), F_DUPFD_CLOEXEC, 3));
  if (!order.folder) cannot_be_looked_at(std::generic_category().message(errno));
  order.bounds = {spec_.limits.memory, spec_.limits.disk};
  order.first = !was_looked_at_;
  order.scope = is_looked_at_ ? Scope::without_locks : Scope::all;
  try {
    host_.inspector().begin(std::move(order));
  } catch (const std::system_error& error) {
    cannot_be_looked_at(error.what());
  }
  next_look_ = time + between_looks;
  if (is_looked_at_) {
    is_glanced_at_ = true;
    return;
  }
  is_looked_at_ = true;
  was_looked_at_ = true;
  cpu_at_look_ = cpu;
}

void Bot::Impl::cannot_be_looked_at(std::string_view why) const {
  throw EnvironmentError(fmt::format("bot '{}' cannot be looked at: {}", spec_.name, why));
}

// A look needs locks of the process that only a computing process can hold for long.
std::optional<Fault> Bot::Impl::keeps_us_from_looking(Duration cpu) const {
  constexpr Duration most = std::chrono::seconds(2);
  if (!is_looked_at_ || cpu - cpu_at_look_ <= most) return std::nullopt;
  return Fault{
      FaultKind::memory,
      fmt::format("kept the referee from looking at its memory while it used {} of CPU time",
                  seconds_text(most))};
}

void Bot::Impl::take(const Inspector::Finding& finding) {
  (finding.scope == Scope::all ? is_looked_at_ : is_glanced_at_) = false;
  next_look_ = now() + std::max(between_looks, resource_share * finding.cost);
  if (finding.failure) {
    try {
      std::rethrow_exception(finding.failure);
    } catch (const std::exception& error) {
      cannot_be_looked_at(error.what());
    }
  }
  departure_.peak_memory = std::max<std::size_t>(departure_.peak_memory, finding.use.memory.peak);
  file_memory_ = finding.use.memory.files;
  if (fault_ || departure_.killed || !process_.running()) return;
  fault_ = over_resources(finding.use);
  if (fault_) kill(fault_->reason);
}

std::optional<Fault> Bot::Impl::over_resources(const Resources& use) const {
  const Limits& limits = spec_.limits;
  if (limits.memory > 0 && use.memory.now > limits.memory) {
    return Fault{FaultKind::memory, memory_text(limits.memory)};
  }
  if (!use.disk.obstacle.empty()) return Fault{FaultKind::flood, use.disk.obstacle};
  if (use.disk.bytes > limits.disk) {
    return Fault{
        FaultKind::flood,
        fmt::format("more than {} of files in its scratch folder ({})", bytes_text(limits.disk),
                    more_text("disk", limits.disk, std::size_t{1} << 20))};
  }
  return std::nullopt;
}

}  // namespace referee::bot
