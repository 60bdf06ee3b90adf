// What there is to see in a position of Sudoku (rules/scene.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/scene.hpp"
#include "rules/sudoku/moves.hpp"

namespace rules::sudoku {

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
