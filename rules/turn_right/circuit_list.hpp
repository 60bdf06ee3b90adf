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
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/turn_right/circuit.hpp"

namespace rules::turn_right {

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
