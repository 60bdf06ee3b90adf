// Makes programs for the kernel's seccomp shorter without changing what they decide: the kernel
// translates all of a program whenever a bot starts.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace referee::walls {

// Jumps that end at the same return, directly or by way of other jumps, share one, and what nothing
// leads to any more is left out. `program`: instructions as the kernel accepts them, which jump
// forward only, and the last of which returns.
std::vector<sock_filter> shortened(std::vector<sock_filter> program);

}  // namespace referee::walls
