// What a bot does at a moment, as the kernel's scheduler sees it.
#pragma once

#include <cstdint>

namespace referee::kernel {

// Of all its threads the one furthest down this list counts.
enum class Activity : std::uint8_t {
  asleep,   // it waits for something, or is stopped, or has ended
  blocked,  // it waits in the kernel where no signal wakes it: for a disk, for a lock that another
            // process may hold, or for a child of vfork()
  computing,  // or ready to
};

}  // namespace referee::kernel
