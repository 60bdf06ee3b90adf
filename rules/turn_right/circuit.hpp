// One circuit: a closed path along rows and columns that visits no square twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.hpp"
#include "rules/turn_right/square.hpp"

namespace rules::turn_right {

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

}  // namespace rules::turn_right
