// Kills the bots' children, and bots with several threads, if the referee itself is killed.
//
// A bot dies with the thread that started it, because the kernel sends it a signal then. Its
// children get none, nor do its other threads; and one of these that executes a program is the
// process from then on. Where there may be either, a small process of the referee's watches: when
// the referee is gone, its pipe ends, and it kills their groups, and then every process that was
// started with a scratch folder of the host in its environment: children of bots without walls may
// have left their group.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/waiting.hpp"

namespace referee::walls {

class Guardian {
 public:
  // Starts the process; `scratch` is the folder of the host's scratch folders. Throws
  // std::system_error.
  Guardian(const std::filesystem::path& scratch, kernel::Waiting& waiting);
  // Ends it. It kills what is still watched: bots that have not ended although they were killed.
  // Waits for its end for at most kernel::patience; once `waiting` is interrupted, only for what
  // that leaves.
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  // From now on process group `group` dies with the referee, until forget().
  void watch(pid_t group) noexcept { tell(group); }
  // Call while the number still belongs to the group.
  void forget(pid_t group) noexcept { tell(-group); }

 private:
  void tell(pid_t message) noexcept;

  kernel::Waiting& waiting_;
  pid_t pid_ = -1;
  text::Descriptor pipe_;
};

}  // namespace referee::walls
