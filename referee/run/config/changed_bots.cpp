#include "referee/run/config/changed_bots.hpp"

#include <fmt/core.h>

#include <system_error>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/places.hpp"

namespace referee::config {
namespace {

std::string shortened(const std::string& hash) { return hash.substr(0, 12); }

std::string hash_now(const Manifest& manifest, const Event& event, const BotEntry& bot) {
  try {
    return program::content_hash(toolchain::resolve(bot.line(manifest.folder)));
  } catch (const program::CommandError& error) {
    throw program::CommandError(
        fmt::format("the bot \"{}\" of {}: {}", bot.name, event.game->name, error.what()));
  }
}

}  // namespace

std::vector<ChangedBot> changed_bots(const Manifest& manifest) {
  std::vector<ChangedBot> changed;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const auto& bots = manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (!manifest.events[event].plays_on(i)) continue;
      std::string hash = hash_now(manifest, manifest.events[event], bots[i]);
      if (hash != bots[i].hash) changed.push_back({event, i, std::move(hash)});
    }
  }
  return changed;
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

std::string describe(const Manifest& manifest, const ChangedBot& changed) {
  const Event& event = manifest.events[changed.event];
  const BotEntry& bot = event.bots[changed.bot];
  return fmt::format(
      "the program of the bot \"{}\" of {} has been changed since the manifest was made (its hash "
      "was {}, now it is {})",
      bot.name, event.game->name, shortened(bot.hash), shortened(changed.hash));
}

}  // namespace referee::config
