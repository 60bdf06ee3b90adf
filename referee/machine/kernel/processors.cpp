#include "referee/machine/kernel/processors.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace referee::kernel {
namespace {

// Of this thread; without any processor if the system does not say.
cpu_set_t affinity() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
  return set;
}

// A name of a socket that only one process can have at a time, without a file that could remain;
// nothing if somebody has it.
text::Descriptor claim_on(int processor) {
  text::Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "referee-processor-" + std::to_string(processor);
  std::copy(name.begin(), name.end(), address.sun_path + 1);  // after a 0: not in any folder
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as bind(2) wants it
  const auto* any = reinterpret_cast<const sockaddr*>(&address);
  if (!socket || ::bind(socket.get(), any, size) != 0) return {};
  return socket;
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

text::Descriptor pin_this_thread(int preferred) {
  std::vector<int> usable = usable_processors();
  const auto first = std::find(usable.begin(), usable.end(), preferred);
  if (first == usable.end()) return {};
  std::rotate(usable.begin(), first, usable.end());
  int processor = preferred;
  text::Descriptor claim;
  for (auto other = usable.begin(); other != usable.end() && !claim; ++other) {
    claim = claim_on(*other);
    if (claim) processor = *other;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(processor), &set);
  ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
  return claim;
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
