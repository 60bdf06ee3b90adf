#include "referee/machine/kernel/processors.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace referee::kernel {
namespace {

// Of this thread; without any processor if the system does not say.
cpu_set_t affinity() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
  return set;
}

// Microseconds since the machine was started in which some program waited.
std::optional<double> waited_us() {
  std::ifstream pressure("/proc/pressure/cpu");
  constexpr std::string_view key = "total=";
  for (std::string word; pressure >> word && word != "full";) {
    if (word.starts_with(key)) return std::strtod(word.c_str() + key.size(), nullptr);
  }
  return std::nullopt;
}

}  // namespace

std::vector<int> usable_processors() {
  const cpu_set_t set = affinity();
  std::vector<int> processors;
  for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) processors.push_back(static_cast<int>(i));
  }
  return processors;
}

int processors_of_this_thread() noexcept {
  const cpu_set_t set = affinity();
  return std::max(1, CPU_COUNT(&set));
}

void pin_this_thread(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(processor), &set);
  ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
}

ProcessorDemand::ProcessorDemand()
    : begin_(std::chrono::steady_clock::now()), begin_us_(waited_us()) {}

double ProcessorDemand::waited() const {
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin_;
  const auto now = waited_us();
  if (begin_us_ && now) {
    return took.count() > 0 ? std::min(1.0, (*now - *begin_us_) / took.count()) : 0;
  }
  double load = 0;
  return ::getloadavg(&load, 1) == 1 && load > std::thread::hardware_concurrency() ? 1 : 0;
}

}  // namespace referee::kernel
