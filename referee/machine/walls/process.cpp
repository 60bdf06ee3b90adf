#include "referee/machine/walls/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/walls/scratch.hpp"

namespace referee::walls {
namespace {

// Everything up to guard() runs in a copy of a process that may have other threads: only
// system calls, no allocation.

void pause_for(long microseconds) noexcept {
  const timespec pause{0, microseconds * 1000};
  ::nanosleep(&pause, nullptr);
}

// The beginning of the environment that process `name` of the folder /proc was started with; empty
// if it cannot be read.
std::string_view read_environment(int proc, const char* name, std::span<char> text) noexcept {
  std::array<char, 64> file{};
  constexpr std::string_view suffix = "/environ";
  const std::size_t length = std::strlen(name);
  if (length + suffix.size() >= file.size()) return {};
  std::copy_n(name, length, file.begin());
  std::copy(suffix.begin(), suffix.end(), file.begin() + static_cast<std::ptrdiff_t>(length));
  const int in = ::openat(proc, file.data(), O_RDONLY | O_CLOEXEC);
  if (in < 0) return {};
  std::size_t size = 0;
  for (ssize_t more = 1; more > 0 && size < text.size(); size += static_cast<std::size_t>(more)) {
    more = std::max<ssize_t>(0, ::read(in, text.data() + size, text.size() - size));
  }
  ::close(in);
  return {text.data(), size};
}

struct Search {
  int killed = 0;
  bool is_complete = true;  // no process was just executing a program
};

// Kills every process in whose environment, as it was when its program was started, there are these
// bytes. Environments of bots are short; what is beyond 64 KiB is not looked at.
Search kill_mentioning(std::string_view bytes) noexcept {
  struct Entry {  // struct linux_dirent64
    std::uint64_t number;
    std::int64_t offset;
    std::uint16_t size;
    unsigned char type;
    char name[1];
  };
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  Search search;
  if (proc < 0) return search;
  alignas(Entry) std::array<char, 4096> entries;
  for (long size = 0;
       (size = ::syscall(SYS_getdents64, proc, entries.data(), entries.size())) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(entries.data() + at);
      at += entry->size;
      pid_t pid = 0;
      const char* const end = entry->name + std::strlen(entry->name);
      const auto number = std::from_chars(entry->name, end, pid);
      if (number.ec != std::errc() || number.ptr != end) continue;
      std::array<char, 65536> text;
      std::string_view environment = read_environment(proc, entry->name, text);
      if (environment.empty() && kernel::is_executing(pid)) {
        search.is_complete = false;
        continue;
      }
      if (environment.empty()) environment = read_environment(proc, entry->name, text);
      if (environment.find(bytes) != std::string_view::npos && ::kill(pid, SIGKILL) == 0) {
        ++search.killed;
      }
    }
  }
  ::close(proc);
  return search;
}

// Also its own end of the pipe: while that is open the pipe has no end.
void close_from(int first) noexcept {
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
  // Before Linux 5.9, or where a container forbids it.
  rlimit limit{};
  constexpr rlim_t most = rlim_t{1} << 20;
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const auto end = static_cast<int>(std::min(limit.rlim_cur, most));
  for (int descriptor = first; descriptor < end; ++descriptor) ::close(descriptor);
}

[[noreturn]] void guard(int pipe, std::string_view scratch) noexcept {
  ::setsid();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::dup2(pipe, 0);
  close_from(1);
  constexpr std::size_t most = 64;  // a host has two bots at a time
  std::array<pid_t, most> groups{};
  pid_t message = 0;
  // Messages are shorter than a pipe's atomic size, so none comes in parts.
  while (::read(0, &message, sizeof message) == static_cast<ssize_t>(sizeof message)) {
    const pid_t from = message > 0 ? 0 : -message;
    const pid_t to = message > 0 ? message : 0;
    for (pid_t& place : groups) {
      if (place != from) continue;
      place = to;
      break;
    }
  }
  // A member may be making another one: again until the group is empty.
  for (const pid_t group : groups) {
    for (int tries = 0; group > 0 && tries < 100 && ::kill(-group, SIGKILL) == 0; ++tries) {
      pause_for(200);
    }
  }
  const bool left = std::any_of(groups.begin(), groups.end(), [](pid_t one) { return one > 0; });
  for (int tries = 0; left && tries < 100; ++tries) {
    const Search search = kill_mentioning(scratch);
    if (search.killed == 0 && search.is_complete) break;
    // A process that is executing a program may wait for a processor, or for the disk.
    pause_for(search.killed > 0 ? 200 : 100'000);
  }
  ::_exit(0);
}

}  // namespace

Guardian::Guardian(const std::filesystem::path& scratch, kernel::Waiting& waiting)
    : waiting_(waiting) {
  // With its slash, so that no other folder's name begins with it.
  const std::string folder = scratch.string() + "/";
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw text::SystemError("make a pipe");
  }
  const text::Descriptor reading(ends[0]);
  pipe_ = text::Descriptor(ends[1]);
  pid_ = ::fork();
  if (pid_ < 0) throw text::SystemError("make a process that guards bots");
  if (pid_ == 0) guard(reading.get(), folder);
}

Guardian::~Guardian() {
  pipe_.reset();
  // If nobody waits that long, it stays a zombie.
  const kernel::SteadyTime until = kernel::now() + kernel::patience;
  while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (!waiting_.pause(std::chrono::microseconds(50), until)) return;
  }
}

void Guardian::tell(pid_t message) noexcept {
  // Cannot fail but by the guardian's death; then the kernel's signal remains.
  while (::write(pipe_.get(), &message, sizeof message) < 0 && errno == EINTR) {
  }
}

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
  take_scratch(workshop, sandbox.folder());
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

void Process::take_scratch(const std::filesystem::path& workshop, int preferred) {
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
