// The lines that the two seats have been given, in games with the simplest protocol: a seat first
// reads an opening of its own, then every move of its opponent as it was written, and at the end
// `Quit`.
//
// The final move of a game is not passed on; `Quit` comes in its place. A seat that
// forfeits reads `Quit` at once and nothing after that; lines that it has not been
// given yet are dropped.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/game.hpp"
#include "rules/two_seats.hpp"

namespace rules {

// The moves of a game of at most `max_plies` moves of at most `max_length` characters, played by
// turns, Seat::first at ply 0. All the moves are kept inside the object, so that recording one
// allocates nothing and late readers still get every line.
template <std::size_t max_plies, std::size_t max_length>
class Correspondence {
 public:
  // The number of moves recorded.
  [[nodiscard]] std::size_t plies() const noexcept { return plies_; }

  // The seat whose turn it is.
  [[nodiscard]] Seat to_move() const noexcept {
    return plies_ % 2 == 0 ? Seat::first : Seat::second;
  }

  // Text for drawings: ", last: red b3d5", or nothing before the first move.
  [[nodiscard]] std::string last_text(const std::array<std::string_view, 2>& seat_names) const {
    if (plies_ == 0) return {};
    return ", last: " + std::string(seat_names[index(other(to_move()))]) + " " +
           std::string(last());
  }

  // The last move recorded, empty before the first.
  [[nodiscard]] std::string_view last() const noexcept {
    return plies_ == 0 ? std::string_view() : moves_[plies_ - 1].view();
  }

  // Appends a move. Preconditions: plies() < max_plies, move.size() <= max_length.
  void record(std::string_view move) noexcept {
    Move& slot = moves_[plies_++];
    std::copy(move.begin(), move.end(), slot.text.begin());
    slot.size = static_cast<std::uint8_t>(move.size());
  }

  void forfeit(Seat seat) noexcept { desks_[index(seat)].forfeited = true; }
  [[nodiscard]] bool forfeited(Seat seat) const noexcept { return desks_[index(seat)].forfeited; }
  [[nodiscard]] bool both_forfeited() const noexcept {
    return forfeited(Seat::first) && forfeited(Seat::second);
  }

  // Game::take_lines. `opening` is what this seat reads first, complete lines;
  // `over` says whether the game is over, which makes the last move the final one.
  void take(Seat seat, std::string_view opening, bool over, std::string& out) {
    Desk& desk = desks_[index(seat)];
    if (desk.closed) return;
    if (!desk.forfeited) hand_out(desk, opening, over && plies_ > 0 ? plies_ - 1 : plies_, out);
    if (over || desk.forfeited) {
      out += "Quit\n";
      desk.closed = true;
    }
  }

 private:
  struct Move {
    std::array<char, max_length> text{};
    std::uint8_t size = 0;

    [[nodiscard]] std::string_view view() const noexcept { return {text.data(), size}; }
  };

  // The progress of one seat's reading.
  struct Desk {
    std::size_t next = 0;  // the ply of the opponent that is to be read next
    bool opened = false;   // the opening has been read
    bool forfeited = false;
    bool closed = false;  // `Quit` has been read
  };

  void hand_out(Desk& desk, std::string_view opening, std::size_t end, std::string& out) {
    if (!desk.opened) out += opening;
    desk.opened = true;
    for (; desk.next < end; desk.next += 2) {
      out += moves_[desk.next].view();
      out += '\n';
    }
  }

  std::array<Move, max_plies> moves_{};
  std::size_t plies_ = 0;
  // The first seat reads the plies 1, 3, 5, ..., the second one 0, 2, 4, ...
  std::array<Desk, 2> desks_{Desk{.next = 1}, Desk{.next = 0}};
};

}  // namespace rules
