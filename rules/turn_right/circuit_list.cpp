#include "rules/turn_right/circuit_list.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

namespace rules::turn_right {
namespace {

constexpr unsigned bridge_sets = 1U << side;
constexpr std::uint8_t none = 0xff;

// The bridges of a gap: for each row the row of the bridge it is connected with by
// the columns to the left, or `none` where there is no bridge.
using Links = std::array<std::uint8_t, side>;

constexpr Links no_bridges{none, none, none, none, none, none};

unsigned rows_of(const Links& links) noexcept {
  unsigned rows = 0;
  for (unsigned row = 0; row < side; ++row) {
    if (links[row] != none) rows |= 1U << row;
  }
  return rows;
}

// The pieces of path inside one column. Each has two ends, at the bridge of row r
// on the left (end r) or on the right (end side + r); mate[end] is the other end.
struct Pieces {
  std::array<std::uint8_t, 2 * side> mate{};
  std::uint8_t runs = 0;  // pieces with steps inside the column
};

// The only way to connect these bridges inside a column, if there is one.
std::optional<Pieces> connect(unsigned left, unsigned right) noexcept {
  Pieces pieces;
  std::uint8_t open = none;  // the end at which the run coming from below began
  const auto link = [&](std::uint8_t a, std::uint8_t b) {
    pieces.mate[a] = b;
    pieces.mate[b] = a;
  };
  for (unsigned row = 0; row < side; ++row) {
    const bool on_left = (left >> row & 1U) != 0;
    const bool on_right = (right >> row & 1U) != 0;
    const auto left_end = static_cast<std::uint8_t>(row);
    const auto right_end = static_cast<std::uint8_t>(side + row);
    if (on_left && on_right) {
      if (open != none) return std::nullopt;  // the path would cross itself
      link(left_end, right_end);
    } else if (on_left || on_right) {
      const std::uint8_t end = on_left ? left_end : right_end;
      if (open == none) {
        open = end;
      } else {
        link(open, end);
        open = none;
        ++pieces.runs;
      }
    }
  }
  if (open != none) return std::nullopt;
  return pieces;
}

// Where the path goes on the left from `end`: to the right, at the end returned, or
// around to `stop`. Adds the rows of all left bridges it takes to `taken`.
std::uint8_t follow(const Pieces& pieces, const Links& left, std::uint8_t end, std::uint8_t stop,
                    unsigned& taken) noexcept {
  while (end < side) {
    taken |= 1U << end | 1U << left[end];
    end = left[end];
    if (end == stop) return end;
    end = pieces.mate[end];
  }
  return end;
}

// The links on the right side of a column; nothing if a part of the path would be
// closed while other parts are still open. No bridges on the right means that the
// circuit is closed (or that there is no circuit, with no bridge on the left).
std::optional<Links> pass(const Pieces& pieces, const Links& left, unsigned right) noexcept {
  Links links = no_bridges;
  unsigned taken = 0;
  for (unsigned row = 0; row < side; ++row) {
    if ((right >> row & 1U) == 0) continue;
    const std::uint8_t end = follow(pieces, left, pieces.mate[side + row], none, taken);
    links[row] = static_cast<std::uint8_t>(end - side);
  }
  const unsigned left_rows = rows_of(left);
  if (right == 0 && left_rows != 0) {
    const auto first = static_cast<std::uint8_t>(std::countr_zero(left_rows));
    follow(pieces, left, pieces.mate[first], first, taken);
  }
  if (taken != left_rows) return std::nullopt;
  return links;
}

constexpr std::uint8_t nothing_yet = 0;
constexpr std::uint8_t closed = 1;

// The vertical steps inside a column: a step up from a row is taken if the bridges
// at and below that row are odd in number.
unsigned steps_up(unsigned left, unsigned right) noexcept {
  unsigned steps = left ^ right;
  steps ^= steps << 1;
  steps ^= steps << 2;
  steps ^= steps << 4;
  return steps & (bridge_sets - 1);
}

// Walks from the lowest square upwards, that is clockwise. Bit s of `up` and
// `right` says that the circuit has the step from square s up or right.
Circuit trace(std::uint64_t up, std::uint64_t right) noexcept {
  const auto has = [](std::uint64_t steps, int square) { return (steps >> square & 1U) != 0; };
  Circuit circuit;
  const int start = std::countr_zero(right);
  int at = start;
  do {
    circuit.push_back(static_cast<Square>(at));
    if (has(up, at)) {
      do ++at;
      while (has(up, at));
    } else {
      do --at;
      while (at > 0 && has(up, at - 1));
    }
    circuit.push_back(static_cast<Square>(at));
    if (has(right, at)) {
      do at += side;
      while (has(right, at));
    } else {
      do at -= side;
      while (at >= side && has(right, at - side));
    }
  } while (at != start);
  return circuit;
}

}  // namespace

const CircuitList& CircuitList::instance() {
  static const CircuitList list;
  return list;
}

CircuitList::CircuitList() {
  find_states();
  count_ways();
}

void CircuitList::find_states() {
  // Both first states have no bridges; they differ in what may follow.
  std::vector<Links> states{no_bridges, no_bridges};
  states.reserve(state_count);
  const auto number_of = [&](const Links& links) {
    const auto number = std::find(states.begin() + 2, states.end(), links) - states.begin();
    if (static_cast<std::size_t>(number) == states.size()) states.push_back(links);
    return static_cast<std::uint8_t>(number);
  };
  columns_[closed].items[0] = {0, 0, closed};
  columns_[closed].size = 1;
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (state == closed) continue;
    const Links left = states[state];
    for (unsigned right = 0; right < bridge_sets; ++right) {
      const auto pieces = connect(rows_of(left), right);
      if (!pieces) continue;
      const auto links = pass(*pieces, left, right);
      if (!links) continue;
      const std::uint8_t next = right != 0             ? number_of(*links)
                                : state == nothing_yet ? nothing_yet
                                                       : closed;
      Columns& columns = columns_[state];
      columns.items[columns.size++] = {static_cast<std::uint8_t>(right), pieces->runs, next};
    }
  }
}

void CircuitList::count_ways() {
  ways_[side][closed].fill(1);
  for (std::size_t done = side; done-- > 0;) {
    for (std::size_t state = 0; state < state_count; ++state) {
      const Columns& columns = columns_[state];
      for (const Column& column : std::span(columns.items.data(), columns.size)) {
        for (std::size_t runs = column.runs; runs <= most_runs; ++runs) {
          ways_[done][state][runs] += ways_[done + 1][column.next][runs - column.runs];
        }
      }
    }
  }
}

std::uint32_t CircuitList::size(int max_corners) const noexcept {
  return ways_[0][nothing_yet][static_cast<std::size_t>(max_corners) / 2];
}

Circuit CircuitList::at(int max_corners, std::uint32_t index) const noexcept {
  std::size_t runs = static_cast<std::size_t>(max_corners) / 2;
  std::size_t state = nothing_yet;
  unsigned left = 0;
  std::uint64_t up = 0;
  std::uint64_t right = 0;
  for (std::size_t done = 0; done < side; ++done) {
    const Column* column = columns_[state].items.data();
    for (;; ++column) {
      if (column->runs > runs) continue;
      const std::uint32_t ways = ways_[done + 1][column->next][runs - column->runs];
      if (index < ways) break;
      index -= ways;
    }
    runs -= column->runs;
    state = column->next;
    up |= std::uint64_t{steps_up(left, column->bridges)} << (done * side);
    right |= std::uint64_t{column->bridges} << (done * side);
    left = column->bridges;
  }
  return trace(up, right);
}

}  // namespace rules::turn_right
