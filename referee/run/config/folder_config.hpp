// The config of a folder of bots.
#pragma once

#include <optional>
#include <string>

#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/config.hpp"
#include "rules/game_info.hpp"

namespace referee::config {

struct FolderSettings {
  const rules::GameInfo& game;
  std::string format;
  // Of the official format; by default those of the competition, as far as there are bots enough.
  std::optional<unsigned> swiss_rounds = {};
  std::optional<unsigned> qualify = {};
};

// The text of a config with these bots, a line for each, as one would write it. What is overridden
// is written into it.
std::string folder_config(const FolderSettings& settings, const toolchain::BotFolder& found,
                          const Overrides& overrides);

}  // namespace referee::config
