#include "referee/machine/kernel/standstill.hpp"

#include <signal.h>
#include <sys/types.h>

#include <algorithm>
#include <functional>

namespace referee::kernel {

void stop_processes(pid_t pid, const ControlGroup* group) noexcept {
  if (group != nullptr) {
    group->freeze();
  } else {
    ::kill(-pid, SIGSTOP);
  }
}

void continue_processes(pid_t pid, const ControlGroup* group) noexcept {
  if (group != nullptr) {
    group->thaw();
  } else {
    ::kill(-pid, SIGCONT);
  }
}

void Standstill::begin(pid_t pid, const ControlGroup* group, SteadyTime time,
                       const std::function<Duration()>& read_cpu) {
  if (active_) return;
  pid_ = pid;
  group_ = group;
  active_ = true;
  since_ = time;
  stop_processes(pid_, group_);
  cpu_before_ = read_cpu();
}

void Standstill::end(SteadyTime time) noexcept {
  if (!active_) return;
  hand_over(time);
  continue_processes(pid_, group_);
}

void Standstill::hand_over(SteadyTime time) noexcept {
  before_ = total(time);
  active_ = false;
}

Duration Standstill::used(Duration cpu) const noexcept {
  return active_ ? cpu - cpu_before_ : Duration{};
}

Duration Standstill::total(SteadyTime time) const noexcept {
  return active_ ? before_ + std::min(time - since_, longest) : before_;
}

}  // namespace referee::kernel
