// A lock-free channel between threads.
//
// A thread that has a lock and gets no processor keeps others that want the lock waiting, and so
// does one that a condition variable has to wake. Here the kernel passes pointers on, each as a
// whole, through a pipe.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"

namespace referee::bot {

template <typename Message>
class Channel {
 public:
  // Throws std::system_error if it gets no descriptors.
  Channel() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw text::SystemError("make a pipe between threads");
    }
    out_ = text::Descriptor(ends[0]);
    in_ = text::Descriptor(ends[1]);
  }
  ~Channel() {
    do_not_wait();
    while (take() != nullptr) continue;
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Waits only if thousands of messages are in the channel. A null pointer ends one thread's wait.
  void give(std::unique_ptr<Message> message) noexcept {
    Message* const pointer = message.get();
    ssize_t written = 0;
    do {
      written = ::write(in_.get(), &pointer, sizeof pointer);
    } while (written < 0 && errno == EINTR);
    if (written == sizeof pointer) static_cast<void>(message.release());
  }
  // Waits for a message; after do_not_wait() returns nothing if there is none.
  std::unique_ptr<Message> take() noexcept {
    Message* pointer = nullptr;
    ssize_t got = 0;
    do {
      got = ::read(out_.get(), &pointer, sizeof pointer);
    } while (got < 0 && errno == EINTR);
    return std::unique_ptr<Message>(got == sizeof pointer ? pointer : nullptr);
  }
  // Applies to later calls of take(); a thread that waits goes on waiting. Closing the pipe would
  // not do: a fresh copy of this process may hold it open for a moment, or for long.
  void do_not_wait() noexcept { ::fcntl(out_.get(), F_SETFL, O_NONBLOCK); }
  // Readable when there is something to take.
  [[nodiscard]] int readable() const noexcept { return out_.get(); }

 private:
  text::Descriptor out_;
  text::Descriptor in_;
};

}  // namespace referee::bot
