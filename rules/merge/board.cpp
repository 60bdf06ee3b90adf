#include "rules/merge/board.hpp"

namespace rules::merge {
namespace {

constexpr unsigned left_column = 0x1111;
constexpr unsigned right_column = 0x8888;
constexpr unsigned top_row = 0x000f;
constexpr unsigned bottom_row = 0xf000;

constexpr unsigned bit(Direction direction) noexcept {
  return 1U << static_cast<unsigned>(direction);
}

// The directions in which some piece has an empty field before it. There is a gap
// in a line exactly if some piece has one right before itself.
constexpr unsigned packing_slides(unsigned occupied) noexcept {
  const unsigned empty = ~occupied & 0xffffU;
  unsigned result = 0;
  if ((occupied & ~top_row & (empty << 4U)) != 0) result |= bit(Direction::up);
  if ((occupied & ~bottom_row & (empty >> 4U)) != 0) result |= bit(Direction::down);
  if ((occupied & ~left_column & (empty << 1U)) != 0) result |= bit(Direction::left);
  if ((occupied & ~right_column & (empty >> 1U)) != 0) result |= bit(Direction::right);
  return result;
}

// A line is walked from its first field in equal steps. Do two of its pieces with
// nothing but empty fields between them have the same value?
template <std::size_t step>
bool pair_in_line(const Piece* first) noexcept {
  unsigned before = 0;
  bool found = false;
  for (std::size_t i = 0; i < side; ++i) {
    const unsigned rank = first[i * step].rank();
    found |= rank != 0 && rank == before;
    before = rank != 0 ? rank : before;
  }
  return found;
}

}  // namespace

void Board::place(std::size_t field, Piece piece) noexcept {
  fields_[field] = piece;
  occupied_ = static_cast<Fields>(occupied_ | 1U << field);
  sum_ += piece.value();
}

bool Board::slide(Direction direction) noexcept {
  const auto before = fields_;
  for (std::size_t line = 0; line < side; ++line) {
    switch (direction) {
      case Direction::up:
        slide_line(line, 4);
        break;
      case Direction::down:
        slide_line(12 + line, -4);
        break;
      case Direction::left:
        slide_line(4 * line, 1);
        break;
      case Direction::right:
        slide_line(4 * line + 3, -1);
        break;
    }
  }
  return fields_ != before;
}

// The line begins at the edge to which it slides, at `first`.
void Board::slide_line(std::size_t first, std::ptrdiff_t step) noexcept {
  const auto field = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) +
                                    static_cast<std::ptrdiff_t>(i) * step);
  };
  // One more than the line holds, so that every piece has a next one, be it empty.
  std::array<Piece, side + 1> pieces{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < side; ++i) {
    const Piece piece = fields_[field(i)];
    pieces[count] = piece;
    if (!piece.empty()) ++count;
  }
  pieces[count] = Piece();

  std::array<Piece, side> packed{};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Piece piece = pieces[i];
    const Piece next = pieces[i + 1];
    if (piece.rank() != next.rank()) {
      packed[kept++] = piece;
      continue;
    }
    ++i;  // the pair is done
    if (piece == next) {
      packed[kept++] = piece.tripled();
      sum_ += piece.value();
    } else {
      sum_ -= 2 * piece.value();
    }
  }

  unsigned occupied = occupied_;
  for (std::size_t i = 0; i < side; ++i) {
    fields_[field(i)] = packed[i];
    const unsigned mask = 1U << field(i);
    occupied = i < kept ? occupied | mask : occupied & ~mask;
  }
  occupied_ = static_cast<Fields>(occupied);
}

Board::Directions Board::changing_slides() const noexcept {
  constexpr unsigned columns = bit(Direction::up) | bit(Direction::down);
  constexpr unsigned rows = bit(Direction::left) | bit(Direction::right);
  unsigned result = packing_slides(occupied_);
  // A pair reacts in both directions of its line.
  if ((result & columns) != columns && pair_in_columns()) result |= columns;
  if ((result & rows) != rows && pair_in_rows()) result |= rows;
  return static_cast<Directions>(result);
}

bool Board::any_slide_changes() const noexcept {
  return !empty() && (!full() || pair_in_rows() || pair_in_columns());
}

bool Board::pair_in_rows() const noexcept {
  bool found = false;
  for (std::size_t row = 0; row < side; ++row) found |= pair_in_line<1>(&fields_[4 * row]);
  return found;
}

bool Board::pair_in_columns() const noexcept {
  bool found = false;
  for (std::size_t column = 0; column < side; ++column) found |= pair_in_line<4>(&fields_[column]);
  return found;
}

}  // namespace rules::merge
