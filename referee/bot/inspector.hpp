// Looks at what bots have taken of memory and disk, on a thread of its own.
//
// To see mapped files the kernel takes a lock of the process that is looked at, and a bot can make
// whoever wants that lock wait. Only this thread ever does; the one that serves the bots starts a
// look, goes on, and finds the result when it is there.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "referee/bot/descriptor.hpp"
#include "referee/bot/usage.hpp"

namespace referee::bot {

class Inspector {
 public:
  // Throws std::system_error if it gets no thread or descriptor.
  Inspector();
  // Does not wait for a look that is stuck; what it uses is released after it.
  ~Inspector();
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;

  struct Order {
    std::vector<pid_t> processes;  // the bot first
    Descriptor folder;             // its scratch folder
    Bounds bounds;
    bool first = false;  // the first look at this bot: also offer it to the OOM killer
  };
  // Begins a look for the bot whose first process is the order's first. False, and nothing
  // happens, while another look is going on or its finding has not been taken.
  bool begin(Order order);

  struct Finding {
    pid_t bot = -1;
    Resources use;
    Duration cost{};             // CPU time of the look
    std::exception_ptr failure;  // the machine's: no memory, no descriptors
  };
  // What the look found that has finished last; nothing if it has been taken before, or is still
  // going on.
  std::optional<Finding> take();
  // Readable when there is something to take.
  [[nodiscard]] int ready() const noexcept;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive this
  std::thread thread_;
};

}  // namespace referee::bot
