#include "referee/machine/kernel/cpu_clock.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "referee/machine/kernel/tree.hpp"

namespace referee::kernel {
namespace {

// User and system time of the children that `pid` has waited for.
Duration waited_children(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(in, text, '\0');  // the name may hold newlines
  // The name in parentheses may hold anything; what follows it is plain. Fields are
  // counted from 1, the state is field 3, cutime 16 and cstime 17.
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  long user = 0;
  long system = 0;
  fields >> user >> system;
  return Duration(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK) * (user + system);
}

}  // namespace

Duration ChildClocks::sample(std::span<const pid_t> processes, Duration unseen) {
  std::unordered_map<pid_t, Duration> living;
  for (const pid_t pid : processes.subspan(1)) {
    if (const auto time = ProcessClock(pid).read()) living[pid] = *time;
  }
  Duration waited{};
  for (const pid_t pid : processes) waited += waited_children(pid);
  return add(std::move(living), waited, unseen);
}

Duration ChildClocks::add(std::unordered_map<pid_t, Duration> living, Duration waited,
                          Duration unseen) {
  for (const auto& [pid, time] : last_) {
    const auto found = living.find(pid);
    if (found == living.end() || found->second < time) gone_ += time + unseen;
  }
  Duration now{};
  for (const auto& [pid, time] : living) now += time;
  last_ = std::move(living);
  total_ = std::max(total_, now + std::max(gone_, waited));
  return total_;
}

CpuClock::CpuClock(pid_t pid, Duration begin, Offspring offspring, const ControlGroup* group)
    : pid_(pid), offspring_(offspring), group_(group), own_(pid), begin_(begin) {
  // The group's clock has no such mark: what the bot has used already is taken off.
  if (group_ != nullptr) group_begin_ = group_->cpu() - (own_.read().value_or(begin) - begin);
}

Duration CpuClock::read() {
  if (offspring_ == Offspring::none) {
    last_ = std::max(last_, read_own());
  } else {
    last_ = std::max(last_, group_ != nullptr ? read_group() : read_sampled());
  }
  return last_;
}

Duration CpuClock::read_own() const {
  const auto own = own_.read();
  return own ? *own - begin_ : Duration{};
}

void CpuClock::close() {
  last_sample_ = {};
  read();
  own_ = ProcessClock();
  last_sample_ = {};
}

// A group's clock is exact, but takes the kernel 10 us. For a bot without walls its own clock does
// in between, with what its children had used when the group's was read last.
Duration CpuClock::read_group() {
  const auto own = offspring_ == Offspring::anywhere ? own_.read() : std::nullopt;
  const auto time = std::chrono::steady_clock::now();
  if (own && time < last_sample_ + sampling_period) return *own - begin_ + children_in_group_;
  last_sample_ = time;
  const Duration all = group_->cpu() - group_begin_;
  if (own) children_in_group_ = std::max(children_in_group_, all - (*own - begin_));
  return all;
}

// Walking through /proc costs more than a quick bot's whole turn, so children of a bot without
// walls, which mostly has none, are looked at no more than once in a period.
Duration CpuClock::read_sampled() {
  const Duration own = read_own();
  if (own == Duration{}) return last_;
  const auto time = std::chrono::steady_clock::now();
  if (offspring_ == Offspring::anywhere && time < last_sample_ + sampling_period)
    return own + children_.total();
  const Duration since = time - std::exchange(last_sample_, time);
  const Duration unseen = may_vanish_ ? std::min(since, 2 * sampling_period) : Duration{};
  return own + children_.sample(members_of(pid_), unseen);
}

}  // namespace referee::kernel
