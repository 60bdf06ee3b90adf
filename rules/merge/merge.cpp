#include "rules/merge/merge.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/correspondence.hpp"
#include "rules/merge/board.hpp"
#include "rules/quote.hpp"

namespace rules::merge {
namespace {

constexpr std::size_t longest_move = 2;  // "23"
static_assert(longest_move <= MoveLine::capacity);

// What a turn must be.
enum class Turn : std::uint8_t { blue, red, gray, slide };

// What differs between the games.
struct Variant {
  std::string_view name;
  std::span<const Turn> cycle;
};

constexpr std::array cycle_6561{Turn::blue, Turn::red, Turn::gray, Turn::slide, Turn::slide};
constexpr std::array cycle_2187{Turn::blue, Turn::red,   Turn::red,
                                Turn::blue, Turn::slide, Turn::slide};
constexpr Variant variant_6561{"6561", cycle_6561};
constexpr Variant variant_2187{"2187", cycle_2187};

constexpr Colour colour_of(Turn placement) noexcept {
  switch (placement) {
    case Turn::red:
      return Colour::red;
    case Turn::gray:
      return Colour::gray;
    default:
      return Colour::blue;
  }
}

constexpr std::string_view colour_name(Colour colour) noexcept {
  constexpr std::array<std::string_view, 3> names{"blue", "red", "gray"};
  return names[static_cast<std::size_t>(colour)];
}

constexpr std::array<std::string_view, 2> seat_names{"A", "B"};

// The field that a line of exactly two digits 1-4 names.
std::optional<std::size_t> parse_placement(std::string_view line) noexcept {
  if (line.size() != 2) return std::nullopt;
  const auto row = static_cast<unsigned>(line[0]) - '1';
  const auto column = static_cast<unsigned>(line[1]) - '1';
  if (row >= side || column >= side) return std::nullopt;
  return row * side + column;
}

// The direction that a line of exactly one letter U, D, L or R names.
std::optional<Direction> parse_slide(std::string_view line) noexcept {
  if (line.size() != 1) return std::nullopt;
  switch (line[0]) {
    case 'U':
      return Direction::up;
    case 'D':
      return Direction::down;
    case 'L':
      return Direction::left;
    case 'R':
      return Direction::right;
    default:
      return std::nullopt;
  }
}

// The number of the nth set bit, counted from 0. Precondition: it exists.
unsigned nth_bit(unsigned bits, unsigned n) noexcept {
  for (; n > 0; --n) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

std::string piece_text(Piece piece) {
  if (piece.empty()) return ".";
  return std::to_string(piece.value()) + colour_name(piece.colour()).front();
}

std::string field_text(std::size_t field) {
  return std::to_string(field / side + 1) + std::to_string(field % side + 1);
}

// "D, L or R"; of no directions "none".
std::string list_of(Board::Directions wanted) {
  std::string text;
  const int count = std::popcount(wanted);
  int listed = 0;
  for (const Direction direction : directions) {
    if ((wanted & 1U << static_cast<unsigned>(direction)) == 0) continue;
    if (listed > 0) text += listed == count - 1 ? " or " : ", ";
    text += letter(direction);
    ++listed;
  }
  return text.empty() ? "none" : text;
}

class MergeGame final : public Game {
 public:
  explicit MergeGame(const Variant& variant) noexcept : variant_(&variant) {}
  MergeGame(const Variant& variant, const Board& board, std::size_t turn) noexcept
      : variant_(&variant), board_(board), phase_(turn), best_(board.sum()), over_(stuck()) {}

  [[nodiscard]] Seat to_move() const noexcept override { return moves_.to_move(); }
  [[nodiscard]] bool over() const noexcept override { return over_; }

  void take_lines(Seat seat, std::string& out) override {
    moves_.take(seat, seat == Seat::first ? "A\n" : "B\n", over_, out);
  }

  [[nodiscard]] Verdict play(std::string_view line) override {
    return due() == Turn::slide ? play_slide(line) : play_placement(line);
  }

  [[nodiscard]] std::string_view relayed() const noexcept override { return moves_.last(); }

  [[nodiscard]] std::uint32_t legal_count() const override {
    return static_cast<std::uint32_t>(std::popcount(legal_bits()));
  }
  void legal_move(std::uint32_t number, MoveLine& out) const override {
    const unsigned bit = nth_bit(legal_bits(), number);
    out.clear();
    if (due() == Turn::slide) {
      out.push_back(direction_letters[bit]);
    } else {
      out.push_back(static_cast<char>('1' + bit / side));
      out.push_back(static_cast<char>('1' + bit % side));
    }
  }
  void random_move(Stream& stream, MoveLine& out) const override {
    const std::uint32_t count = legal_count();
    legal_move(count > 1 ? stream.below(count) : 0, out);
  }

  void forfeit(Seat seat) override {
    moves_.forfeit(seat);
    if (moves_.both_forfeited()) over_ = true;
  }

  [[nodiscard]] Result result() const override {
    Result result;
    for (const Seat seat : {Seat::first, Seat::second}) {
      SeatResult& mine = result.seats[index(seat)];
      mine.forfeited = moves_.forfeited(seat);
      mine.board_points = best_;
      mine.score = mine.forfeited ? 0 : best_;
    }
    return result;
  }

  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;

  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<MergeGame>(*this);
  }

 private:
  [[nodiscard]] Turn due() const noexcept { return variant_->cycle[phase_]; }
  // The directions or fields of the legal moves, a bit each.
  [[nodiscard]] unsigned legal_bits() const noexcept {
    return due() == Turn::slide ? board_.changing_slides() : board_.empty_fields();
  }
  // There is no legal move.
  [[nodiscard]] bool stuck() const noexcept {
    return due() == Turn::slide ? !board_.any_slide_changes() : board_.full();
  }
  [[nodiscard]] std::string due_text() const;

  Verdict play_placement(std::string_view line) {
    const auto field = parse_placement(line);
    if (!field) return refuse_placement(line);
    if (!board_.at(*field).empty()) return refuse_taken(*field);
    board_.place(*field, Piece(colour_of(due()), 0));
    finish_move(line);
    return {};
  }

  Verdict play_slide(std::string_view line) {
    const auto direction = parse_slide(line);
    if (!direction) return refuse_slide(line);
    // A slide that changes nothing has also left the sum and the empty fields alone.
    if (!board_.slide(*direction)) return refuse_unchanged(*direction);
    finish_move(line);
    return {};
  }

  // The board has changed: what follows from that.
  void finish_move(std::string_view line) noexcept {
    moves_.record(line);
    best_ = std::max(best_, board_.sum());
    if (++phase_ == variant_->cycle.size()) phase_ = 0;
    over_ = moves_.plies() == most_moves || stuck();
  }

  [[nodiscard]] Verdict refuse_placement(std::string_view line) const;
  [[nodiscard]] Verdict refuse_taken(std::size_t field) const;
  [[nodiscard]] static Verdict refuse_slide(std::string_view line);
  [[nodiscard]] Verdict refuse_unchanged(Direction direction) const;

  const Variant* variant_;
  Board board_;
  std::size_t phase_ = 0;  // the place in the cycle
  int best_ = 0;           // the largest sum so far
  bool over_ = false;
  Correspondence<most_moves, longest_move> moves_;
};

Verdict MergeGame::refuse_placement(std::string_view line) const {
  const std::string wanted =
      "a " + std::string(colour_name(colour_of(due()))) +
      " piece must be placed now, two digits, row 1-4 and column 1-4, such as 23";
  if (line.empty()) return Verdict::refused("empty line, but " + wanted);
  if (parse_slide(line)) return Verdict::refused(in_quotes(line) + " is a slide, but " + wanted);
  return Verdict::refused(in_quotes(line) + " is not a field; " + wanted);
}

Verdict MergeGame::refuse_taken(std::size_t field) const {
  return Verdict::refused(
      "field " + field_text(field) + " is taken by " + piece_text(board_.at(field)) + "; the " +
      std::string(colour_name(colour_of(due()))) + " piece must go to an empty field");
}

Verdict MergeGame::refuse_slide(std::string_view line) {
  const std::string wanted = "a slide is due now, one of the letters U, D, L and R";
  if (line.empty()) return Verdict::refused("empty line, but " + wanted);
  if (parse_placement(line)) {
    return Verdict::refused(in_quotes(line) + " is a placement, but " + wanted);
  }
  return Verdict::refused(in_quotes(line) + " is not a direction; " + wanted);
}

Verdict MergeGame::refuse_unchanged(Direction direction) const {
  return Verdict::refused(std::string("sliding ") + letter(direction) +
                          " does not change the board, but a slide must; legal now: " +
                          list_of(board_.changing_slides()));
}

std::string MergeGame::due_text() const {
  const std::string seat(seat_names[index(to_move())]);
  if (due() == Turn::slide) {
    return seat + " slides the board, " + list_of(board_.changing_slides());
  }
  return seat + " places a " + std::string(colour_name(colour_of(due()))) + " piece";
}

std::string MergeGame::draw() const {
  std::string text = std::string(variant_->name) +
                     ", moves made: " + std::to_string(moves_.plies()) + " of at most " +
                     std::to_string(most_moves);
  text += moves_.last_text(seat_names) + "\n\n        1       2       3       4\n";
  for (std::size_t row = 0; row < side; ++row) {
    text += std::to_string(row + 1);
    for (std::size_t column = 0; column < side; ++column) {
      const std::string piece = piece_text(board_.at(row * side + column));
      text.append(8 - piece.size(), ' ') += piece;
    }
    text += '\n';
  }
  text += (over_ ? "\nthe game is over" : "\nnext: " + due_text()) + "\nsum " +
          std::to_string(board_.sum()) + ", largest so far " + std::to_string(best_) + "\n";
  return text;
}

Scene MergeGame::scene() const {
  Position position{board_, best_, {}, {}, {}, {}, {}};
  position.placed = parse_placement(moves_.last());
  position.slid = parse_slide(moves_.last());
  if (over_) {
    position.ending = moves_.plies() == most_moves ? "1000 moves have been made"
                      : moves_.both_forfeited()    ? "both players have failed"
                      : due() == Turn::slide       ? "no slide would change the board"
                                                   : "the board is full";
  } else {
    position.to_move = to_move();
    if (due() != Turn::slide) position.to_place = colour_of(due());
  }
  return scene_of(position);
}

template <const Variant& variant>
std::unique_ptr<Game> start(std::string_view deal) {
  if (!deal.empty()) {
    throw std::invalid_argument(std::string(variant.name) +
                                " has no random part, so its deal must be empty, not " +
                                in_quotes(deal));
  }
  return std::make_unique<MergeGame>(variant);
}

GameInfo common_info() {
  static constexpr std::array ranking{RankingKey::score, RankingKey::irregular_losses};
  GameInfo info;
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(60);
  info.cooperative = true;
  info.ranking = ranking;
  info.longest_move = longest_move;
  info.protocol.names_seat = true;
  info.layout = layout;
  info.deal = [](std::uint64_t) { return std::string(); };
  return info;
}

}  // namespace

GameInfo info_6561() {
  GameInfo info = common_info();
  info.name = variant_6561.name;
  info.title = "6561";
  info.contest = "CodeCup 2016";
  info.summary = "place blue, red and gray pieces and slide them together, as partners";
  // Cut: the sum on the board has no useful limit.
  info.point_scale = {.limit = 2000, .exact = false, .gain = 50};
  info.start = &start<variant_6561>;
  return info;
}

GameInfo info_2187() {
  GameInfo info = common_info();
  info.name = variant_2187.name;
  info.title = "2187";
  info.contest = "CodeCup NIO 2016";
  info.summary = "place blue and red pieces and slide them together, as partners";
  // Cut: the sum on the board has no useful limit.
  info.point_scale = {.limit = 800, .exact = false, .gain = 20};
  info.start = &start<variant_2187>;
  return info;
}

std::unique_ptr<Game> start_at(std::string_view name, const Board& board, std::size_t turn) {
  for (const Variant* variant : {&variant_6561, &variant_2187}) {
    if (variant->name != name) continue;
    if (turn >= variant->cycle.size()) {
      throw std::invalid_argument("the cycle of " + std::string(name) + " has only " +
                                  std::to_string(variant->cycle.size()) + " turns");
    }
    return std::make_unique<MergeGame>(*variant, board, turn);
  }
  throw std::invalid_argument(in_quotes(name) + " is neither 6561 nor 2187");
}

}  // namespace rules::merge
