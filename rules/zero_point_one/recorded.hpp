// Official recorded games of 0.1 (see rules/recorded_game.hpp).
//
// `moves` are separated by one blank, the set-ups first, each as its player wrote it.
#pragma once

#include "rules/recorded_game.hpp"

namespace rules::zero_point_one {

// The column moves.
const RecordFormat& record_format() noexcept;

}  // namespace rules::zero_point_one
