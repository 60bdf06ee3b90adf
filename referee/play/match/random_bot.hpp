// The default opponent: a bot that plays random moves.
#pragma once

#include <string>
#include <string_view>

#include "referee/machine/toolchain/resolve.hpp"
#include "rules/game_info.hpp"

namespace referee::match {

// Its command. `options`: " --seed 1". `referee random` does not understand the lines of judges;
// with a judge it is the bot without a process, whose moves follow from the match's seed.
inline std::string random_bot(const rules::GameInfo& game, std::string_view options = {}) {
  if (game.outside) return std::string(toolchain::random_command);
  return "referee random " + std::string(game.name) + std::string(options);
}

}  // namespace referee::match
