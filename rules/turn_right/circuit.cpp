#include "rules/turn_right/circuit.hpp"

#include <algorithm>
#include <bit>

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

}  // namespace rules::turn_right
