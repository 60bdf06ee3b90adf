// A board on a terminal.
#pragma once

#include <string>

#include "referee/show/report/style.hpp"
#include "rules/game_info.hpp"

namespace referee::report {

// The position as Game::draw() has it; in a style with colours drawn from its scene instead: pieces
// in their colours, `>` before those of the last move, `*` before those that give points, then the
// score and its parts.
std::string board_text(const rules::GameInfo& info, const rules::Game& game,
                       const TextStyle& style);

}  // namespace referee::report
