#include "referee/machine/walls/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/walls/environment.hpp"

namespace referee::walls {

Process::Process(const Grounds& grounds, const kernel::Limits& limits, Kind kind)
    : grounds_(grounds),
      limits_(limits),
      offspring_(!kind.filtered          ? kernel::Offspring::anywhere
                 : limits.processes == 0 ? kernel::Offspring::none
                                         : kernel::Offspring::in_group),
      freezable_(kind.freezable),
      guarded_from_start_(offspring_ != kernel::Offspring::none || !kind.reports_threads) {}

std::variant<Child, LaunchFailure> Process::start(const program::Command& command, Sandbox& sandbox,
                                                  const std::vector<std::string>& further,
                                                  const std::filesystem::path& workshop) {
  take_scratch(workshop, sandbox.folders());
  sandbox.prepare_files(scratch_.handle.get(), scratch_.number);
  std::vector<std::string> environment = bot_environment(scratch_.path, further);
  if (freezable_ || offspring_ != kernel::Offspring::none) group_ = grounds_.groups.take();
  if (group_) {
    group_->limit(limits_);
    memory_kills_at_start_ = group_->memory_kills();
  }
  if (guarded_from_start_) prepare_guardian();
  if (offspring_ != kernel::Offspring::none) prepare_for_children(environment);
  auto result =
      grounds_.launcher.launch(command, environment, sandbox, group_ ? group_->joining() : -1);
  if (std::holds_alternative<LaunchFailure>(result)) {
    give_scratch_back();
    if (group_) grounds_.groups.give_back(*std::exchange(group_, std::nullopt));
    return result;
  }
  Child& child = std::get<Child>(result);
  pid_ = child.pid;
  pidfd_ = std::move(child.pidfd);
  running_ = true;
  kernel::note_session(pid_);
  // The bot's account begins with what we had when it was started. The kernel counts pages
  // in batches, and our other threads go on: a little more is not certainly the bot's.
  constexpr std::size_t drift = std::size_t{1} << 20;
  rusage ours{};
  ::getrusage(RUSAGE_SELF, &ours);
  memory_floor_ = static_cast<std::size_t>(ours.ru_maxrss) * 1024 + drift;
  if (guarded_from_start_) guard();
  clock_ = kernel::CpuClock(pid_, child.cpu_at_exec, offspring_, group());
  return result;
}

void Process::take_scratch(const std::filesystem::path& workshop, std::span<const int> preferred) {
  own_scratch_ = workshop.empty();
  if (own_scratch_) {
    scratch_ = grounds_.scratch.take(preferred);
    return;
  }
  scratch_.path = workshop;
  scratch_.handle = text::Descriptor(::open(workshop.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!scratch_.handle) {
    throw text::SystemError("open", workshop);
  }
}

void Process::give_scratch_back() noexcept {
  if (own_scratch_) {
    grounds_.scratch.give_back(std::move(scratch_));
  } else {
    scratch_.handle.reset();
  }
}

void Process::prepare_guardian() {
  if (!grounds_.guardian) grounds_.guardian.emplace(scratch_.path.parent_path(), grounds_.waiting);
}

void Process::guard() {
  if (guarded_) return;
  prepare_guardian();
  grounds_.guardian->watch(pid_);
  guarded_ = true;
}

void Process::prepare_for_children(std::vector<std::string>& environment) {
  if (group_) return;
  blind_spot_ =
      "the CPU time of children is sampled: what a child does between the last sample and its end "
      "is estimated if the bot does not wait for it";
  if (offspring_ != kernel::Offspring::anywhere) return;
  // Its children may leave its group; nothing else about them is certain.
  marker_ = "REFEREE_SCRATCH=" + scratch_.path.string();
  environment.push_back(marker_);
}

std::vector<pid_t> Process::members() const {
  return offspring_ == kernel::Offspring::none ? std::vector<pid_t>{pid_}
                                               : kernel::members_of(pid_);
}

bool Process::may_be_killed() const noexcept { return ::kill(-pid_, 0) == 0 || errno != EPERM; }

void Process::kill() {
  if (running_) kill_tree(Leader::may_run);
}

void Process::kill_tree(Leader leader) {
  if (group_) {
    if (offspring_ == kernel::Offspring::anywhere) {
      const std::vector<pid_t> members = group_->members();
      strays_.insert(strays_.end(), members.begin(), members.end());
      std::erase(strays_, pid_);
    }
    group_->kill_all(grounds_.waiting);
  }
  // Once it has ended, its children are ours: only its group is left to follow.
  const bool alone = offspring_ == kernel::Offspring::none || leader == Leader::has_ended;
  const std::vector<pid_t> descendants = kernel::kill_process_tree(pid_, alone);
  // Only without walls can they have left its process group.
  if (offspring_ == kernel::Offspring::anywhere) {
    strays_.insert(strays_.end(), descendants.begin(), descendants.end());
  }
  if (!marker_.empty()) kernel::kill_marked(marker_, pid_, grounds_.waiting);
}

// An interruption in the middle of the wait shortens it.
bool Process::await_end(kernel::SteadyTime until) const noexcept {
  std::array<pollfd, 2> events{};
  do {
    events[1] = {pidfd_.get(), POLLIN, 0};
    if (!grounds_.waiting.wait_for(events, until)) return false;
    if (events[1].revents != 0) return true;
  } while (grounds_.waiting.has_time(until));
  return false;
}

// It has ended but is not reaped yet: its accounts can still be read.
Process::End Process::note_end() {
  End end;
  siginfo_t info{};
  rusage usage{};
  if (::syscall(SYS_waitid, P_PID, pid_, &info, WEXITED | WNOWAIT, &usage) == 0) {
    // The account begins with the memory that it shared with us before it executed
    // its program; only more than that is certainly its own.
    const auto peak = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
    if (peak > memory_floor_) end.peak_memory = peak;
  }
  kill_tree(Leader::has_ended);  // what it left behind, while its number cannot belong to another
  clock_.close();
  end.out_of_memory = group_ && group_->memory_kills() > memory_kills_at_start_;
  if (guarded_) grounds_.guardian->forget(pid_);
  while (::waitpid(pid_, &end.status, 0) < 0 && errno == EINTR) {
  }
  running_ = false;
  return end;
}

bool Process::bury(kernel::SteadyTime until) {
  if (!exists()) return true;
  bool all = kernel::reap_group(pid_, grounds_.waiting, until);
  if (offspring_ == kernel::Offspring::anywhere)
    all = kernel::reap_strays(strays_, grounds_.waiting, until) && all;
  if (group_) {
    if (offspring_ == kernel::Offspring::anywhere) kernel::reap_ended_in(group_->name());
    bool waits = true;
    while (!group_->empty() && waits) {
      waits = grounds_.waiting.pause(std::chrono::microseconds(50), until);
    }
    all = waits && all;
  }
  clock_.read();
  if (!all) {
    blind_spot_ = "the usage of processes that could not be killed is not included";
    return false;
  }
  kernel::forget_session(pid_);
  pidfd_.reset();
  give_scratch_back();
  if (group_) grounds_.groups.give_back(*std::exchange(group_, std::nullopt));
  pid_ = -1;
  return true;
}

}  // namespace referee::walls
