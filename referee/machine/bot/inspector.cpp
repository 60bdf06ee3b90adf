#include "referee/machine/bot/inspector.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/machine/bot/pipes.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"

namespace referee::bot {
namespace {

// If the machine runs out of memory, bots go before anything else. Needs no right, but the
// bot's own memory: as long as a new process shares ours, which is closed to others, its files
// in /proc belong to root.
void offer_to_oom_killer(pid_t process) {
  const std::string file = fmt::format("/proc/{}/oom_score_adj", process);
  const text::Descriptor score(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  // Where it cannot be written the machine only chooses differently.
  if (score) [[maybe_unused]]
    const ssize_t written = ::write(score.get(), "1000", 4);
}

Inspector::Finding look(const Inspector::Order& order) {
  Inspector::Finding finding;
  finding.bot = order.processes.front();
  finding.scope = order.scope;
  const kernel::Duration begin = kernel::thread_cpu_time();
  try {
    if (order.first) {
      for (const pid_t process : order.processes) offer_to_oom_killer(process);
    }
    finding.use =
        kernel::resources_in_use(order.folder.get(), order.processes, order.bounds, order.scope);
  } catch (const std::exception&) {
    finding.failure = std::current_exception();
  }
  finding.cost = kernel::thread_cpu_time() - begin;
  return finding;
}

}  // namespace

// The serving thread shares no lock with those that look: it would wait for one of them that has it
// and gets no processor.
struct Inspector::Shared {
  Channel<Order> orders;
  Channel<Finding> findings;

  void work() {
    while (const auto order = orders.take()) {
      findings.give(std::make_unique<Finding>(look(*order)));
    }
  }
};

Inspector::Inspector() : shared_(std::make_shared<Shared>()) { shared_->findings.do_not_wait(); }

Inspector::~Inspector() {
  shared_->orders.do_not_wait();
  while (shared_->orders.take()) --busy_;  // nobody has begun these
  for (std::size_t i = 0; i < threads_.size(); ++i) shared_->orders.give(nullptr);
  while (take()) continue;
  for (std::thread& thread : threads_) {
    if (busy_ > 0) {
      thread.detach();
    } else {
      thread.join();
    }
  }
}

void Inspector::begin(Order order) {
  if (busy_ == threads_.size()) {
    threads_.push_back(text::thread_for("looks at bots", [shared = shared_] { shared->work(); }));
  }
  ++busy_;
  shared_->orders.give(std::make_unique<Order>(std::move(order)));
}

std::optional<Inspector::Finding> Inspector::take() {
  auto finding = shared_->findings.take();
  if (!finding) return std::nullopt;
  --busy_;
  return std::move(*finding);
}

int Inspector::ready() const noexcept { return shared_->findings.readable(); }

}  // namespace referee::bot
