// The inside of a host, for the files that implement it and its bots.
#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/inspector.hpp"
#include "referee/machine/kernel/cgroup.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/kernel/waiting.hpp"
#include "referee/machine/walls/launcher.hpp"
#include "referee/machine/walls/process.hpp"
#include "referee/machine/walls/sandbox.hpp"
#include "referee/machine/walls/scratch.hpp"
#include "referee/machine/walls/shares.hpp"

namespace referee::bot {

// All that the walls of a bot are made from on one host: bots with equal plans have the same walls,
// and no others have.
struct WallsPlan {
  WallsPlan(const BotSpec& spec, const kernel::Limits& limits_here);

  bool isolated;
  bool is_workshop;  // see BotSpec::workshop
  kernel::Limits limits;
  program::Command places;  // only what it names and may read, not its words
  std::vector<std::filesystem::path> hidden;
  // Device and number of each file and folder in `places`: one that was replaced is another one.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;

  friend bool operator==(const WallsPlan&, const WallsPlan&) = default;
};

// Everything runs on the host's thread except checks of memory and disk. That thread waits in
// wait() for everything that can happen to any of its bots; see waiting.hpp.
class Host::Impl {
 public:
  Impl(const walls::Protections& found, std::size_t hosts);
  ~Impl();

  // A bot's limits on this machine. Throws text::MachineError if it has not what was asked for.
  [[nodiscard]] kernel::Limits limits_of(const BotSpec& spec) const;
  [[nodiscard]] const walls::Room& room() const noexcept { return room_; }
  // The walls for a start of this bot; valid until the next one is asked for.
  walls::Sandbox& sandbox(const BotSpec& spec);
  walls::Grounds grounds() { return {launcher_, scratch_, groups_, guardian_, waiting_}; }

  // Adds a bot at its start. wait() handles its events until its end has been handled.
  void add(std::shared_ptr<Bot::Impl> bot) { bots_.push_back(std::move(bot)); }

  // Waits until something happens to one of its bots, or until `until`. An expected answer comes
  // before everything else; all other events are handled. Throws Interrupted.
  void wait(kernel::SteadyTime until);
  // The same for the first moment of a turn, in which nothing else can have happened: waits until
  // `bot` writes, or asks its walls for something, at most `longest` or 1 ms. Most answers come so;
  // three descriptors take 1 us less than twelve. Handles no event. True if `bot` has written to
  // its output and, before that, nothing to its standard error.
  bool wait_briefly(Bot::Impl& bot, kernel::Duration longest);
  // Checks the limits of all bots if a check is due. wait() does so, too; but it never waits for a
  // bot that always answers at once.
  void look_if_due(kernel::SteadyTime now);
  // Stops all other bots that are not at rest. False if none needs another check in this turn.
  bool keep_others_at_rest(const Bot::Impl& asked);
  // Waits until every bot that was told to leave has ended, or has been killed and does not end for
  // half a minute: then it waits for something that may never come.
  void settle();
  // Time that this thread spent on other bots and its own work while it waited for one: refusals,
  // standard error, checks, ends; and Waiting::away(). It is not on this bot's clock; the time of
  // its own requests is. As of the last reading of Waiting::time().
  [[nodiscard]] kernel::Duration spent_on_others(const Bot::Impl& bot) const noexcept;

  [[nodiscard]] kernel::Waiting& waiting() noexcept { return waiting_; }

  // Whether a system call filter keeps bots from making children, or from losing them.
  [[nodiscard]] bool has_filter() const noexcept { return protections_.seccomp; }
  // Whether new threads of bots within walls are reported before they are made.
  [[nodiscard]] bool hears_of_threads() const noexcept { return protections_.notify_continue; }
  [[nodiscard]] int processors() const noexcept { return processors_; }
  Inspector& inspector();
  // kills_for_memory() before any of its bots was started.
  [[nodiscard]] std::uint64_t kills_at_start() const noexcept { return kills_at_start_; }

 private:
  [[nodiscard]] walls::Sandbox build(const WallsPlan& plan) const;
  void take_findings();
  // Does `work` and notes the time that it takes, all but `excused` of it as the bot's.
  template <typename Work>
  void attend(Bot::Impl& bot, kernel::Duration excused, Work work);

  const walls::Protections protections_;
  const std::shared_ptr<const walls::OpenPaths> system_;
  // Held, so that all hosts share the same.
  const std::shared_ptr<const kernel::Stock> stock_;
  const walls::Room room_;
  const int processors_;  // that this thread, and so its bots, may run on
  kernel::Waiting waiting_;
  walls::Launcher launcher_;
  walls::ScratchFolders scratch_;
  kernel::ControlGroups groups_;
  const std::uint64_t kills_at_start_ = kernel::kills_for_memory();
  std::optional<walls::Guardian> guardian_;
  std::optional<Inspector> inspector_;  // once there is something to check
  kernel::SteadyTime next_look_{};
  // Time that this thread spent on all bots and its own work while it waited for one.
  kernel::Duration spent_{};
  std::vector<pollfd> watched_;                                  // kept for its room
  std::vector<std::pair<WallsPlan, walls::Sandbox>> sandboxes_;  // those made last
  std::vector<std::shared_ptr<Bot::Impl>> bots_;  // each from its start until it is buried
};

}  // namespace referee::bot
