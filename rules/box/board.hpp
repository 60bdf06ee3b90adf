// The board of Box: which cells have which colour, where a tile may lie, and what
// the squares are worth. Knows nothing of seats, turns or the protocol.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/box/tile.hpp"

namespace rules::box {

class Board {
 public:
  static constexpr char empty_cell = '.';
  // A tile may cover at most this many occupied cells.
  static constexpr int overlap_limit = 4;

  // With the start tile in its place and nothing else.
  explicit Board(const Tile& start) noexcept;

  // Lays a tile; its colours replace what they cover. Precondition: it fits.
  void place(Placement placement, const Tile& tile) noexcept;

  // May a tile lie here? Its colours do not matter. Precondition: it fits.
  [[nodiscard]] bool legal(Placement placement) const noexcept;

  // How many placements are legal; 0 means that the game is over.
  [[nodiscard]] int legal_count() const noexcept { return legal_count_; }

  // The legal placement with this index, 0..legal_count()-1, in the order: all of
  // h before all of v; within a direction row A first; within a row column a first.
  // This order is part of what a random move is (see box.hpp): never change it.
  [[nodiscard]] Placement legal_at(int index) const noexcept;

  // How many of the twelve cells are occupied. Precondition: it fits.
  [[nodiscard]] int overlap(Placement placement) const noexcept;

  // '1'..'6' or empty_cell.
  [[nodiscard]] char colour_at(Cell cell) const noexcept { return cells_[cell_index(cell)]; }

  // The points of all squares of `colour` ('1'..'6'): every square with sides
  // parallel to the board's whose four corner cells have the colour gives the
  // length of its side in cells, minus one (16x16: 15). What lies between the
  // corners does not matter, and squares may overlap.
  [[nodiscard]] int points(char colour) const noexcept;

 private:
  static constexpr std::size_t rows = row_count;
  static constexpr std::size_t h_rows = 15;
  static constexpr std::size_t v_rows = 11;

  static constexpr std::size_t cell_index(Cell cell) noexcept {
    return static_cast<std::size_t>(cell.row * column_count + cell.column);
  }
  static constexpr std::size_t legal_index(Placement placement) noexcept {
    return static_cast<std::size_t>(placement.row) +
           (placement.direction == Direction::horizontal ? 0 : h_rows);
  }

  void put(Placement placement, const Tile& tile) noexcept;
  void find_legal() noexcept;

  std::array<char, rows * column_count> cells_;
  // Bit c of element r+1 is the cell in row r, column c; a row of nothing above
  // and below spares the neighbours of a row a special case.
  std::array<std::uint32_t, rows + 2> occupied_{};
  // Bit c: a tile with its top left cell in column c is legal. First the rows of h
  // (A-O), then those of v (A-K); beside them the number of bits in each row.
  std::array<std::uint32_t, h_rows + v_rows> legal_{};
  std::array<std::uint32_t, h_rows + v_rows> legal_in_row_{};
  int legal_count_ = 0;
};

}  // namespace rules::box
