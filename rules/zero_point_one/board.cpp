#include "rules/zero_point_one/board.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "rules/quote.hpp"
#include "rules/two_seats.hpp"

namespace rules::zero_point_one {
namespace {

// How far a kind leaps along one axis and along the other one, in any direction.
constexpr std::array<std::pair<int, int>, kind_count> offsets{
    {{2, 2}, {0, 2}, {1, 1}, {1, 2}, {0, 1}}};

constexpr char lower_case_bit = 'a' - 'A';

constexpr auto leap_table = [] {
  std::array<std::array<Squares, square_count>, kind_count> table{};
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    const auto [one, two] = offsets[kind];
    for (int from = 0; from < side * side; ++from) {
      for (int to = 0; to < side * side; ++to) {
        const int rows =
            from / side > to / side ? from / side - to / side : to / side - from / side;
        const int columns =
            from % side > to % side ? from % side - to % side : to % side - from % side;
        if ((rows == one && columns == two) || (rows == two && columns == one)) {
          table[kind][static_cast<std::size_t>(from)] |= bit(static_cast<Square>(to));
        }
      }
    }
  }
  return table;
}();

}  // namespace

std::string name_of(Square square) {
  return {static_cast<char>('a' + square / side), static_cast<char>('1' + square % side)};
}

std::optional<Square> find_square(std::string_view name) noexcept {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') {
    return std::nullopt;
  }
  return static_cast<Square>(side * (name[0] - 'a') + (name[1] - '1'));
}

char letter_of(Kind kind, Seat seat) noexcept {
  const char letter = letters[index(kind)];
  return seat == Seat::first ? letter : static_cast<char>(letter | lower_case_bit);
}

std::string_view name_of(Kind kind) noexcept {
  constexpr std::array<std::string_view, kind_count> names{"Alfil", "Dabbaba", "Ferz", "Knight",
                                                           "Wazir"};
  return names[index(kind)];
}

std::optional<Kind> find_kind(char letter) noexcept {
  for (const Kind kind : kinds) {
    if (letter == letter_of(kind, Seat::first) || letter == letter_of(kind, Seat::second)) {
      return kind;
    }
  }
  return std::nullopt;
}

Squares leaps(Kind kind, Square from) noexcept { return leap_table[index(kind)][from]; }

Squares home(Seat seat) noexcept {
  constexpr Squares first = 0xffff;
  return seat == Seat::first ? first : first << (square_count - piece_count);
}

void Board::put(Kind kind, Seat seat, Square square) noexcept {
  letters_[square] = letter_of(kind, seat);
  squares_[rules::index(seat)] |= bit(square);
}

std::optional<Kind> Board::leap(Square from, Square to) noexcept {
  const Seat mover = owner(from);
  const std::optional<Kind> captured = find_kind(letters_[to]);
  if (captured) {
    squares_[rules::index(other(mover))] &= ~bit(to);
    ++hands_[rules::index(mover)][index(*captured)];
  }
  letters_[to] = std::exchange(letters_[from], empty);
  Squares& own = squares_[rules::index(mover)];
  own = (own & ~bit(from)) | bit(to);
  return captured;
}

void Board::drop(Kind kind, Seat seat, Square square) noexcept {
  --hands_[rules::index(seat)][index(kind)];
  put(kind, seat, square);
}

Squares Board::targets(Square from) const noexcept {
  return leaps(*find_kind(letters_[from]), from) & ~of(owner(from));
}

std::string Board::hand_text(Seat seat) const {
  std::string text;
  for (const Kind kind : kinds) text.append(in_hand(kind, seat), letter_of(kind, seat));
  return text.empty() ? "nothing" : text;
}

namespace {

constexpr std::string_view wanted =
    "a set-up is 16 letters for your two home rows, 8 A, 4 D, 2 F, 1 N and 1 W in any order";

Verdict refuse(const std::string& what) {
  return Verdict::refused(what + "; " + std::string(wanted));
}

constexpr bool is_lower(char letter) noexcept { return letter >= 'a'; }

}  // namespace

Order set_up(std::uint32_t number) noexcept {
  Order order{};
  auto left = kind_counts;
  std::uint64_t orders = set_up_count;  // of what is left
  for (std::uint32_t pieces = piece_count; pieces > 0; --pieces) {
    for (const Kind kind : kinds) {
      const std::uint64_t with_this_first = orders * left[index(kind)] / pieces;
      if (number >= with_this_first) {
        number -= static_cast<std::uint32_t>(with_this_first);
        continue;
      }
      order[piece_count - pieces] = kind;
      --left[index(kind)];
      orders = with_this_first;
      break;
    }
  }
  return order;
}

Verdict parse_set_up(std::string_view line, Order& out) {
  if (line.size() != piece_count) {
    return refuse(in_quotes(line) + " has " + std::to_string(line.size()) +
                  (line.size() == 1 ? " character" : " characters"));
  }
  std::array<int, kind_count> found{};
  for (std::size_t i = 0; i < piece_count; ++i) {
    const std::optional<Kind> kind = find_kind(line[i]);
    if (!kind) return refuse(in_quotes(line.substr(i, 1)) + " is not a piece");
    if (is_lower(line[i]) != is_lower(line[0])) {
      return refuse(in_quotes(line) + " mixes upper and lower case");
    }
    out[i] = *kind;
    ++found[index(*kind)];
  }
  for (const Kind kind : kinds) {
    if (found[index(kind)] == kind_counts[index(kind)]) continue;
    return refuse(in_quotes(line) + " has " + std::to_string(found[index(kind)]) + " " +
                  letter_of(kind, Seat::first) + " instead of " +
                  std::to_string(kind_counts[index(kind)]));
  }
  return {};
}

}  // namespace rules::zero_point_one
