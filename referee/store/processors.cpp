#include "referee/store/processors.hpp"

#include <pthread.h>
#include <sched.h>

#include <cstddef>

namespace referee::store {

std::vector<int> usable_processors() {
  std::vector<int> processors;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
      if (CPU_ISSET(i, &set)) processors.push_back(static_cast<int>(i));
    }
  }
  return processors;
}

void pin_this_thread(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(processor), &set);
  ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
}

}  // namespace referee::store
