// Checks how much memory and disk bots use, on threads of its own.
//
// To see mapped files the kernel takes a lock of the process that is looked at, and a bot can make
// others wait for that lock. Only these threads wait; the thread that serves the bots orders
// a check, continues, and reads the result when it arrives. Each running check has its own
// thread, so that a waiting check does not delay the others.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/usage.hpp"

namespace referee::bot {

class Inspector {
 public:
  // Throws std::system_error if it gets no descriptors.
  Inspector();
  // Does not wait for checks that are stuck; what they use is released after them.
  ~Inspector();
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;

  struct Order {
    std::vector<pid_t> processes;  // the bot first
    text::Descriptor folder;       // its scratch folder
    kernel::Bounds bounds;
    kernel::Scope scope = kernel::Scope::all;
    bool first = false;  // first check of this bot: also offer it to the OOM killer
  };
  // Begins a check of the bot whose first process is the order's first. Throws std::system_error if
  // it needs another thread and gets none.
  void begin(Order order);

  struct Finding {
    pid_t bot = -1;
    kernel::Scope scope = kernel::Scope::all;
    kernel::Resources use;
    kernel::Duration cost{};     // CPU time of the check
    std::exception_ptr failure;  // of the machine: no memory, no descriptors
  };
  // The result of the check that finished first; nothing if all have been taken.
  std::optional<Finding> take();
  // Readable when there is something to take.
  [[nodiscard]] int ready() const noexcept;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the threads, which may outlive this
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // checks whose findings have not been taken; never more than threads
};

}  // namespace referee::bot
