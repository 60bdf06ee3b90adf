#include "rules/turn_right/circuit.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "rules/quote.hpp"

namespace rules::turn_right {
namespace {

using Corners = std::span<const Square>;

std::string name(Square square) { return {column_name(square), row_name(square)}; }

bool same_column(Square a, Square b) noexcept { return column_of(a) == column_of(b); }
bool same_row(Square a, Square b) noexcept { return row_of(a) == row_of(b); }

// Reads all names; keeps the first ones, as many as `kept` has room for. `count`
// becomes the number of names in the text.
Verdict read_names(std::string_view text, std::span<Square> kept, std::size_t& count) {
  count = 0;
  for (;;) {
    const std::size_t dash = std::min(text.find('-'), text.size());
    const std::string_view word = text.substr(0, dash);
    if (word.empty()) {
      return Verdict::refused(
          "empty square name: exactly one '-' between two squares, "
          "none at the ends");
    }
    const auto square = find_square(word);
    if (!square) return Verdict::refused(in_quotes(word) + " is not a square (a1 to f6)");
    if (count < kept.size()) kept[count] = *square;
    ++count;
    if (dash == text.size()) return {};
    text.remove_prefix(dash + 1);
  }
}

Verdict check_number(std::size_t count, int max_corners) {
  if (count < 4) {
    return Verdict::refused("too few corners: " + std::to_string(count) +
                            ", a circuit has at least 4");
  }
  if (count > static_cast<std::size_t>(max_corners)) {
    return Verdict::refused("too many corners: " + std::to_string(count) +
                            ", this circuit may have at most " + std::to_string(max_corners));
  }
  return {};
}

Verdict check_sides(Corners corners) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const bool closing = i + 1 == corners.size();
    const Square from = corners[i];
    const Square to = corners[closing ? 0 : i + 1];
    if (from == to) {
      return Verdict::refused(closing ? name(to) +
                                            " is listed first and last: a circuit closes "
                                            "by itself"
                                      : name(to) + " is listed twice in a row");
    }
    if (!same_column(from, to) && !same_row(from, to)) {
      return Verdict::refused(name(from) + " and " + name(to) +
                              " are neither in one row nor in one column");
    }
  }
  return {};
}

Verdict check_turns(Corners corners) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Square before = corners[i == 0 ? corners.size() - 1 : i - 1];
    const Square at = corners[i];
    const Square after = corners[i + 1 == corners.size() ? 0 : i + 1];
    if (same_column(before, at) == same_column(at, after)) {
      return Verdict::refused(name(at) + " is not a corner: " + name(before) + ", " + name(at) +
                              " and " + name(after) + " are in one line");
    }
  }
  return {};
}

Verdict check_squares_once(Corners corners) {
  std::uint64_t listed = 0;
  for (const Square corner : corners) {
    const std::uint64_t bit = std::uint64_t{1} << corner;
    if ((listed & bit) != 0) return Verdict::refused(name(corner) + " is listed twice");
    listed |= bit;
  }
  std::uint64_t passed = 0;
  std::uint64_t twice = 0;
  for_each_step(corners, [&](Square, Square to) {
    const std::uint64_t bit = std::uint64_t{1} << to;
    twice |= passed & bit;
    passed |= bit;
  });
  if (twice == 0) return {};
  const auto lowest = static_cast<Square>(std::countr_zero(twice));
  return Verdict::refused("the path passes " + name(lowest) +
                          " twice: a circuit may not cross or touch itself");
}

// From the lowest corner a clockwise list goes up, the other one right.
Verdict check_clockwise(Corners corners, std::size_t lowest) {
  const Square next = corners[lowest + 1 == corners.size() ? 0 : lowest + 1];
  if (same_column(corners[lowest], next)) return {};
  std::array<Square, most_corners> turned{};
  std::reverse_copy(corners.begin(), corners.end(), turned.begin());
  return Verdict::refused("counter-clockwise: the same circuit clockwise is " +
                          to_string(Corners(turned.data(), corners.size())));
}

}  // namespace

Verdict Circuit::parse(std::string_view text, int max_corners, Circuit& out) {
  std::array<Square, most_corners> kept{};
  std::size_t count = 0;
  if (Verdict verdict = read_names(text, kept, count); !verdict) return verdict;
  if (Verdict verdict = check_number(count, max_corners); !verdict) return verdict;
  const Corners listed(kept.data(), count);
  if (Verdict verdict = check_sides(listed); !verdict) return verdict;
  if (Verdict verdict = check_turns(listed); !verdict) return verdict;
  if (Verdict verdict = check_squares_once(listed); !verdict) return verdict;
  const auto lowest = std::min_element(listed.begin(), listed.end()) - listed.begin();
  if (Verdict verdict = check_clockwise(listed, static_cast<std::size_t>(lowest)); !verdict) {
    return verdict;
  }
  out.size_ = static_cast<std::uint8_t>(count);
  std::rotate_copy(listed.begin(), listed.begin() + lowest, listed.end(), out.corners_.begin());
  return {};
}

void Circuit::write(MoveLine& out) const noexcept {
  bool first = true;
  for (const Square corner : corners()) {
    if (!first) out.push_back('-');
    first = false;
    out.push_back(column_name(corner));
    out.push_back(row_name(corner));
  }
}

std::string to_string(std::span<const Square> corners) {
  std::string text;
  for (const Square corner : corners) {
    if (!text.empty()) text += '-';
    text += name(corner);
  }
  return text;
}

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
