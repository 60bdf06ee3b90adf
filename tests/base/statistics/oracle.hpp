// Counts with known figures: rows of the table made by running another program's code.
#pragma once

#include "referee/base/statistics/game_counts.hpp"

namespace oracle {

using referee::statistics::GameCounts;
using referee::statistics::PairCounts;

inline const PairCounts row1 = PairCounts::split(34, 54, 31, 32, 64, 75);
inline const PairCounts row2 = PairCounts::split(379, 10170, 21828, 0, 10640, 343);
inline const PairCounts row3 = PairCounts::split(2, 10, 20, 5, 18, 5);
inline const PairCounts row4 = PairCounts::split(0, 3, 30, 10, 7, 0);
inline const PairCounts row5 = PairCounts::split(332, 433, 457, 41, 333, 334);
inline const PairCounts row6 = PairCounts::split(0, 0, 0, 0, 0, 20);
inline const PairCounts row7 = PairCounts::split(5, 5, 5, 5, 5, 5);
inline constexpr GameCounts row8{.wins = 136, .losses = 96, .draws = 111};
inline constexpr GameCounts row9{.wins = 76, .losses = 89, .draws = 123};
inline constexpr GameCounts row10{.wins = 36433, .losses = 36027, .draws = 68692};
inline const PairCounts row11 = PairCounts::split(365, 16618, 36029, 200, 16974, 390);
inline const PairCounts row12 = PairCounts::split(127, 4883, 10311, 401, 5150, 104);
inline const PairCounts row13 = PairCounts::split(223, 9863, 20279, 1000, 10037, 246);

}  // namespace oracle
