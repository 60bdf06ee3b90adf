// A game, and the default opponent in it, as a user types them.
#pragma once

#include <string>
#include <string_view>

#include "referee/machine/toolchain/resolve.hpp"
#include "rules/game_info.hpp"

namespace referee::match {

// The end of a command line that is shown: the game's name, or for a game with a judge the path of
// its folder from the current one, quoted for a shell where that is needed: "./hex".
std::string game_word(const rules::GameInfo& game);

// The default opponent: a bot that plays random moves.

// Its command. `options`: " --seed 1". `referee random` does not understand the lines of judges;
// with a judge it is the bot without a process, whose moves follow from the match's seed.
inline std::string random_bot(const rules::GameInfo& game, std::string_view options = {}) {
  if (game.outside) return std::string(toolchain::random_command);
  return "referee random " + std::string(game.name) + std::string(options);
}

}  // namespace referee::match
