// Preloaded into the referee: each look at the clock that can be set finds it set to another year,
// by turns far back and far ahead. Steady clocks and CPU clocks are the kernel's.
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace {

// Seconds: some 20 years back, some 60 ahead.
time_t jump() noexcept {
  static std::atomic<unsigned> looks = 0;
  return looks++ % 2 == 0 ? -640'000'000 : 1'900'000'000;
}

bool can_be_set(clockid_t clock) noexcept {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* result) noexcept {
  const int failed = static_cast<int>(::syscall(SYS_clock_gettime, clock, result));
  if (failed == 0 && can_be_set(clock)) result->tv_sec += jump();
  return failed;
}

// The C library declares that `result` is not null.
int gettimeofday(timeval* result, void* zone) noexcept {
  const int failed = static_cast<int>(::syscall(SYS_gettimeofday, result, zone));
  if (failed == 0) result->tv_sec += jump();
  return failed;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
