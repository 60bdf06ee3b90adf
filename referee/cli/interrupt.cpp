#include "referee/cli/interrupt.hpp"

#include <signal.h>

#include <array>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "referee/base/text/machine.hpp"
#include "referee/play/judge/judge_process.hpp"

namespace referee::cli {
namespace {

constexpr std::array watched{SIGINT, SIGTERM};

bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

sigset_t all_watched() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : watched) ::sigaddset(&set, signal);
  return set;
}

}  // namespace

class InterruptWatch::Impl {
 public:
  explicit Impl(std::function<void()> asked) : asked_(std::move(asked)) {
    for (const int signal : watched) {
      if (!is_ignored(signal)) signals_.add(signal);
    }
    wait();
    const sigset_t set = all_watched();
    ::pthread_sigmask(SIG_BLOCK, &set, &before_);
    // The handler writes into a pipe that children share until they execute their program: it
    // may run in this thread only.
    thread_ = text::thread_for("Ctrl-C", [this, set] {
      ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
      context_.run();
    });
  }
  ~Impl() {
    context_.stop();
    thread_.join();
    signals_.clear();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

 private:
  void wait() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      asked_();
      wait();
    });
  }

  std::function<void()> asked_;
  boost::asio::io_context context_{1};
  boost::asio::signal_set signals_{context_};
  sigset_t before_{};  // signals that were blocked before
  std::thread thread_;
};

InterruptWatch::InterruptWatch(std::function<void()> asked)
    : impl_(std::make_unique<Impl>(std::move(asked))) {}
InterruptWatch::~InterruptWatch() = default;

std::function<void()> ending(bot::Host& host) {
  return [&host] {
    host.interrupt();
    judge::JudgeProcess::interrupt_all();
  };
}

}  // namespace referee::cli
