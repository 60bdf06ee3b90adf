// Sudoku (CodeCup 2024): two players fill one grid, and who first says rightly that it has exactly
// one solution wins.
//
// Rules. A grid of 9x9 cells, rows A-I, columns a-i, boxes of 3x3, empty at first. By turns a
// player puts a digit 1-9 into an empty cell. No digit may occur twice in a row, column or box; at
// least one solution must be left; and the number of solutions must become smaller, that is, some
// solution had another digit in that cell ("Jelmer's rule"). With `!` behind the move, or by `!`
// alone, a player claims that the grid, with the move, has exactly one solution; a claim ends the
// game.
//
// Figures. At most 81 moves; a grid that has one solution allows nothing but `!`. 30 s, no limit on
// memory; nothing is dealt. A deal may be `without-jelmers-rule`: the rules of the test
// competitions 1 to 3, under which a grid can be filled to the end. How far solutions are looked
// for: position.hpp.
//
// Protocol. The first player reads `Start`, then each seat reads every move of its opponent as it
// was written, `Dg7`, `Dg7!` or `!`, and at the end `Quit` in place of the last one.
//
// Result. A right claim wins 2-1. A fault ends the game and loses: 1-2 if it was the time, or a
// move that leaves no solution or does not make their number smaller, else 0-2. 81 digits without a
// claim are a draw, 1-1. The score is 0 as long as nobody has won; `game_points` and `board_points`
// are always 0.
//
// Random moves. Legal moves by cell, Aa, Ab, ..., Ii, and digit, each followed by the same move
// with `!` if the claim is right; then `!` alone if that is. Move number below(n) of these n, one
// draw. This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - A digit twice in a row, column or box loses 0-2, no solution left or their number not smaller
//   1-2 [page] [records]: sudoku.cpp, forfeit_for().
// - Time loses 1-2; an illegal line, a false claim, a crash and leaving early 0-2 [records]:
//   sudoku.cpp, forfeit_for().
// - `!` alone is a claim [records]: sudoku.cpp, parse_move().
// - Jelmer's rule is of September 2023; official games with smaller numbers than those of the
//   fourth test competition were played before it [records]: recorded.cpp, deal_of().
// - 81 digits without a claim are a draw, 1-1 [records]: sudoku.cpp, result().
// - A move that has to be refused for several reasons is refused for the first of these: the form,
//   the cell, a digit twice, no solution, their number, the claim [ours]: sudoku.cpp, play().
// - A search that is given up counts as one that found a solution [ours]: position.hpp, most_steps.
// - 30 s for a game, as in the years around [ours]: sudoku.cpp, info().
// - Moves are relayed unchanged [bots]. Both seats read `Quit` at the end, the loser in place of
//   the last move [ours]; officially the winner reads nothing more [bots]:
//   rules/correspondence.hpp.
// - Equal sums share a place [ours]: sudoku.cpp, info().
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_info.hpp"
#include "rules/recorded_game.hpp"
#include "rules/scene.hpp"
#include "rules/sudoku/position.hpp"

namespace rules::sudoku {

GameInfo info();

// Words of official results besides those of every game.
inline constexpr std::string_view not_unique = "NO_UNIQUE_CLAIM";
inline constexpr std::string_view no_solutions = "NO_SOLUTIONS_LEFT";
inline constexpr std::string_view not_fewer = "NO_SOLUTION_DECREASED";
inline constexpr std::string_view doubled = "DOUBLED_SOMEWHERE";

// Official recorded games of Sudoku (see rules/recorded_game.hpp).
//
//   Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves,Solution
//   237973,1,swiss,Ann,1,LOSE,Bob,2,WIN,Dh2 Bf8 ... Ig8!,962714358517938642...
//
// `Moves` are separated by one blank, without the one that was a fault. `Solution` has the 81
// digits by rows where the last move is a claim or the last cell, and is empty elsewhere.
const RecordFormat& record_format() noexcept;

// The board of a scene (rules/scene.hpp).
const Layout& layout();

// Follows the digits of a seat where colours cannot be told apart.
constexpr char sign_of(Seat seat) noexcept { return seat == Seat::first ? 'r' : 'b'; }

// All that a scene needs of a game.
struct Picture {
  const Grid& grid;
  const std::array<Seat, cell_count>& owners;  // of the digits
  std::optional<std::size_t> last;             // the cell of the last move
  std::optional<Seat> to_move;                 // none when the game is over
  std::string status;
  std::vector<Move> legal;       // of the seat to move
  std::string note;              // if there is one
  std::optional<Grid> solution;  // that was claimed
};
Scene scene_of(const Picture& picture);

}  // namespace rules::sudoku
