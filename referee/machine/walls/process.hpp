// The life of a bot's process: start, kill, end, and what it leaves behind. Turns and faults are
// matters of its callers.
//
// Not Boost.Process: between clone and exec the child puts up its own walls (launcher.hpp), and
// only waitid(2) reports the use of an unreaped process. Not Asio: an event loop costs a turn 50
// us, ppoll(2) 1 us, and epoll's watches are counted by user, so a bot could use up the referee's.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/waiting.hpp"
#include "referee/machine/walls/guardian.hpp"
#include "referee/machine/walls/launcher.hpp"
#include "referee/machine/walls/scratch.hpp"

namespace referee::walls {

// The objects that the bots of a thread share for starting and ending; all must outlive them.
struct Grounds {
  Launcher& launcher;
  ScratchFolders& scratch;
  kernel::ControlGroups& groups;
  std::optional<Guardian>& guardian;  // once there is a bot for it to watch
  kernel::Waiting& waiting;
};

class Process {
 public:
  struct Kind {
    bool filtered;  // a filter refuses it children beyond its limits, and sessions of its own
    bool reports_threads;  // guard() is called before it has a second one
    bool freezable;        // it will be suspended
  };
  Process(const Grounds& grounds, const kernel::Limits& limits, Kind kind);
  // A process that has not been buried ends by itself; its folder is removed with the host's.
  ~Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Starts the program with a scratch folder of its own, or `workshop` (see BotSpec) unless that is
  // empty, and in a control group if it may have children or is to be suspended, where there are
  // any. `further`: variables of its environment. Returns its pipes and its listener.
  std::variant<Child, LaunchFailure> start(const program::Command& command, Sandbox& sandbox,
                                           const std::vector<std::string>& further,
                                           const std::filesystem::path& workshop = {});

  // Whether it was started. True until bury() has succeeded.
  [[nodiscard]] bool exists() const noexcept { return pid_ > 0; }
  // Whether it was started and its end has not been noted.
  [[nodiscard]] bool running() const noexcept { return running_; }
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  // Readable when its first process has ended; -1 once that has been noted.
  [[nodiscard]] int end() const noexcept { return running_ ? pidfd_.get() : -1; }
  [[nodiscard]] int scratch() const noexcept { return scratch_.handle.get(); }
  [[nodiscard]] const kernel::ControlGroup* group() const noexcept {
    return group_ ? &*group_ : nullptr;
  }
  [[nodiscard]] kernel::Offspring offspring() const noexcept { return offspring_; }
  // The bot's first process, then those of its children that can be found quickly.
  [[nodiscard]] std::vector<pid_t> members() const;
  kernel::CpuClock& clock() noexcept { return clock_; }

  // From now on the guardian also kills the bot if the referee dies. The kernel's parent-death
  // signal covers only the thread that started it, and is lost when another thread executes a
  // program. Throws std::system_error.
  void guard();
  // Kills everything that it has started. Does not wait, except, without walls and control groups,
  // up to a second for processes that are just executing a program, and have no environment by
  // which they could be known.
  void kill();
  // Whether there is one in its process group that may be killed, or none at all.
  [[nodiscard]] bool may_be_killed() const noexcept;
  // Waits for the end of its first process; false if it has not come by then.
  [[nodiscard]] bool await_end(kernel::SteadyTime until) const noexcept;

  // The end of its first process.
  struct End {
    int status = 0;  // as waitpid gives it
    std::size_t peak_memory =
        0;  // bytes, as far as the kernel's account is certainly its own; else 0
    bool out_of_memory = false;  // the kernel killed one of its processes for lack of memory
  };
  // Notes the end, kills what is left of the bot, and takes its last accounts. To be called once,
  // when its first process has ended.
  End note_end();
  // Reaps its processes and gives back its folder and its group. False if a killed process has not
  // ended by then: call again later. Call after note_end().
  bool bury(kernel::SteadyTime until);

  // The use that may be missing from its CPU time; empty if none.
  [[nodiscard]] const std::string& blind_spot() const noexcept { return blind_spot_; }

 private:
  enum class Leader : std::uint8_t { may_run, has_ended };
  void take_scratch(const std::filesystem::path& workshop, std::span<const int> preferred);
  void give_scratch_back() noexcept;
  void prepare_guardian();
  void prepare_for_children(std::vector<std::string>& environment);
  void kill_tree(Leader leader);

  Grounds grounds_;
  const kernel::Limits& limits_;
  kernel::Offspring offspring_;
  bool freezable_;
  bool guarded_from_start_;
  bool guarded_ = false;
  pid_t pid_ = -1;
  text::Descriptor pidfd_;
  bool running_ = false;
  ScratchFolders::Folder scratch_;
  bool own_scratch_ = true;  // else it is the caller's
  std::optional<kernel::ControlGroup> group_;
  std::vector<pid_t> strays_;     // killed, and perhaps outside of its process group
  std::string marker_;            // in its environment, where nothing else finds its children
  std::size_t memory_floor_ = 0;  // the referee's share in the kernel's account of a dead bot
  std::uint64_t memory_kills_at_start_ = 0;
  kernel::CpuClock clock_;
  std::string blind_spot_;
};

}  // namespace referee::walls
