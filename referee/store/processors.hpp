// Which processors there are to play on, and staying on one of them.
#pragma once

#include <vector>

namespace referee::store {

// The processors this process may run on, by number; empty if the system does not tell.
std::vector<int> usable_processors();

// The calling thread, and whatever it starts, stays on this processor. Where the system refuses
// that, clocks are a little less exact, nothing else.
void pin_this_thread(int processor);

}  // namespace referee::store
