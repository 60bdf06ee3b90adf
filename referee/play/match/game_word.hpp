// A game as a user types it.
#pragma once

#include <string>

#include "rules/game_info.hpp"

namespace referee::match {

// The end of a command line that is shown: the game's name, or for a game with a judge the path of
// its folder from the current one, quoted for a shell where that is needed: "./hex".
std::string game_word(const rules::GameInfo& game);

}  // namespace referee::match
