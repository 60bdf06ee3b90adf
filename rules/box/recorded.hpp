// Official recorded games of Box (see rules/recorded_game.hpp).
//
//   game,round,color1,color2,score1,status1,score2,status2,moves
//   261343,1,4,1,89,LOSE,211,WIN,Hh564231h Hn264531h ... Ob561342h
//
// `moves` are separated by one blank, each in the form that is relayed to players, the start tile
// first; seat one made the first move after it. So the deal has as many tiles as were laid.
#pragma once

#include <string>
#include <string_view>

#include "rules/recorded_game.hpp"

namespace rules::box {

// The columns color1, color2 and moves.
const RecordFormat& record_format() noexcept;

// The start tile of a deal as it is relayed: "Hh216534h". Throws like parse_deal().
std::string opening(std::string_view deal);

}  // namespace rules::box
