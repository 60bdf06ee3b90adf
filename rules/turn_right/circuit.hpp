// One circuit: a closed path along rows and columns that visits no square twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.hpp"

namespace rules::turn_right {

// The 36 squares of the board.
inline constexpr int side = 6;
inline constexpr int square_count = side * side;

// A square by its place in the page's order a1 < a2 < ... < a6 < b1 < ... < f6:
// 0..35. Going up one square adds 1, going right one square adds 6.
using Square = std::uint8_t;

constexpr Square square_at(int column, int row) noexcept {
  return static_cast<Square>(column * side + row);
}
constexpr int column_of(Square square) noexcept { return square / side; }  // 0 is column a
constexpr int row_of(Square square) noexcept { return square % side; }     // 0 is row 1

constexpr char column_name(Square square) noexcept {
  return static_cast<char>('a' + column_of(square));
}
constexpr char row_name(Square square) noexcept { return static_cast<char>('1' + row_of(square)); }

// The square with exactly this name, "a1".."f6".
constexpr std::optional<Square> find_square(std::string_view name) noexcept {
  if (name.size() != 2) return std::nullopt;
  const int column = name[0] - 'a';
  const int row = name[1] - '1';
  if (column < 0 || column >= side || row < 0 || row >= side) return std::nullopt;
  return square_at(column, row);
}

// No circuit on this board has more corners, and no rule ever asks for more.
inline constexpr int most_corners = 28;

// Calls visit(from, to) for every single step along the closed path through
// `corners`, in the order listed. Precondition: each two neighbours in the list,
// last and first included, are different squares of one row or one column.
template <typename Visit>
constexpr void for_each_step(std::span<const Square> corners, Visit visit) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const int end = corners[i + 1 < corners.size() ? i + 1 : 0];
    int at = corners[i];
    const int step = (end > at ? 1 : -1) * (at % side == end % side ? side : 1);
    while (at != end) {
      visit(static_cast<Square>(at), static_cast<Square>(at + step));
      at += step;
    }
  }
}

// A legal circuit in the form in which it is relayed: its corners clockwise,
// beginning with the lowest square. That square is always a corner, the lower end
// of the circuit's leftmost side, so the first step goes up.
class Circuit {
 public:
  // The empty list, not a circuit yet.
  Circuit() = default;

  // Reads a circuit as bots write it ("a4-d4-d1-a1": clockwise, from any corner)
  // into `out`. Refuses, each with a reason of its own and leaving `out` alone:
  //   - what is not a square, and empty names (a '-' at an end or doubled);
  //   - fewer than 4 corners, or more than `max_corners`;
  //   - the same square twice in a row, or as the first and the last;
  //   - neighbours neither in one row nor in one column;
  //   - a listed square where the path does not turn;
  //   - a corner listed twice, or a square passed twice;
  //   - counter-clockwise order.
  // Any bytes and any length are allowed in `text`. `max_corners` is at most
  // most_corners.
  static Verdict parse(std::string_view text, int max_corners, Circuit& out);

  // Adds the next corner. Only for those who already know the whole circuit in its
  // relayed form; nothing is checked. Precondition: fewer than 28 corners so far.
  void push_back(Square corner) noexcept { corners_[size_++] = corner; }

  [[nodiscard]] std::span<const Square> corners() const noexcept {
    return {corners_.data(), size_};
  }

  // Appends the relayed form, "a1-a4-d4-d1": 3 characters a corner, less one.
  void write(MoveLine& out) const noexcept;

 private:
  std::array<Square, most_corners> corners_{};
  std::uint8_t size_ = 0;
};

// The same form as a string, for messages and tests.
std::string to_string(std::span<const Square> corners);

// The list of all 1,222,363 circuits of the board, in a fixed order, without
// storing it: the n-th circuit is computed from its number.
//
// A circuit is known completely by its bridges, the steps it takes between
// neighbouring columns: six bits for each of the five gaps a-b, b-c, ... e-f, bit r
// for row r+1. The steps inside a column follow, since every square has an even
// number of them. The list is ordered by the bridges of gap a-b, read as a number,
// then by those of b-c, and so on. Circuits with too many corners are left out and
// the rest keep their order.
//
// How: from left to right a column can tell only the bridges on its left and which
// of them the columns before have already connected (Motzkin words: 50 states, and
// "nothing yet" and "closed"). For each state, column and number of corners left, a
// table holds in how many ways the circuit can be completed; walking these counts
// turns a number into a circuit, in about a quarter of a microsecond. The tables take
// 27 kB and are built in about 0.3 ms when first asked for.
class CircuitList {
 public:
  // The one list; safe to call from several threads.
  static const CircuitList& instance();

  // The number of circuits with at most `max_corners` corners (4..28).
  [[nodiscard]] std::uint32_t size(int max_corners) const noexcept;

  // Circuit number `index` among those with at most `max_corners` corners.
  // Preconditions: max_corners is 4..28, index < size(max_corners).
  [[nodiscard]] Circuit at(int max_corners, std::uint32_t index) const noexcept;

 private:
  static constexpr std::size_t state_count = 52;
  // A circuit has two corners for each straight piece in a column ("run").
  static constexpr std::size_t most_runs = most_corners / 2;

  // What one column can do: leave by these bridges and so change the state.
  struct Column {
    std::uint8_t bridges;
    std::uint8_t runs;
    std::uint8_t next;
  };
  // In ascending order of bridges.
  struct Columns {
    std::array<Column, 32> items;
    std::size_t size = 0;
  };
  using WaysByRuns = std::array<std::uint32_t, most_runs + 1>;

  CircuitList();
  void find_states();
  void count_ways();

  std::array<Columns, state_count> columns_{};
  // ways_[c][s][k]: completions from state s after c columns with k runs at most.
  std::array<std::array<WaysByRuns, state_count>, side + 1> ways_{};
};

}  // namespace rules::turn_right
