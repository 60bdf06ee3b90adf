// The processors that matches can be played on, and pinning a thread to one of them.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "referee/base/text/descriptor.hpp"

namespace referee::kernel {

// The numbers of the processors that the calling thread may run on; empty if the system does not
// say.
std::vector<int> usable_processors();
// The number of these, at least 1.
int processors_of_this_thread() noexcept;

// Keeps the calling thread, and everything it starts, on one of its usable processors: `preferred`,
// or the next one that no other thread, of any process of this machine, keeps to in this way; on
// `preferred` if there is none. The processor is free again when the result is destroyed. If the
// system refuses, clocks are a little less exact; nothing else changes.
[[nodiscard]] text::Descriptor pin_this_thread(int preferred);

// The demand for this machine's processors from the construction of this object on.
class ProcessorDemand {
 public:
  ProcessorDemand();
  // The share of the time, 0 to 1, in which some program waited for a processor, as the kernel
  // reports it (/proc/pressure/cpu); where it does not, 1 if on average more programs wanted one
  // than there are, else 0.
  [[nodiscard]] double waited() const;

 private:
  std::chrono::steady_clock::time_point begin_;
  std::optional<double> begin_us_;  // microseconds of waiting since the machine was started
};

}  // namespace referee::kernel
