// What the bots of one thread share: walls, the place where the thread waits, and all that is
// looked at in every turn.

#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/bot/host_impl.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/walls/readable_paths.hpp"
#include "referee/machine/walls/shares.hpp"

namespace referee::bot {
namespace {

// The folders of the system are the same for all hosts: opened once, they cost each worker
// no descriptors and no time. `hidden`: of hidden_in_system(), nearly always empty.
std::shared_ptr<const walls::OpenPaths> system_folders(
    int landlock_abi, const std::vector<std::filesystem::path>& hidden) {
  static std::mutex mutex;
  using Key = std::pair<int, std::vector<std::filesystem::path>>;  // their rights differ by ABI
  static std::map<Key, std::weak_ptr<const walls::OpenPaths>> opened;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const walls::OpenPaths>& place = opened[{landlock_abi, hidden}];
  auto folders = place.lock();
  if (!folders) {
    folders = std::make_shared<const walls::OpenPaths>(
        walls::open_paths(landlock_abi, walls::system_paths(hidden)));
    place = folders;
  }
  return folders;
}

// What a look at a bot may take on this thread before it is charged: ten times what it takes unless
// the bot makes it slow, and, every 50 ms, too little to gain from.
constexpr kernel::Duration ordinary_look = std::chrono::microseconds(200);

void log_protections(const BotSpec& spec, const walls::Protections& protections) {
  if (!text::debug_wanted()) return;
  std::string on;
  std::string off;
  for (const walls::ProtectionNote& note : walls::describe(protections, spec.isolated)) {
    text::add_to_list(note.on ? on : off, note.name);
  }
  text::debug("bot '{}': protections on: {}; off: {}", spec.name, on, off.empty() ? "none" : off);
}

}  // namespace

WallsPlan::WallsPlan(const BotSpec& spec, const kernel::Limits& limits_here)
    : isolated(spec.isolated),
      is_workshop(!spec.workshop.empty()),
      limits(limits_here),
      hidden(spec.hidden) {
  const program::Command& command = *spec.command;
  places.program = command.program;
  places.files = command.files;
  places.folders = command.folders;
  places.read = command.read;
  places.user_base = command.user_base;
  places.abi = command.abi;
  if (command.sanitized) limits.memory = 0;  // looked at instead, see Command
  const auto find = [this](const std::filesystem::path& path) {
    struct stat there {};
    if (::stat(path.c_str(), &there) != 0) there = {};
    found.emplace_back(there.st_dev, there.st_ino);
  };
  find(places.program);
  for (const auto* named : {&places.files, &places.folders, &places.read}) {
    std::for_each(named->begin(), named->end(), find);
  }
}

Host::Impl::Impl(const walls::Protections& found, std::size_t hosts)
    : protections_(found),
      system_(system_folders(found.landlock_abi, {})),
      stock_(kernel::stock_of_machine()),
      room_{*stock_, walls::bots_of_a_match * hosts},
      processors_(kernel::processors_of_this_thread()),
      launcher_(found.close_range),
      groups_(found.cgroup, found.cgroup_kill) {
  if (const std::string cure = text::cure_of(0); !cure.empty()) {
    throw EnvironmentError("no bot can be watched: " + cure);
  }
  if (!found.pidfd) {
    throw EnvironmentError(fmt::format(
        "no bot can be started on Linux {}, which has no process descriptors; use Linux 5.3 or "
        "later",
        found.kernel));
  }
}

// Bots that were given up have another moment to end.
Host::Impl::~Impl() {
  const kernel::SteadyTime until = kernel::now() + std::chrono::seconds(3);
  for (const auto& bot : bots_) bot->end_until(until);
}

kernel::Limits Host::Impl::limits_of(const BotSpec& spec) const {
  kernel::Limits limits = spec.limits;
  walls::fit(limits, room_, spec.whose == kernel::Whose::bot ? "a bot" : title_of(spec));
  return limits;
}

walls::Sandbox& Host::Impl::sandbox(const BotSpec& spec) {
  const kernel::Limits limits = limits_of(spec);
  WallsPlan plan(spec, limits);
  const auto known = std::find_if(sandboxes_.begin(), sandboxes_.end(),
                                  [&plan](const auto& made) { return made.first == plan; });
  if (known != sandboxes_.end()) return known->second;
  // Each holds folders open; in a tournament of many bots that would be too many.
  constexpr std::size_t most = 16;
  if (sandboxes_.size() >= most) sandboxes_.clear();
  if (spec.whose == kernel::Whose::bot) walls::require_limits(limits);
  walls::Sandbox made = build(plan);
  log_protections(spec, protections_);
  return sandboxes_.emplace_back(std::move(plan), std::move(made)).second;
}

walls::Sandbox Host::Impl::build(const WallsPlan& plan) const {
  if (!plan.isolated) return walls::Sandbox::limits_only(plan.limits);
  const auto hidden = walls::hidden_in_system(plan.hidden);
  const auto system = hidden.empty() ? system_ : system_folders(protections_.landlock_abi, hidden);
  return walls::Sandbox(
      plan.limits, protections_, plan.places.abi, system,
      walls::open_paths(protections_.landlock_abi, walls::own_paths(plan.places, plan.hidden)),
      plan.is_workshop);
}

Inspector& Host::Impl::inspector() {
  if (!inspector_) inspector_.emplace();
  return *inspector_;
}

void Host::Impl::wait(kernel::SteadyTime until) {
  if (waiting_.interrupted()) throw Interrupted();
  until = std::min(until, next_look_);
  // The interruption, findings of the inspector, then the events of each bot.
  watched_.assign({{-1, POLLIN, 0}, {inspector_ ? inspector_->ready() : -1, POLLIN, 0}});
  const std::size_t first = watched_.size();
  watched_.resize(first + bots_.size() * Bot::Impl::events);
  const auto events_of = [&](std::size_t bot) {
    return Bot::Impl::Events(watched_.data() + first + bot * Bot::Impl::events, Bot::Impl::events);
  };
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    bots_[i]->watch(events_of(i));
    until = std::min(until, bots_[i]->deadline());
  }
  if (!waiting_.wait_for(watched_, until)) {
    throw EnvironmentError(text::system_text("wait for bots", errno));
  }
  if (waiting_.interrupted()) throw Interrupted();
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    if (bots_[i]->answered(events_of(i))) return;
  }

  const kernel::SteadyTime begin = kernel::now();
  if (watched_[1].revents != 0) take_findings();
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    if (!Bot::Impl::any(events_of(i)) && begin < bots_[i]->deadline()) continue;
    attend(*bots_[i], {}, [&] {
      bots_[i]->see_to(events_of(i));
      bots_[i]->meet_deadline(begin);
    });
  }
  std::erase_if(bots_, [](const auto& bot) { return bot->buried(); });
  look_if_due(begin);
}

template <typename Work>
void Host::Impl::attend(Bot::Impl& bot, kernel::Duration excused, Work work) {
  const kernel::SteadyTime begin = waiting_.time();
  const kernel::Duration away_before = waiting_.away();
  work();
  const kernel::SteadyTime end = waiting_.time();
  const kernel::Duration spent = end - begin - (waiting_.away() - away_before);
  spent_ += spent;
  bot.note_attention(std::max(spent - excused, kernel::Duration{}));
}

kernel::Duration Host::Impl::spent_on_others(const Bot::Impl& bot) const noexcept {
  return spent_ + waiting_.away() - bot.attention();
}

bool Host::Impl::wait_briefly(Bot::Impl& bot, kernel::Duration longest) {
  watched_.resize(1 + Bot::Impl::events);
  const Bot::Impl::Events events(watched_.data() + 1, Bot::Impl::events);
  bot.watch(events);
  constexpr kernel::Duration moment = std::chrono::milliseconds(1);
  const kernel::SteadyTime until = kernel::now() + std::min(longest, moment);
  // The kernel looks at them in this order: what was written before the output is seen. A failure
  // is seen by wait(), which comes next.
  const std::span few(watched_.data(), 4);
  static_cast<void>(waiting_.wait_for(few, until));
  const bool silent = events[1].revents == 0;
  if (!silent && events[0].revents == 0 && events[2].revents == 0) {
    events[1].fd = -1;  // errors alone are not an answer
    static_cast<void>(waiting_.wait_for(few, until));
  }
  return silent && events[0].revents != 0;
}

void Host::Impl::take_findings() {
  while (const auto finding = inspector_->take()) {
    for (const auto& bot : bots_) {
      if (bot->is(finding->bot)) attend(*bot, {}, [&] { bot->take(*finding); });
    }
  }
}

void Host::Impl::look_if_due(kernel::SteadyTime time) {
  if (time < next_look_) return;
  next_look_ = time + resource_period;
  if (inspector_) take_findings();
  for (const auto& bot : bots_) {
    attend(*bot, ordinary_look, [&bot, time] { bot->look(time); });
  }
}

bool Host::Impl::keep_others_at_rest(const Bot::Impl& asked) {
  bool again = false;
  for (const auto& bot : bots_) {
    if (bot.get() == &asked) continue;
    attend(*bot, {}, [&] { again = bot->keep_at_rest() || again; });
  }
  return again;
}

void Host::Impl::settle() {
  const auto leaves = [](const auto& bot) { return bot->is_leaving(); };
  while (std::any_of(bots_.begin(), bots_.end(), leaves)) wait(kernel::SteadyTime::max());
  std::erase_if(bots_, [](const auto& bot) { return bot->buried(); });
}

namespace {

// What a caller has of a bot, which the host keeps until it has gone.
class ProcessBot final : public Bot {
 public:
  explicit ProcessBot(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  ~ProcessBot() override { impl_->abandon(); }

  Turn take_turn(std::string_view lines, kernel::Duration limit, bool may_end) override {
    return impl_->take_turn(lines, limit, may_end);
  }
  std::optional<Fault> death_in(std::string_view line) override { return impl_->death_in(line); }
  [[nodiscard]] std::size_t unread() const noexcept override { return impl_->unread(); }
  [[nodiscard]] kernel::Duration cpu_used() const override { return impl_->cpu_used(); }
  void leave(std::string_view lines, Farewell farewell) override { impl_->leave(lines, farewell); }
  [[nodiscard]] const Departure& departure() const noexcept override { return impl_->departure(); }

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace

ProcessHost::ProcessHost(const walls::Protections& protections, std::size_t hosts) {
  // A bot that has gone must not take the referee with it. And the referee reaps it: the program
  // that started the referee may have had SIGCHLD ignored.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  try {
    impl_ = std::make_unique<Impl>(protections, hosts);
  } catch (const std::system_error& error) {
    throw EnvironmentError(text::message_of(error));
  }
}
ProcessHost::~ProcessHost() = default;

std::unique_ptr<Bot> ProcessHost::start(const BotSpec& spec, kernel::ClockKind clock,
                                        ErrorSink errors) {
  try {
    auto impl = std::make_shared<Bot::Impl>(*impl_, spec, clock, std::move(errors));
    auto bot = std::make_unique<ProcessBot>(impl);  // from here on its destructor cleans up
    impl->start();
    return bot;
  } catch (const std::system_error& error) {
    throw EnvironmentError(
        fmt::format("{} could not be started: {}", title_of(spec), text::message_of(error)));
  }
}

void ProcessHost::settle() { impl_->settle(); }

void ProcessHost::interrupt() { impl_->waiting().interrupt(); }

}  // namespace referee::bot
