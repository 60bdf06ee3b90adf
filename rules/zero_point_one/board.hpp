// The board of 0.1 with its pieces and hands, and how pieces leap.
//
// A square is a row a-h and a column 1-8; its number counts a1, a2, ..., a8, b1, ..., h8 from 0.
// A piece is a letter: A, D, F, N or W for Red, the same in lower case for Blue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/game.hpp"

namespace rules::zero_point_one {

inline constexpr int side = 8;
inline constexpr std::size_t square_count = 64;

using Square = std::uint8_t;
// Bit i is the square with the number i.
using Squares = std::uint64_t;

constexpr Squares bit(Square square) noexcept { return Squares{1} << square; }

// "b5"
std::string name_of(Square square);
std::optional<Square> find_square(std::string_view name) noexcept;

// In the order of their letters.
enum class Kind : std::uint8_t { alfil, dabbaba, ferz, knight, wazir };
inline constexpr std::size_t kind_count = 5;
inline constexpr std::array kinds{Kind::alfil, Kind::dabbaba, Kind::ferz, Kind::knight,
                                  Kind::wazir};
inline constexpr std::string_view letters = "ADFNW";
// How many of each kind a seat begins with.
inline constexpr std::array<std::uint8_t, kind_count> kind_counts{8, 4, 2, 1, 1};
inline constexpr std::size_t piece_count = 16;

constexpr std::size_t index(Kind kind) noexcept { return static_cast<std::size_t>(kind); }

// 'A' or 'a'.
char letter_of(Kind kind, Seat seat) noexcept;
// "Alfil", "Dabbaba", ...
std::string_view name_of(Kind kind) noexcept;
// The kind of a letter, whatever its case.
std::optional<Kind> find_kind(char letter) noexcept;

// The squares that a piece of this kind reaches from a square with one leap, occupied or not.
Squares leaps(Kind kind, Square from) noexcept;

// The squares that a seat sets up: a1-a8, b1-b8, or g1-g8, h1-h8.
Squares home(Seat seat) noexcept;

class Board {
 public:
  static constexpr char empty = '.';

  // Puts a piece on an empty square.
  void put(Kind kind, Seat seat, Square square) noexcept;
  // Moves the piece on `from`, which is there, to `to`. A piece on `to` is captured: it goes to the
  // hand of the capturing seat, and its kind is returned.
  std::optional<Kind> leap(Square from, Square to) noexcept;
  // Puts a piece from the hand, which is there, on an empty square.
  void drop(Kind kind, Seat seat, Square square) noexcept;

  // The letter of the piece on a square, or `empty`.
  [[nodiscard]] char at(Square square) const noexcept { return letters_[square]; }
  // The squares with pieces of a seat.
  [[nodiscard]] Squares of(Seat seat) const noexcept { return squares_[rules::index(seat)]; }
  [[nodiscard]] Squares free() const noexcept { return ~(squares_[0] | squares_[1]); }
  // Where the piece on a square may leap. Precondition: there is one.
  [[nodiscard]] Squares targets(Square from) const noexcept;
  // How many pieces of a kind a seat has in hand.
  [[nodiscard]] unsigned in_hand(Kind kind, Seat seat) const noexcept {
    return hands_[rules::index(seat)][index(kind)];
  }
  // Their letters: "AAD", or "nothing".
  [[nodiscard]] std::string hand_text(Seat seat) const;

 private:
  [[nodiscard]] Seat owner(Square square) const noexcept {
    return (squares_[0] & bit(square)) != 0 ? Seat::first : Seat::second;
  }

  std::array<char, square_count> letters_ = [] {
    std::array<char, square_count> none{};
    none.fill(empty);
    return none;
  }();
  std::array<Squares, 2> squares_{};
  std::array<std::array<std::uint8_t, kind_count>, 2> hands_{};
};

// The first move of each seat in 0.1: its 16 pieces in any order, as a line of 16 letters for its
// home squares in the order of their numbers (a1-a8, b1-b8; g1-g8, h1-h8).
using Order = std::array<Kind, piece_count>;

// 16! / (8! 4! 2! 1! 1!)
inline constexpr std::uint32_t set_up_count = 10'810'800;

// Set-up number 0..set_up_count-1 in the order of dictionaries: AAAAAAAADDDDFFNW is number 0,
// WNFFDDDDAAAAAAAA the last one.
Order set_up(std::uint32_t number) noexcept;

// Accepted if the line is a set-up, which is then in `out`. All letters must have the same case,
// which may be that of either seat.
Verdict parse_set_up(std::string_view line, Order& out);

}  // namespace rules::zero_point_one
