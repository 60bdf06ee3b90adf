#include "referee/bot/inspector.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace referee::bot {
namespace {

Duration processor_time() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
}

// If the machine runs out of memory, bots go before anything else. Needs no right, but the
// bot's own memory: as long as a new process shares ours, which is closed to others, its files
// in /proc belong to root.
void offer_to_oom_killer(pid_t process) {
  const std::string file = fmt::format("/proc/{}/oom_score_adj", process);
  const Descriptor score(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  // Where it cannot be written the machine only chooses differently.
  if (score) [[maybe_unused]]
    const ssize_t written = ::write(score.get(), "1000", 4);
}

}  // namespace

struct Inspector::Shared {
  std::mutex mutex;
  std::condition_variable wanted;
  std::deque<Order> orders;  // not begun yet
  std::size_t busy = 0;      // looks ordered whose finding is not there yet
  bool stop = false;
  std::deque<Finding> findings;
  Descriptor ready{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};

  static Finding look(const Order& order) {
    Finding finding;
    finding.bot = order.processes.front();
    finding.scope = order.scope;
    const Duration begin = processor_time();
    try {
      if (order.first) {
        for (const pid_t process : order.processes) offer_to_oom_killer(process);
      }
      finding.use =
          resources_in_use(order.folder.get(), order.processes, order.bounds, order.scope);
    } catch (const std::exception&) {
      finding.failure = std::current_exception();
    }
    finding.cost = processor_time() - begin;
    return finding;
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      wanted.wait(lock, [this] { return !orders.empty() || stop; });
      if (stop) return;
      const Order mine = std::move(orders.front());
      orders.pop_front();
      lock.unlock();
      Finding found = look(mine);
      lock.lock();
      --busy;
      findings.push_back(std::move(found));
      constexpr std::uint64_t once = 1;
      [[maybe_unused]] const ssize_t written = ::write(ready.get(), &once, sizeof once);
    }
  }
};

Inspector::Inspector() : shared_(std::make_shared<Shared>()) {
  if (!shared_->ready) {
    throw std::system_error(errno, std::generic_category(), "cannot make an eventfd");
  }
}

Inspector::~Inspector() {
  const bool stuck = [this] {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
    shared_->wanted.notify_all();
    return shared_->busy > 0;
  }();
  for (std::thread& thread : threads_) {
    if (stuck) {
      thread.detach();
    } else {
      thread.join();
    }
  }
}

void Inspector::begin(Order order) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->busy == threads_.size()) {
    threads_.emplace_back([shared = shared_] { shared->work(); });
  }
  ++shared_->busy;
  shared_->orders.push_back(std::move(order));
  shared_->wanted.notify_one();
}

std::optional<Inspector::Finding> Inspector::take() {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->findings.empty()) return std::nullopt;
  std::optional<Finding> first = std::move(shared_->findings.front());
  shared_->findings.pop_front();
  if (shared_->findings.empty()) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(shared_->ready.get(), &count, sizeof count);
  }
  return first;
}

int Inspector::ready() const noexcept { return shared_->ready.get(); }

}  // namespace referee::bot
