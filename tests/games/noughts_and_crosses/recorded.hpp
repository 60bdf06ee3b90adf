// Recorded games of noughts and crosses (see rules/recorded_game.hpp):
//
//   game,round,score1,status1,score2,status2,squares
//   17,1,2,WIN,0,LOSE,b2 a1 a2 b1 c2
#pragma once

#include "rules/recorded_game.hpp"

namespace rules::noughts_and_crosses {

// The column squares: the moves, separated by one blank; empty if there are none.
const RecordFormat& record_format() noexcept;

}  // namespace rules::noughts_and_crosses
