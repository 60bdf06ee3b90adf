#include "referee/machine/kernel/waiting.hpp"

#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"

namespace referee::kernel {

Waiting::Waiting() : wake_(::eventfd(0, EFD_CLOEXEC)), absence_(now(), busy()) {
  if (!wake_) throw text::SystemError("make an event descriptor");
}

SteadyTime Waiting::bounded(SteadyTime until) noexcept {
  if (!interrupted_) return until;
  if (end_ == SteadyTime::max()) end_ = now() + after_interrupt;
  return std::min(until, end_);
}

// The scheduler's own account of CPU time lags behind by a tick of the kernel.
Duration Waiting::busy() const noexcept { return thread_cpu_time() + own_waits_.read(); }

SteadyTime Waiting::note(Duration wanted) noexcept {
  const SteadyTime time = now();
  absence_.note(time, wanted, [this] { return busy(); });
  return time;
}

bool Waiting::wait_for(std::span<pollfd> events, SteadyTime until) noexcept {
  // Once it is known, it would end every wait at once.
  events[0] = {interrupted_ ? -1 : wake_.get(), POLLIN, 0};
  const Duration left = std::max<Duration>(bounded(until) - time(), Duration{});
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  const timespec longest{seconds.count(), (left - seconds).count()};
  const bool done = ::ppoll(events.data(), events.size(), &longest, nullptr) >= 0;
  const int error = errno;
  note(left);
  errno = error;
  if (done) return true;
  for (pollfd& one : events) one.revents = 0;
  return error == EINTR;
}

bool Waiting::pause(Duration pause, SteadyTime until) noexcept {
  if (!has_time(until)) return false;
  std::array<pollfd, 1> none{};
  return wait_for(none, std::min(now() + pause, until));
}

void Waiting::interrupt() noexcept {
  interrupted_ = true;
  constexpr std::uint64_t once = 1;
  // It has room for 2^64 - 2 of them.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &once, sizeof once);
}

}  // namespace referee::kernel
