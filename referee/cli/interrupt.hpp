// Ctrl-C and SIGTERM.
#pragma once

#include <functional>
#include <memory>

#include "referee/machine/bot/bot.hpp"

namespace referee::cli {

// Calls `asked` on a thread of its own each time SIGINT or SIGTERM arrives; a signal that was
// ignored before stays ignored. To be made before any other thread: both signals are blocked in
// this thread and all that it starts, so that no system call of theirs is cut short. Afterwards
// the signals end the program again, even while it waits for somebody to read.
//
// Throws boost::system::system_error if the machine has no descriptors left.
class InterruptWatch {
 public:
  explicit InterruptWatch(std::function<void()> asked);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Ends all waits for bots and judges; for InterruptWatch.
std::function<void()> ending(bot::Host& host);

}  // namespace referee::cli
