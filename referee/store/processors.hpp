// The processors that matches can be played on, and pinning a thread to one of them.
#pragma once

#include <vector>

namespace referee::store {

// The numbers of the processors this process may run on; empty if the system does not say.
std::vector<int> usable_processors();

// Keeps the calling thread, and everything it starts, on this processor. If the system refuses,
// clocks are a little less exact; nothing else changes.
void pin_this_thread(int processor);

}  // namespace referee::store
