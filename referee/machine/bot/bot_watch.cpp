// What is watched beside the clocks, in every turn: pipes, walls, memory and disk.

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/bot/host_impl.hpp"

namespace referee::bot {

void Bot::Impl::watch(Events into) const {
  into[0] = {life_ != Life::resting ? pipes_.output() : -1, POLLIN, 0};
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
  if (has(0) && out_of_game()) pipes_.discard_output();
  if (has(1)) pipes_.read_errors();
  if (has(2)) refusals_.answer();
  if (has(4)) pipes_.send_rest();
  if (has(3)) note_end();
}

void Bot::Impl::read_all_errors(kernel::Duration& patience) {
  // A pipe holds at most 64 KiB; something still writing to it cannot keep us here.
  constexpr kernel::Duration moment = std::chrono::milliseconds(10);
  for (int i = 0; i < 4 && pipes_.read_errors(); ++i) {
    std::array<pollfd, 2> watched{{{-1, POLLIN, 0}, {pipes_.error_output(), POLLIN, 0}}};
    const kernel::SteadyTime begin = kernel::now();
    static_cast<void>(host_.waiting().wait_for(watched, begin + moment + patience));
    const kernel::Duration waited = kernel::now() - begin;
    if (waited > moment) patience = std::max(patience + moment - waited, kernel::Duration{});
    if (watched[1].revents == 0) return;  // the bot holds its pipe, or Ctrl-C
  }
}

// Of one that has ended.
void Bot::Impl::read_last_errors() {
  kernel::Duration patience = std::chrono::seconds(1);
  read_all_errors(patience);
}

void Bot::Impl::look(kernel::SteadyTime time) {
  if (life_ == Life::given_up && !process_.running()) bury(time);
  if (fault_ || departure_.killed || !process_.running()) return;
  const kernel::Duration cpu = process_.clock().read();
  const bool suspended = suspension_ && suspension_->active();
  if (suspended) fault_ = suspension_->look();
  // What it computes once it has been told to leave is bounded by its grace.
  if (!fault_ && !out_of_game()) fault_ = account_.over_cpu_budget(cpu);
  if (!fault_) fault_ = Guard::keeps_us_from_looking(standstill_.used(cpu));
  if (fault_ && is_ending()) fault_.reset();
  if (fault_) {
    kill(fault_->reason);
  } else if (!suspended) {
    // One that is leaving has no more than its grace.
    if (!out_of_game() && guard_.wants_standstill(cpu)) hold_still();
    begin_look(time, cpu);
  }
}

bool Bot::Impl::keep_at_rest() {
  if (spec_.ponders || out_of_game() || fault_) return false;
  if (departure_.killed || !process_.running()) return false;
  if (suspension_->active()) {
    fault_ = suspension_->look();
    if (fault_) kill(fault_->reason);
    // Nothing in a frozen control group can wake itself.
    return process_.group() == nullptr;
  }
  constexpr kernel::Duration most = std::chrono::microseconds(200);
  const bool rests = process_.clock().read() - account_.cpu_charged() <= most &&
                     !kernel::ready_to_run(process_.members());
  if (!rests) suspend(account_.cpu_charged());
  return true;
}

void Bot::Impl::hold_still() {
  if (standstill_.active()) return;
  text::debug("bot '{}', pid {}: held still for a look at its memory", spec_.name, process_.pid());
  standstill_.begin(process_.pid(), process_.group(), own_time(),
                    [this] { return process_.clock().read(); });
}

kernel::Bounds Bot::Impl::bounds() const noexcept {
  return {limits_.memory, {limits_.disk, limits_.files}};
}

std::optional<Fault> Bot::Impl::look_where_scarce() {
  // In less time nobody takes much.
  constexpr kernel::Duration moment = std::chrono::milliseconds(1);
  if (!scarce_ || account_.cpu_charged() - cpu_at_check_ < moment) return std::nullopt;
  cpu_at_check_ = account_.cpu_charged();
  try {
    return guard_.judge(kernel::resources_in_use(process_.scratch(), process_.members(), bounds(),
                                                 kernel::Scope::without_locks));
  } catch (const std::exception& error) {
    cannot_be_looked_at(text::message_of(error));
  }
}

// One that is suspended has taken nothing more.
void Bot::Impl::begin_look(kernel::SteadyTime time, kernel::Duration cpu) {
  const auto scope = guard_.due(time, cpu);
  if (!scope) return;
  Inspector::Order order;
  order.processes = process_.members();
  order.folder = text::Descriptor(::fcntl(process_.scratch(), F_DUPFD_CLOEXEC, 3));
  if (!order.folder) cannot_be_looked_at(text::system_text("copy a descriptor", errno));
  order.bounds = bounds();
  order.first = guard_.is_first();
  order.scope = *scope;
  try {
    host_.inspector().begin(std::move(order));
  } catch (const std::system_error& error) {
    cannot_be_looked_at(text::message_of(error));
  }
  guard_.begun(*scope, time, cpu);
}

void Bot::Impl::cannot_be_looked_at(std::string_view why) const {
  throw EnvironmentError(fmt::format("{} cannot be looked at: {}", title_of(spec_), why));
}

void Bot::Impl::take(const Inspector::Finding& finding) {
  guard_.ended(finding.scope, kernel::now(), finding.cost);
  if (!guard_.is_looking()) standstill_.end(own_time());
  if (finding.failure) {
    try {
      std::rethrow_exception(finding.failure);
    } catch (const std::exception& error) {
      cannot_be_looked_at(text::message_of(error));
    }
  }
  note_memory(finding.use.memory.peak);
  auto fault = guard_.judge(finding.use);
  if (!fault || fault_ || departure_.killed || !process_.running()) return;
  fault_ = std::move(fault);
  kill(fault_->reason);
}

}  // namespace referee::bot
