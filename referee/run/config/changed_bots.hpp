// Bots whose programs have changed since the manifest was made.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/config/manifest.hpp"

namespace referee::config {

struct ChangedBot {
  std::size_t event = 0;
  std::size_t bot = 0;  // position in the event's list
  std::string hash;     // the present hash of its program
};

// Hashes the programs of all bots that play on again. Throws program::CommandError, naming the bot,
// if one can no longer be run.
std::vector<ChangedBot> changed_bots(const Manifest& manifest);

// Whether the program that the command names by a path is not there.
bool is_gone(const BotEntry& bot, const std::filesystem::path& folder);

// "the program of the bot "a" of chess has been changed since the manifest was made (its
// hash was 0123456789ab, now it is ba9876543210)"
std::string describe(const Manifest& manifest, const ChangedBot& changed);

}  // namespace referee::config
