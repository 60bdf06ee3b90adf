// Calls that the walls of a bot report instead of allowing them: the referee notes the name of each
// refused system call, and decides on those that make threads, children and timers. It never reads
// the bot's memory.
#pragma once

#include <linux/seccomp.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/waiting.hpp"

namespace referee::bot {

// Calls that a bot was allowed but may not have made yet. A limit check must also count them: else
// all threads that ask before the first call is made are allowed.
class Unseen {
 public:
  using Look = std::function<kernel::ThreadState(pid_t)>;
  explicit Unseen(Look look = kernel::thread_state) : look_(std::move(look)) {}

  // Forgets the calls that are over. Must come before the count that is given to the functions
  // below: then that count includes what these calls have made.
  void look();
  // `thread` is about to be allowed a call that makes one more of what process `owner` has, and
  // waits for that. `count`: how many that process has.
  void add(pid_t owner, pid_t thread, std::size_t count);
  // `thread` asks for something: the call that it was allowed last is over.
  void asks(pid_t thread);
  // The number of calls that may still be made for process `owner`, which has `count` now. None is
  // forgotten before it is certainly over.
  std::size_t left(pid_t owner, std::size_t count);

 private:
  struct Call {
    pid_t owner;
    pid_t thread;
    std::uint64_t number;
    std::size_t most;       // how many there could be without this call and later ones
    kernel::Duration used;  // CPU time of the thread then
  };
  [[nodiscard]] bool all_made(pid_t owner, std::size_t count) const;

  Look look_;
  std::vector<Call> calls_;
  std::uint64_t allowed_ = 0;  // so far
};

class Refusals {
 public:
  struct Hooks {
    std::function<void()> before_thread;  // before the bot may have a further thread
    std::function<void()> at_child;       // before and after it is made, where that is allowed
    std::function<void()> may_vanish;     // its children may end without being waited for
  };
  Refusals(const kernel::Limits& limits, kernel::Waiting& waiting, Hooks hooks)
      : limits_(limits), waiting_(waiting), hooks_(std::move(hooks)) {}

  // `listener`: descriptor of the filter of the bot whose first process is `pid`; may be empty.
  void open(pid_t pid, text::Descriptor listener);
  void close() { listener_.reset(); }

  // Descriptor to poll for reports; -1 if there is none.
  [[nodiscard]] int listener() const noexcept { return listener_.get(); }
  // Answers one call that has been reported, if there is one.
  void answer();

  // The calls refused so far, each once: names of system calls, or "thread".
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  int judge(const seccomp_notif& request, std::string& call);
  int judge_clone(const seccomp_notif& request, std::string& call);
  int judge_thread(pid_t thread);
  int judge_child(pid_t thread);
  void wait_for_child();

  const kernel::Limits& limits_;
  kernel::Waiting& waiting_;
  Hooks hooks_;
  pid_t pid_ = -1;
  text::Descriptor listener_;
  Unseen threads_;
  Unseen children_;
  int timers_ = 0;  // asked for so far
  std::vector<std::string> names_;
};

}  // namespace referee::bot
