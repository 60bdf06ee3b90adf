// What the bots of one thread share: walls, the event loop, and all that is looked at
// whoever's turn it is.

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

#include "referee/bot/bot.hpp"
#include "referee/bot/bot_impl.hpp"
#include "referee/bot/tree.hpp"
#include "referee/bot/visible.hpp"
#include "referee/text/log.hpp"

namespace referee::bot {
namespace {

// The folders of the system are the same for all hosts: opened once, they cost each worker
// no descriptors and no time.
std::shared_ptr<const OpenPaths> system_folders(int landlock_abi) {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<const OpenPaths>> opened;  // their rights differ by ABI
  const std::lock_guard lock(mutex);
  auto folders = opened[landlock_abi].lock();
  if (!folders) {
    folders = std::make_shared<const OpenPaths>(open_paths(landlock_abi, system_paths()));
    opened[landlock_abi] = folders;
  }
  return folders;
}

void log_protections(const BotSpec& spec, const Protections& protections) {
  if (!text::debug_wanted()) return;
  std::string on;
  std::string off;
  for (const ProtectionNote& note : describe(protections, spec.isolated)) {
    std::string& list = note.on ? on : off;
    list += (list.empty() ? "" : ", ") + note.name;
  }
  text::debug("bot '{}': protections on: {}; off: {}", spec.name, on, off.empty() ? "none" : off);
}

}  // namespace

Host::Impl::Impl(const Protections& found)
    : protections(found),
      system(system_folders(found.landlock_abi)),
      processors(processors_of_this_thread()),
      groups(found.cgroup),
      wake_(::eventfd(0, EFD_CLOEXEC)) {
  if (!wake_) throw std::system_error(errno, std::generic_category(), "cannot make an eventfd");
}

const Sandbox& Host::Impl::sandbox(const BotSpec& spec) {
  // Each holds folders open; in a tournament of many bots that would be too many.
  constexpr std::size_t most = 16;
  if (sandboxes_.size() >= most && !sandboxes_.contains(&spec)) sandboxes_.clear();
  auto& place = sandboxes_[&spec];
  if (!place) {
    place = std::make_unique<Sandbox>(
        spec.isolated ? Sandbox(spec.limits, protections, system,
                                open_paths(protections.landlock_abi, own_paths(*spec.command)))
                      : Sandbox::limits_only(spec.limits));
    log_protections(spec, protections);
  }
  return *place;
}

void Host::Impl::watch_all() {
  while (!unwatched.empty()) (*unwatched.begin())->watch();
}

SteadyTime Host::Impl::look() {
  const SteadyTime now = std::chrono::steady_clock::now();
  if (now < next_look_) return next_look_;
  next_look_ = now + resource_period;
  for (Bot::Impl* bot : running) next_look_ = std::min(next_look_, bot->look());
  return next_look_;
}

void Host::Impl::interrupt() {
  interrupted = true;
  constexpr std::uint64_t once = 1;
  // It has room for 2^64 - 2 of them.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &once, sizeof once);
  asio::post(io, [] {});
}

Host::Impl::Woken Host::Impl::wait_without_loop(Bot::Impl& bot, SteadyTime until) {
  watched_.clear();
  watched_.push_back({bot.output(), POLLIN, 0});
  watched_.push_back({bot.stderr_or_none(), POLLIN, 0});
  watched_.push_back({wake_.get(), POLLIN, 0});
  for (Bot::Impl* one : running) {
    watched_.push_back({one->pidfd(), POLLIN, 0});
    watched_.push_back({one->listener(), POLLIN, 0});
    if (one != &bot) watched_.push_back({one->stderr_or_none(), POLLIN, 0});
  }
  const Duration left = std::max(until - std::chrono::steady_clock::now(), Duration(0));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  const timespec longest{seconds.count(), (left - seconds).count()};
  const int ready = ::ppoll(watched_.data(), watched_.size(), &longest, nullptr);
  if (ready == 0) return Woken::by_time;
  if (ready < 0) return errno == EINTR ? Woken::by_time : Woken::by_other;
  if (watched_[0].revents != 0) return Woken::by_output;
  return ready == 1 && watched_[1].revents != 0 ? Woken::by_stderr : Woken::by_other;
}

void Host::Impl::settle_briefly() {
  constexpr timespec longest{0, 1'000'000};
  while (!interrupted) {
    std::vector<Bot::Impl*> bots;
    std::vector<pollfd> ends;
    for (Bot::Impl* bot : leaving) {
      if (!unwatched.contains(bot)) continue;
      bots.push_back(bot);
      ends.push_back({bot->pidfd(), POLLIN, 0});
    }
    if (bots.empty() || ::ppoll(ends.data(), ends.size(), &longest, nullptr) <= 0) return;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (ends[i].revents != 0) bots[i]->finish();
    }
  }
}

Host::Host(const Protections& protections) {
  // A bot that has gone must not take the referee with it, and it is we who reap it: who
  // started us may have had that ignored.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  try {
    impl_ = std::make_unique<Impl>(protections);
  } catch (const std::system_error& error) {
    throw EnvironmentError(error.what());
  }
}
Host::~Host() = default;

std::unique_ptr<Bot> Host::start(const BotSpec& spec, ClockKind clock) {
  try {
    auto impl = std::make_shared<Bot::Impl>(*impl_, spec, clock);
    std::unique_ptr<Bot> bot(new Bot(impl));  // from here on its destructor cleans up
    impl->start();
    return bot;
  } catch (const std::system_error& error) {
    throw EnvironmentError("bot '" + spec.name + "' could not be started: " + error.what());
  }
}

void Host::settle() {
  impl_->settle_briefly();
  impl_->run_until([this] { return impl_->leaving.empty(); });
}

void Host::interrupt() { impl_->interrupt(); }

}  // namespace referee::bot
