#include "referee/machine/bot/suspension.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/standstill.hpp"

namespace referee::bot {
namespace {

// Stopped with all of its threads, or ended. Nothing is said of children.
bool told_of_stop(pid_t pid) noexcept {
  siginfo_t info{};
  constexpr int events = WSTOPPED | WEXITED | WNOWAIT | WNOHANG;
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, events) != 0 || info.si_pid != 0;
}

}  // namespace

Suspension::Suspension(pid_t pid, kernel::CpuClock& clock, const kernel::ControlGroup* group,
                       std::function<std::vector<pid_t>()> members, kernel::Duration patience)
    : pid_(pid), clock_(clock), group_(group), members_(std::move(members)), patience_(patience) {}

void Suspension::stop_each(std::span<const pid_t> members) {
  stopped_each_ = true;
  kernel::stop_each_thread(members);
}

// While threads pass a lock on, one of them runs at each moment: it is seen running, or has stopped
// since the first reading and so moved the clock.
bool Suspension::rests(std::span<const pid_t> members) const {
  const kernel::Duration before = clock_.read();
  kernel::Rest rest = kernel::rest_of(members);
  if (rest == kernel::Rest::waiting) rest = kernel::rest_of(members);
  return rest == kernel::Rest::stopped ||
         (rest == kernel::Rest::waiting && clock_.read() == before);
}

bool Suspension::stopped(int tries) {
  if (group_ != nullptr) return group_->frozen() || group_->empty();
  // Usually the kernel reports the stop at once. It never reports a process that waits for a child
  // of vfork(), though that cannot execute anything either.
  constexpr int quick_tries = 10;
  resting_ = members_();
  if (resting_.size() == 1 && told_of_stop(pid_)) return true;
  if (resting_.size() == 1 && tries < quick_tries) return false;
  if (rests(resting_)) return true;
  if (tries % quick_tries == 0) stop_each(resting_);
  return false;
}

std::optional<Fault> Suspension::suspend(kernel::Duration cpu, kernel::Waiting& waiting) {
  active_ = true;
  cpu_at_end_ = cpu;
  kernel::stop_processes(pid_, group_);
  std::optional<kernel::OwnWaitClock> own_waits;  // opened only where waiting takes long
  kernel::SteadyTime last_look;
  kernel::Duration waited_before{};
  kernel::Duration used_before{};
  for (int tries = 0; !stopped(tries) && !waiting.interrupted(); ++tries) {
    // The last thread stops within microseconds, unless the kernel is busy with it.
    constexpr int quick_tries = 100;
    constexpr kernel::Duration short_pause = std::chrono::microseconds(20);
    constexpr kernel::Duration long_pause = std::chrono::milliseconds(1);
    waiting.pause(tries < quick_tries ? short_pause : long_pause, kernel::SteadyTime::max());
    if (tries < quick_tries) continue;
    if (!own_waits) {
      own_waits.emplace();
      last_look = waiting.time();
      waited_before = own_waits->read() + waiting.away();
      // What it used before does not show that it goes on: the order to stop may have waited for a
      // processor, or for the kernel's lock on control groups.
      used_before = clock_.read();
    }
    // The kernel adds a wait for a processor when it is over, which takes seconds on a busy
    // machine. So it is by what it uses, and not by the time, that one is ended which wants to go
    // on.
    const kernel::SteadyTime look = waiting.time();
    const kernel::Duration waited = own_waits->read() + waiting.away();
    if (!kernel::ready_to_run(members_())) patience_ -= look - last_look - (waited - waited_before);
    last_look = look;
    waited_before = waited;
    constexpr std::string_view what = "could not be suspended on the opponent's time: ";
    if (clock_.read() - used_before > most_cpu && !kernel::is_ending(pid_)) {
      return Fault{FaultKind::timeout,
                   fmt::format("{}after {} of its CPU time it was still not at rest", what,
                               text::seconds_text(most_cpu))};
    }
    if (patience_ < kernel::Duration{}) {
      return Fault{
          FaultKind::timeout,
          fmt::format("{}it took too long to come to rest, though it computed nothing", what)};
    }
  }
  cpu_at_rest_ = clock_.read();
  return std::nullopt;
}

void Suspension::resume() {
  active_ = false;
  kernel::continue_processes(pid_, group_);
  // One that has left the process group was stopped by itself.
  if (!std::exchange(stopped_each_, false)) return;
  for (const pid_t member : members_()) ::kill(member, SIGCONT);
}

kernel::Duration Suspension::used() {
  if (!active_) return {};
  const kernel::Duration used = clock_.read() - cpu_at_end_;
  return used > little ? used : kernel::Duration{};
}

// Whether one of its children is being ended by the kernel, and nothing else of it moves.
bool Suspension::only_ends() const {
  std::vector<pid_t> members = members_();
  const auto lives = [](pid_t member) { return !kernel::is_ending(member); };
  const auto ending = std::partition(members.begin(), members.end(), lives);
  const std::span<const pid_t> all(members);
  const auto living = static_cast<std::size_t>(ending - members.begin());
  return kernel::activity_of(all.subspan(living)) != kernel::Activity::asleep &&
         !kernel::ready_to_run(all.first(living));
}

// Whether a process has ended since this was asked last, maybe to its last bit. Only those count
// that came to rest with the bot, each once; in a frozen group there are no others.
bool Suspension::one_has_ended() {
  if (group_ != nullptr) {
    const std::vector<pid_t> members = members_();
    return std::any_of(members.begin(), members.end(), kernel::is_ending);
  }
  return std::erase_if(resting_, kernel::is_ending) > 0;
}

std::optional<Fault> Suspension::look() {
  constexpr kernel::Duration most = std::chrono::milliseconds(20);
  const kernel::Duration cpu = clock_.read() - cpu_at_rest_;
  if (cpu > most) {
    if (kernel::is_ending(pid_)) return std::nullopt;
    // The last of it may have come after a look.
    const bool ends = only_ends() || one_has_ended();
    if (std::exchange(child_ended_, ends) || ends) {
      cpu_at_rest_ = clock_.read();
      return std::nullopt;
    }
    return Fault{FaultKind::timeout, "computed while it was suspended on the opponent's time"};
  }
  if (cpu > kernel::Duration{} && group_ == nullptr) {
    ::kill(-pid_, SIGSTOP);
    stop_each(members_());
  }
  return std::nullopt;
}

}  // namespace referee::bot
