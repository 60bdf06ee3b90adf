#include "referee/run/config/generations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <type_traits>
#include <variant>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/contents.hpp"

namespace referee::config {
namespace {

// The number of a match in a plan of the same format with further bots at the end of the list.
std::uint64_t with_more_bots(const Schedule::Plan& then, const Schedule::Plan& now,
                             std::uint64_t within) {
  return std::visit(
      [&](const auto& plan) -> std::uint64_t {
        using Plan = std::decay_t<decltype(plan)>;
        if constexpr (std::is_same_v<Plan, formats::RoundRobin> ||
                      std::is_same_v<Plan, formats::Gauntlet> ||
                      std::is_same_v<Plan, formats::Tables>) {
          return std::get<Plan>(now).number_of(*plan.find(within));
        } else {
          return within;  // no other format can have more bots later
        }
      },
      then);
}

}  // namespace

Renumbering::Renumbering(const std::vector<Manifest>& history)
    : schedules_(history.begin(), history.end()) {
  const Manifest& newest = history.back();
  for (std::size_t age = 0; age < history.size(); ++age) {
    const Manifest& manifest = history[age];
    Numbers numbers;
    numbers.id_ = manifest.id();
    numbers.size_ = schedules_[age].size();
    std::uint64_t begin = 0;
    std::uint64_t begin_now = 0;
    for (std::size_t event = 0; event < manifest.events.size(); ++event) {
      Numbers::Part part{begin, begin_now, nullptr, nullptr};
      if (manifest.events[event].bots.size() != newest.events[event].bots.size()) {
        part.then = &schedules_[age].plan(event);
        part.now = &schedules_.back().plan(event);
      }
      numbers.parts_.push_back(part);
      begin += schedules_[age].size_of(event);
      begin_now += schedules_.back().size_of(event);
    }
    numbers_.push_back(std::move(numbers));
  }
}

const Renumbering::Numbers* Renumbering::find(std::string_view id) const {
  const auto found = std::find_if(numbers_.rbegin(), numbers_.rend(),
                                  [id](const Numbers& one) { return one.id_ == id; });
  return found == numbers_.rend() ? nullptr : &*found;
}

std::uint64_t Renumbering::Numbers::now(std::uint64_t number) const {
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number,
                       [](std::uint64_t wanted, const Part& part) { return wanted < part.begin; });
  const Part& part = *std::prev(after);
  const std::uint64_t within = number - part.begin;
  if (part.then == nullptr) return part.begin_now + within;
  return part.begin_now + with_more_bots(*part.then, *part.now, within);
}

namespace {

bool same_name(const BotEntry& config, const BotEntry& newest) {
  return versioned_name(config.name, newest.version) == newest.name;
}

// Whether the bots of `newest` are the first of `config`, in the same order.
bool begin_alike(const std::vector<BotEntry>& config, const std::vector<BotEntry>& newest) {
  return config.size() >= newest.size() &&
         std::equal(
             newest.begin(), newest.end(), config.begin(),
             [](const BotEntry& there, const BotEntry& here) { return same_name(here, there); });
}

// Whether all events of `newest` are the first of `config`, with at least the same bots and rounds.
bool begins_alike(const Manifest& config, const Manifest& newest) {
  return config.events.size() >= newest.events.size() &&
         std::equal(newest.events.begin(), newest.events.end(), config.events.begin(),
                    [](const Event& there, const Event& here) {
                      return here.game == there.game && here.rounds >= there.rounds &&
                             begin_alike(here.bots, there.bots);
                    });
}

bool can_grow(const Event& event) {
  return event.format.kind == formats::FormatKind::round_robin ||
         event.format.kind == formats::FormatKind::gauntlet;
}

// Why tables cannot go on, in a game of more than two seats; empty if they can.
std::string obstacle_of_tables(const Event& here, const Event& there) {
  if (here.game->seats() <= rules::usual_seats) return {};
  if (here.bots.size() > there.bots.size()) {
    return fmt::format(
        "a round robin of {} cannot get further bots, because who sits together follows from their "
        "number; give them a folder of their own with --out",
        here.game->title);
  }
  const bool drawn = here.format.tables == formats::TableChoice::balanced;
  if (drawn && here.rounds > std::max(there.rounds, formats::most_drawn_rounds)) {
    return fmt::format(
        "a round robin of {} grows up to {} rounds; give more of them a folder of "
        "their own with --out",
        here.game->title, formats::most_drawn_rounds);
  }
  return {};
}

class Names {
 public:
  Names(const std::vector<Manifest>& history, std::size_t event) {
    for (const Manifest& manifest : history) {
      if (event < manifest.events.size()) lists_.push_back(&manifest.events[event].bots);
    }
  }

  // Names the bot at a position after its program: the name the program had, or a new one.
  void name(BotEntry& bot, std::size_t place) const {
    const std::string plain = bot.name;
    unsigned most = 1;
    for (auto list = lists_.rbegin(); list != lists_.rend(); ++list) {
      if (place >= (*list)->size()) break;  // the bot came later
      const BotEntry& there = (**list)[place];
      if (there.hash == bot.hash) {
        bot.name = there.name;
        bot.version = there.version;
        return;
      }
      most = std::max(most, there.version);
    }
    do {
      bot.version = ++most;
      bot.name = versioned_name(plain, most);
    } while (is_taken(bot.name));
  }

  // Whether a bot has or had this name. A config may have a bot that is itself named "mine@2".
  [[nodiscard]] bool is_taken(const std::string& name) const {
    return std::any_of(lists_.begin(), lists_.end(), [&name](const auto* bots) {
      return std::any_of(bots->begin(), bots->end(),
                         [&name](const BotEntry& bot) { return bot.name == name; });
    });
  }

 private:
  std::vector<const std::vector<BotEntry>*> lists_;  // by age
};

// A manifest that begins like `newest`, without what it has more, and with the same programs.
Manifest cut_to(Manifest manifest, const Manifest& newest) {
  manifest.extends = newest.extends;
  manifest.grown = newest.grown;
  manifest.events.resize(newest.events.size());
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const Event& there = newest.events[event];
    if (can_grow(there)) {
      Event& here = manifest.events[event];
      here.rounds = there.rounds;
      const auto& seeds = there.format.seeds;
      if (seeds && here.format.seeds && here.format.seeds->first == seeds->first) {
        here.format.seeds = seeds;
      }
    }
    auto& bots = manifest.events[event].bots;
    bots.resize(there.bots.size());
    for (std::size_t i = 0; i < bots.size(); ++i) {
      bots[i].name = there.bots[i].name;
      bots[i].hash = there.bots[i].hash;
      bots[i].note = there.bots[i].note;
      bots[i].version = there.bots[i].version;
      bots[i].toolchain = there.bots[i].toolchain;  // another one makes another program
    }
  }
  return manifest;
}

// What a config has that the newest manifest, with which it begins, has not.
std::vector<std::string> added_to(const Manifest& newest, const Manifest& config) {
  std::vector<std::string> added;
  for (std::size_t event = 0; event < config.events.size(); ++event) {
    const Event& here = config.events[event];
    if (event >= newest.events.size()) {
      added.push_back(fmt::format("the game {}", here.game->name));
      continue;
    }
    const Event& there = newest.events[event];
    if (here.rounds > there.rounds) {
      const int first = there.rounds + 1;
      added.push_back(first == here.rounds ? fmt::format("round {} of {}", first, here.game->name)
                                           : fmt::format("rounds {} to {} of {}", first,
                                                         here.rounds, here.game->name));
    }
    for (std::size_t i = there.bots.size(); i < here.bots.size(); ++i) {
      added.push_back(fmt::format("the bot \"{}\" of {}", here.bots[i].name, here.game->name));
    }
  }
  return added;
}

// Whether each one of `some` is among `all`, at whatever position.
template <typename List, typename Same>
bool are_among(const List& some, const List& all, Same same) {
  return std::all_of(some.begin(), some.end(), [&](const auto& one) {
    return std::any_of(all.begin(), all.end(), [&](const auto& other) { return same(other, one); });
  });
}

// Comparisons and checks know in advance what they play, and what is imported has been played.
bool may_grow(const Manifest& config) {
  return config.played_by == PlayedBy::tournament &&
         std::none_of(config.events.begin(), config.events.end(), [](const Event& event) {
           return event.format.kind == formats::FormatKind::recorded;
         });
}

// Why a config with more bots, rounds or games cannot continue; empty if it has not.
std::string obstacle_of(const Manifest& config, const Manifest& newest) {
  if (!may_grow(config)) return {};
  const auto same_game = [](const Event& here, const Event& there) {
    return here.game == there.game;
  };
  for (std::size_t i = 0; i < std::min(config.events.size(), newest.events.size()); ++i) {
    const Event& here = config.events[i];
    const Event& there = newest.events[i];
    if (!same_game(here, there)) break;
    const bool more_bots = here.bots.size() > there.bots.size();
    if (can_grow(there)) {
      if (here.rounds < there.rounds) {
        return fmt::format(
            "a tournament never has fewer rounds; give it {0} again (\"rounds\": {0}, or --rounds "
            "{0})",
            there.rounds);
      }
      if (more_bots && !begin_alike(here.bots, there.bots) &&
          are_among(there.bots, here.bots, same_name)) {
        return "new bots go to the end of the list, because the order of the bots says who meets "
               "whom in which match";
      }
    } else if (here.format.kind == there.format.kind &&
               (more_bots || here.rounds > there.rounds || !(here.format == there.format))) {
      return fmt::format(
          "the format {} cannot grow, because who plays in its later rounds follows from the bots "
          "and rounds that it began with",
          formats::name(there.format.kind));
    }
  }
  if (config.events.size() > newest.events.size() &&
      are_among(newest.events, config.events, same_game)) {
    return "new games go to the end of the list, because the deals follow from the place of a game "
           "in it";
  }
  return {};
}

}  // namespace

std::string versioned_name(const std::string& plain, unsigned version) {
  return version > 1 ? fmt::format("{}@{}", plain, version) : plain;
}

Generation generation_of(const Manifest& config, const std::vector<Manifest>& history) {
  const Manifest& newest = history.back();
  Generation result{config, {}, {}, {}, {}};
  if (!begins_alike(config, newest) || cut_to(config, newest).id() != newest.id()) {
    result.obstacle = obstacle_of(config, newest);
    if (may_grow(config) && begins_alike(config, newest)) result.refused = cut_to(config, newest);
    if (result.refused && result.refused->id() == newest.id()) result.refused.reset();
    return result;
  }
  result.added = added_to(newest, config);
  if (!result.added.empty() && !may_grow(config)) return {config, {}, {}, {}, {}};
  for (std::size_t event = 0; event < newest.events.size(); ++event) {
    if (std::string obstacle = obstacle_of_tables(config.events[event], newest.events[event]);
        !obstacle.empty()) {
      return {config, {}, {}, std::move(obstacle), {}};
    }
    const Names names(history, event);
    auto& bots = result.manifest.events[event].bots;
    const auto& before = newest.events[event].bots;
    const std::string game(config.events[event].game->name);
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (i >= before.size()) {
        const bool is_new_name =
            !names.is_taken(bots[i].name) &&
            std::none_of(bots.begin(), bots.begin() + static_cast<std::ptrdiff_t>(before.size()),
                         [&](const BotEntry& bot) { return bot.name == bots[i].name; });
        if (is_new_name) continue;
        result.obstacle = fmt::format(
            "\"{}\" is the name of another program of a bot that plays there; the new bot needs a "
            "name of its own",
            bots[i].name);
        return {config, {}, {}, std::move(result.obstacle), {}};
      }
      names.name(bots[i], i);
      if (bots[i].hash != before[i].hash) {
        result.renewed.push_back({game, before[i].name, bots[i].name});
      }
    }
  }
  const bool further = !result.renewed.empty() || !result.added.empty();
  result.manifest.extends = further ? newest.id() : newest.extends;
  result.manifest.grown = newest.grown || !result.added.empty();
  return result;
}

Manifest hashed_like(const Manifest& newest, const Manifest& config) {
  if (newest.covers == config.covers) return config;
  Manifest same = config;
  same.covers = newest.covers;
  for (Event& event : same.events) {
    for (BotEntry& bot : event.bots) {
      if (bot.hash.empty()) continue;
      const program::Command command = toolchain::resolve(bot.line(same.folder, event.game));
      bot.hash = program::content_hash(command, same.covers);
    }
  }
  return same;
}

bool is_gone(const BotEntry& bot, const std::filesystem::path& folder) {
  try {
    const std::string program = program::command_words(bot.command, folder).front();
    std::error_code unknown;
    return program.find('/') != std::string::npos &&
           std::filesystem::status(folder / program, unknown).type() ==
               std::filesystem::file_type::not_found;
  } catch (const program::CommandError&) {
    return false;  // it is wrong in another way, which resolve() tells
  }
}

}  // namespace referee::config
