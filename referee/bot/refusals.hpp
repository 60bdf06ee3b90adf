// What the walls of a bot report instead of allowing it: the referee notes the name of each
// refused system call, and decides on those that make threads, children and timers.
#pragma once

#include <linux/seccomp.h>
#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/bot/descriptor.hpp"
#include "referee/bot/limits.hpp"
#include "referee/bot/unseen.hpp"
#include "referee/bot/waiting.hpp"

namespace referee::bot {

class Refusals {
 public:
  // `before_thread` is called before the bot may have a further thread.
  Refusals(const Limits& limits, Waiting& waiting, std::function<void()> before_thread)
      : limits_(limits), waiting_(waiting), before_thread_(std::move(before_thread)) {}

  // `listener`: of the filter of the bot whose first process is `pid`; may be empty.
  void open(pid_t pid, Descriptor listener);
  void close() { listener_.reset(); }

  // To wait for until it can be read; -1 without a listener.
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
  int judge_timer(pid_t thread, bool with_descriptor);
  std::size_t count_own_timers();
  void wait_for_child();

  const Limits& limits_;
  Waiting& waiting_;
  std::function<void()> before_thread_;
  pid_t pid_ = -1;
  Descriptor listener_;
  Unseen threads_;
  Unseen children_;
  Unseen new_timers_;
  // At most so many; as long as nobody counts them, those made so far.
  std::size_t timers_ = 0;
  std::size_t timer_descriptors_ = 0;  // of these, whether they have been closed or not
  std::vector<std::string> names_;
};

}  // namespace referee::bot
