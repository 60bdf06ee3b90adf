// The activity of a bot at a moment, as the kernel's scheduler sees it.
#pragma once

#include <cstdint>

namespace referee::kernel {

// The bot has the activity furthest down this list that one of its threads has.
enum class Activity : std::uint8_t {
  asleep,   // it waits for something, or is stopped, or has ended
  blocked,  // it waits in the kernel where no signal wakes it: for a disk, for a lock that another
            // process may hold, or for a child of vfork()
  computing,  // running, or ready to run
};

}  // namespace referee::kernel
