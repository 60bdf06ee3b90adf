#include "referee/run/config/ladder_growth.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/run/config/generations.hpp"
#include "referee/run/config/schedule.hpp"

namespace referee::config {
namespace {

// A bot of the config is this version of the ladder's list, but for its name.
bool is_version(const BotEntry& there, const BotEntry& config) {
  BotEntry same = config;
  same.name = there.name;
  same.version = there.version;
  same.note = there.note;
  same.toolchain = there.toolchain;  // another one makes another program
  return same == there;
}

[[noreturn]] void refuse_without_program(const Manifest& config, const BotEntry& bot) {
  try {
    const rules::GameInfo* const game = config.events.front().game;
    static_cast<void>(toolchain::resolve(bot.line(config.folder, game)));
  } catch (const program::CommandError& error) {
    throw program::CommandError(fmt::format("bot \"{}\": {}", bot.name, error.what()));
  }
  throw program::CommandError(
      fmt::format("bot \"{}\": its program was missing a moment ago; try again", bot.name));
}

// The versions of a ladder, and what a config makes of them.
class Versions {
 public:
  Versions(const Manifest& config, const Manifest& newest)
      : config_(config),
        newest_(newest),
        event_(newest.events.front()),
        before_(event_.bots.size()) {
    for (const BotEntry& bot : config.events.front().bots) find(bot);
  }

  // What has changed, for people; empty if nothing has.
  [[nodiscard]] std::vector<std::string> changes() const {
    std::vector<std::string> list;
    for (std::size_t i = before_; i < event_.bots.size(); ++i) {
      list.push_back(fmt::format("the bot \"{}\"", event_.bots[i].name));
    }
    for (const std::size_t bot : back()) {
      list.push_back(fmt::format("the bot \"{}\" again", event_.bots[bot].name));
    }
    for (const std::size_t bot : left()) {
      list.push_back(fmt::format("without \"{}\", whose results stay", event_.bots[bot].name));
    }
    return list;
  }

  // The event with its new period, before which these matches have been played.
  [[nodiscard]] Event with_period(const std::vector<bool>& played) const {
    Event event = event_;
    formats::LadderPeriod period{0, event.bots.size(), left(), back(), {}};
    for (std::uint64_t match = 0; match < played.size(); ++match) {
      if (played[match]) period.begin = match / 2 * 2 + 2;
    }
    period.begin = std::max(period.begin, event.format.periods.back().begin);
    const Schedule schedule(newest_);
    for (std::uint64_t match = 0; match < period.begin; ++match) {
      const bool is_played = match < played.size() && played[match];
      if (is_played || schedule.is_left_out(match)) continue;
      if (!period.skipped.empty() && period.skipped.back()[1] + 1 == match) {
        period.skipped.back()[1] = match;
      } else {
        period.skipped.push_back({match, match});
      }
    }
    event.format.periods.push_back(std::move(period));
    return event;
  }

  [[nodiscard]] std::size_t playing() const noexcept { return playing_.size(); }

 private:
  // The version that a bot of the config is; makes it if it is new.
  void find(const BotEntry& bot) {
    unsigned most = 0;
    for (std::size_t i = before_; i-- > 0;) {
      const BotEntry& there = event_.bots[i];
      if (there.name != versioned_name(bot.name, there.version)) continue;
      most = std::max(most, there.version);
      if (bot.hash.empty() || !is_version(there, bot)) continue;
      playing_.insert(i);
      return;
    }
    if (bot.hash.empty()) {
      if (most == 0) refuse_without_program(config_, bot);
      return;
    }
    if (const auto same = most == 0 ? renamed(bot) : std::nullopt) {
      playing_.insert(*same);
      return;
    }
    BotEntry version = bot;
    do {
      version.version = ++most;
      version.name = versioned_name(bot.name, most);
    } while (is_taken(version.name, bot));
    playing_.insert(event_.bots.size());
    event_.bots.push_back(std::move(version));
  }

  // The newest version that is this bot by another name, which no bot of the config has.
  [[nodiscard]] std::optional<std::size_t> renamed(const BotEntry& bot) const {
    for (std::size_t i = before_; i-- > 0;) {
      const BotEntry& there = event_.bots[i];
      const auto& now = config_.events.front().bots;
      const bool has_owner = std::any_of(now.begin(), now.end(), [&there](const BotEntry& other) {
        return there.name == versioned_name(other.name, there.version);
      });
      if (!has_owner && !playing_.contains(i) && is_version(there, bot)) return i;
    }
    return std::nullopt;
  }

  // Whether another bot has the name that this one would get. A config may have a bot that is
  // itself named "mine@2".
  [[nodiscard]] bool is_taken(const std::string& name, const BotEntry& bot) const {
    const auto has = [&name](const std::vector<BotEntry>& bots) {
      return std::any_of(bots.begin(), bots.end(),
                         [&name](const BotEntry& other) { return other.name == name; });
    };
    return has(event_.bots) || (name != bot.name && has(config_.events.front().bots));
  }

  // The bots so far that play no more, and those that play again.
  [[nodiscard]] std::vector<std::size_t> left() const { return changing(false); }
  [[nodiscard]] std::vector<std::size_t> back() const { return changing(true); }
  [[nodiscard]] std::vector<std::size_t> changing(bool play_now) const {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < before_; ++i) {
      if (event_.plays_on(i) != play_now && playing_.contains(i) == play_now) list.push_back(i);
    }
    return list;
  }

  const Manifest& config_;
  const Manifest& newest_;
  Event event_;
  std::size_t before_;             // bots of the newest manifest
  std::set<std::size_t> playing_;  // positions
};

void require_two(std::size_t playing) {
  if (playing >= 2) return;
  throw text::InputError(
      "a ladder needs two bots whose programs are there; add one, or build what is missing");
}

}  // namespace

bool is_ladder(const Manifest& manifest) noexcept {
  return manifest.events.size() == 1 &&
         manifest.events.front().format.kind == formats::FormatKind::ladder;
}

void require_programs(const Manifest& config) {
  const std::vector<BotEntry>& bots = config.events.front().bots;
  for (const BotEntry& bot : bots) {
    if (bot.hash.empty()) refuse_without_program(config, bot);
  }
  require_two(bots.size());
}

Generation ladder_generation(const Manifest& config, const std::vector<Manifest>& history,
                             const Played& played) {
  const Manifest& newest = history.back();
  Generation result{config, {}, {}, {}, {}};
  if (!is_ladder(newest)) return result;
  Manifest same = config;
  same.extends = newest.extends;
  same.grown = newest.grown;
  same.events.front().bots = newest.events.front().bots;
  same.events.front().format.periods = newest.events.front().format.periods;
  if (same.id() != newest.id()) {
    result.refused = std::move(same);
    return result;
  }
  const Versions versions(config, newest);
  require_two(versions.playing());
  result.manifest = newest;
  result.manifest.folder = config.folder;
  result.manifest.config = config.config;
  result.added = versions.changes();
  if (result.added.empty()) return result;
  result.manifest.events.front() = versions.with_period(played());
  result.manifest.extends = newest.id();
  return result;
}

}  // namespace referee::config
