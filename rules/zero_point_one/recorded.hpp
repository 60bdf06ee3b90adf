// Official recorded games of 0.1 (see rules/recorded_game.hpp).
//
//   Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves
//   313590,1,swiss,Ann,21,WIN,Bob,1,LOSE,AWNAADADAFFAADDA adaanaafwdaafdad b6d6 ...
//
// `Moves` are separated by one blank, the set-ups first, each as its player wrote it.
#pragma once

#include "rules/recorded_game.hpp"

namespace rules::zero_point_one {

// The column moves.
const RecordFormat& record_format() noexcept;

}  // namespace rules::zero_point_one
