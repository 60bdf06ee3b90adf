// Calls that a bot was allowed but may not have made yet. A limit check must also count them: else
// all threads that ask before the first call is made are allowed.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/scheduling.hpp"

namespace referee::bot {

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

}  // namespace referee::bot
