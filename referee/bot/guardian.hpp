// Kills the bots' children if the referee itself is killed.
//
// A bot dies with the thread that started it, because the kernel sends it a signal
// then; its children get none. Where bots may have children, a small process of ours
// watches: when the referee is gone, its pipe ends, and it kills their groups.
#pragma once

#include <sys/types.h>

#include "referee/bot/descriptor.hpp"

namespace referee::bot {

class Guardian {
 public:
  // Starts the process. Throws std::system_error.
  Guardian();
  // Ends it; kills nothing.
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  // Process group `group` must die with us, until forget().
  void watch(pid_t group) noexcept { tell(group); }
  // Call while the number still belongs to the group.
  void forget(pid_t group) noexcept { tell(-group); }

 private:
  void tell(pid_t message) noexcept;

  pid_t pid_ = -1;
  Descriptor pipe_;
};

}  // namespace referee::bot
