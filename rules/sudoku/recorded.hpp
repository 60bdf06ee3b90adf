// Official recorded games of Sudoku (see rules/recorded_game.hpp).
//
//   Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves,Solution
//   237973,1,swiss,Ann,1,LOSE,Bob,2,WIN,Dh2 Bf8 ... Ig8!,962714358517938642...
//
// `Moves` are separated by one blank, without the one that was a fault. `Solution` has the 81
// digits by rows where the last move is a claim or the last cell, and is empty elsewhere.
#pragma once

#include <string_view>

#include "rules/recorded_game.hpp"

namespace rules::sudoku {

// Words of official results besides those of every game.
inline constexpr std::string_view not_unique = "NO_UNIQUE_CLAIM";
inline constexpr std::string_view no_solutions = "NO_SOLUTIONS_LEFT";
inline constexpr std::string_view not_fewer = "NO_SOLUTION_DECREASED";
inline constexpr std::string_view doubled = "DOUBLED_SOMEWHERE";

const RecordFormat& record_format() noexcept;

}  // namespace rules::sudoku
