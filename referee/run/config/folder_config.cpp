#include "referee/run/config/folder_config.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/run/config/config_fields.hpp"

namespace referee::config {
namespace {

// What the official competition did with a field of sixty: this many Swiss rounds, and then a round
// robin of this many bots. A smaller field plays as many rounds as there are opponents, and all
// qualify.
constexpr unsigned official_swiss_rounds = 11;
constexpr unsigned official_qualify = 58;

text::Json bot_json(const toolchain::FolderBot& bot, const match::LimitList& limits) {
  text::Json entry{{"name", bot.name}, {"command", bot.command}, {"alone", true}};
  const kernel::ChosenLimits chosen = limits.with_all({bot.name}).chosen;
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    if (chosen.*key.value > 0) entry[std::string(key.name)] = chosen.*key.value;
  }
  write_times(entry, limits.of({bot.name}).times);
  return entry;
}

// What comes before the bots.
text::Json head_json(const FolderSettings& settings, std::size_t bots, const Overrides& overrides) {
  const rules::GameInfo& game = settings.game;
  text::Json json;
  json["game"] = game.outside ? std::string_view(game.outside->folder) : game.name;
  json["format"] = settings.format;
  if (overrides.seed) json["seed"] = *overrides.seed;
  if (overrides.clock) json["clock"] = kernel::name(*overrides.clock);
  write_times(json, overrides.limits.of_all().times);
  if (overrides.speed) json["speed"] = *overrides.speed;
  if (overrides.toolchain) json["toolchain"] = *overrides.toolchain;
  if (settings.format == "official") {
    const auto most = static_cast<unsigned>(bots);
    json["swiss_rounds"] =
        settings.swiss_rounds.value_or(std::min(official_swiss_rounds, std::max(most, 2U) - 1));
    json["qualify"] = settings.qualify.value_or(std::min(official_qualify, most));
  }
  if (overrides.rounds) json["rounds"] = *overrides.rounds;
  return json;
}

}  // namespace

std::string folder_config(const FolderSettings& settings, const toolchain::BotFolder& found,
                          const Overrides& overrides) {
  const text::Json head = head_json(settings, found.bots.size(), overrides);
  std::string text = "{\n";
  for (const auto& [key, value] : head.items()) {
    text += fmt::format("  \"{}\": {},\n", key, value.dump());
  }
  text += "  \"bots\": [\n";
  std::string_view separator;
  for (const toolchain::FolderBot& bot : found.bots) {
    text += separator;
    std::string_view before = "    {";
    const text::Json entry = bot_json(bot, overrides.limits);
    for (const auto& [key, value] : entry.items()) {
      text += fmt::format("{}\"{}\": {}", std::exchange(before, ", "), key, value.dump());
    }
    text += '}';
    separator = ",\n";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace referee::config
