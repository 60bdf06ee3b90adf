#include "referee/store/generations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace referee::store {
namespace {

std::string suffix_of(unsigned version) {
  return version > 1 ? fmt::format("@{}", version) : std::string();
}

// The name as the config has it.
std::string plain_name(const BotEntry& bot) {
  return bot.name.substr(0, bot.name.size() - suffix_of(bot.version).size());
}

bool same_places(const Manifest& config, const Manifest& newest) {
  return std::equal(config.events.begin(), config.events.end(), newest.events.begin(),
                    newest.events.end(), [](const Event& one, const Event& other) {
                      return std::equal(one.bots.begin(), one.bots.end(), other.bots.begin(),
                                        other.bots.end(),
                                        [](const BotEntry& here, const BotEntry& there) {
                                          return here.name == plain_name(there);
                                        });
                    });
}

class Names {
 public:
  Names(const std::vector<Manifest>& history, std::size_t event) {
    for (const Manifest& manifest : history) lists_.push_back(&manifest.events[event].bots);
  }

  // Names the bot at a position after its program: the name the program had, or a new one.
  void name(BotEntry& bot, std::size_t place) const {
    const std::string plain = bot.name;
    unsigned most = 1;
    for (auto list = lists_.rbegin(); list != lists_.rend(); ++list) {
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
      bot.name = plain + suffix_of(most);
    } while (is_taken(bot.name));
  }

 private:
  // A config may have a bot that is itself named "mine@2".
  [[nodiscard]] bool is_taken(const std::string& name) const {
    return std::any_of(lists_.begin(), lists_.end(), [&name](const auto* bots) {
      return std::any_of(bots->begin(), bots->end(),
                         [&name](const BotEntry& bot) { return bot.name == name; });
    });
  }

  std::vector<const std::vector<BotEntry>*> lists_;  // by age
};

// The same manifest with the programs of another one.
Manifest with_programs_of(Manifest manifest, const Manifest& other) {
  manifest.extends = other.extends;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    auto& bots = manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      const BotEntry& there = other.events[event].bots[i];
      bots[i].name = there.name;
      bots[i].hash = there.hash;
      bots[i].version = there.version;
    }
  }
  return manifest;
}

}  // namespace

Generation generation_of(const Manifest& config, const std::vector<Manifest>& history) {
  const Manifest& newest = history.back();
  if (!same_places(config, newest)) return {config, {}};
  Generation result{config, {}};
  result.manifest.extends = newest.extends;
  for (std::size_t event = 0; event < config.events.size(); ++event) {
    const Names names(history, event);
    auto& bots = result.manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      names.name(bots[i], i);
      const BotEntry& before = newest.events[event].bots[i];
      if (bots[i].hash == before.hash) continue;
      result.renewed.push_back(
          {std::string(config.events[event].game->name), before.name, bots[i].name});
    }
  }
  if (result.renewed.empty()) return result;
  if (with_programs_of(config, newest).id() != newest.id()) {
    result.renewed.clear();
    return result;
  }
  result.manifest.extends = newest.id();
  return result;
}

}  // namespace referee::store
