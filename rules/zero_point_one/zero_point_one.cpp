#include "rules/zero_point_one/zero_point_one.hpp"

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/correspondence.hpp"
#include "rules/quote.hpp"
#include "rules/two_seats.hpp"
#include "rules/zero_point_one/board.hpp"

namespace rules::zero_point_one {
namespace {

constexpr std::size_t most_plies = 102;
constexpr std::size_t longest_move = piece_count;
static_assert(longest_move <= MoveLine::capacity);
constexpr std::array<std::string_view, 2> seat_names{"red", "blue"};

constexpr int win_score = 21;
constexpr int loss_score = 1;
constexpr int draw_score = 11;

Square lowest(Squares squares) noexcept { return static_cast<Square>(std::countr_zero(squares)); }

std::uint32_t count(Squares squares) noexcept {
  return static_cast<std::uint32_t>(std::popcount(squares));
}

// The nth of these squares, counted from 0. Precondition: it exists.
Square nth(Squares squares, std::uint32_t n) noexcept {
  for (; n > 0; --n) squares &= squares - 1;
  return lowest(squares);
}

// "b3 b7 d5", or "nowhere".
std::string list_of(Squares squares) {
  std::string text;
  for (; squares != 0; squares &= squares - 1) {
    text += (text.empty() ? "" : " ") + name_of(lowest(squares));
  }
  return text.empty() ? "nowhere" : text;
}

class Game01 final : public Game {
 public:
  [[nodiscard]] Seat to_move() const noexcept override { return moves_.to_move(); }
  [[nodiscard]] bool over() const noexcept override { return end_ != End::not_yet; }
  void take_lines(Seat seat, std::string& out) override {
    moves_.take(seat, seat == Seat::first ? "Start\n" : "", over(), out);
  }
  [[nodiscard]] Verdict play(std::string_view line) override;
  [[nodiscard]] std::string_view relayed() const noexcept override { return moves_.last(); }

  [[nodiscard]] std::uint32_t legal_count() const override;
  void legal_move(std::uint32_t number, MoveLine& out) const override;
  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }

  void forfeit(Seat seat) override {
    if (over()) return;
    moves_.forfeit(seat);
    finish(End::fault, other(seat));
  }

  [[nodiscard]] Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;
  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<Game01>(*this);
  }

 private:
  enum class End : std::uint8_t { not_yet, wazir, no_move, all_plies, fault };

  [[nodiscard]] bool setting_up() const noexcept { return moves_.plies() < 2; }
  [[nodiscard]] Verdict set_up_pieces(std::string_view line);
  [[nodiscard]] Verdict play_leap(std::string_view line, Square from, Square to);
  [[nodiscard]] Verdict play_drop(std::string_view line, Kind kind, Square square);
  [[nodiscard]] std::string piece_text(Square square) const;
  // The leaps and drops of the seat to move.
  [[nodiscard]] std::uint32_t leap_count() const noexcept;
  [[nodiscard]] std::uint32_t moves_count() const noexcept;
  void nth_leap(std::uint32_t number, MoveLine& out) const;
  void nth_drop(std::uint32_t number, MoveLine& out) const;

  void finish(End end, std::optional<Seat> winner) noexcept {
    end_ = end;
    winner_ = winner;
  }
  // After a move of `mover`, who captured a piece of this kind.
  void finish_if_over(Seat mover, std::optional<Kind> captured) noexcept;
  [[nodiscard]] std::string phase() const;

  Board board_;
  End end_ = End::not_yet;
  std::optional<Seat> winner_;
  Correspondence<most_plies, longest_move> moves_;
};

Verdict Game01::play(std::string_view line) {
  if (setting_up()) return set_up_pieces(line);
  if (line.size() == 3) {
    const std::optional<Kind> kind = find_kind(line[0]);
    const std::optional<Square> square = find_square(line.substr(1));
    if (kind && square) return play_drop(line, *kind, *square);
  } else if (line.size() == 4) {
    const std::optional<Square> from = find_square(line.substr(0, 2));
    const std::optional<Square> to = find_square(line.substr(2));
    if (from && to) return play_leap(line, *from, *to);
  }
  return Verdict::refused(in_quotes(line) +
                          " is not a move; a leap is two squares, such as b5d3, and a drop is a "
                          "piece and a square, such as " +
                          letter_of(Kind::dabbaba, to_move()) + "f8");
}

Verdict Game01::set_up_pieces(std::string_view line) {
  Order order{};
  if (Verdict verdict = parse_set_up(line, order); !verdict) return verdict;
  Square square = lowest(home(to_move()));
  for (const Kind kind : order) board_.put(kind, to_move(), square++);
  const Seat mover = to_move();
  moves_.record(line);
  finish_if_over(mover, std::nullopt);
  return {};
}

Verdict Game01::play_leap(std::string_view line, Square from, Square to) {
  const Seat mover = to_move();
  if ((board_.of(mover) & bit(from)) == 0) {
    return Verdict::refused(piece_text(from) + "; " + std::string(seat_names[rules::index(mover)]) +
                            " moves its own pieces");
  }
  if ((board_.targets(from) & bit(to)) == 0) {
    return Verdict::refused("the " + std::string(name_of(*find_kind(board_.at(from)))) + " on " +
                            name_of(from) + " cannot leap to " + name_of(to) + "; it can leap to " +
                            list_of(board_.targets(from)));
  }
  const std::optional<Kind> captured = board_.leap(from, to);
  moves_.record(line);
  finish_if_over(mover, captured);
  return {};
}

Verdict Game01::play_drop(std::string_view line, Kind kind, Square square) {
  const Seat mover = to_move();
  const std::string name(seat_names[rules::index(mover)]);
  if (line[0] != letter_of(kind, mover)) {
    return Verdict::refused(in_quotes(line.substr(0, 1)) + " is a piece of the opponent; " + name +
                            " writes " + letter_of(kind, mover));
  }
  if (board_.in_hand(kind, mover) == 0) {
    return Verdict::refused(name + " has no " + std::string(name_of(kind)) +
                            " in hand; in hand: " + board_.hand_text(mover));
  }
  if ((board_.free() & bit(square)) == 0) {
    return Verdict::refused(piece_text(square) + "; a drop goes to an empty square");
  }
  board_.drop(kind, mover, square);
  moves_.record(line);
  finish_if_over(mover, std::nullopt);
  return {};
}

// "b5 is empty", "b5 has blue's Dabbaba".
std::string Game01::piece_text(Square square) const {
  const std::optional<Kind> kind = find_kind(board_.at(square));
  if (!kind) return name_of(square) + " is empty";
  const std::size_t owner = (board_.of(Seat::first) & bit(square)) != 0 ? 0 : 1;
  return name_of(square) + " has " + std::string(seat_names[owner]) + "'s " +
         std::string(name_of(*kind));
}

void Game01::finish_if_over(Seat mover, std::optional<Kind> captured) noexcept {
  if (captured == Kind::wazir) {
    finish(End::wazir, mover);
  } else if (moves_.plies() == most_plies) {
    finish(End::all_plies, std::nullopt);
  } else if (!setting_up() && moves_count() == 0) {
    finish(End::no_move, mover);
  }
}

std::uint32_t Game01::leap_count() const noexcept {
  std::uint32_t sum = 0;
  for (Squares own = board_.of(to_move()); own != 0; own &= own - 1) {
    sum += count(board_.targets(lowest(own)));
  }
  return sum;
}

std::uint32_t Game01::moves_count() const noexcept {
  std::uint32_t kinds_in_hand = 0;
  for (const Kind kind : kinds) kinds_in_hand += board_.in_hand(kind, to_move()) > 0 ? 1U : 0U;
  return leap_count() + kinds_in_hand * count(board_.free());
}

std::uint32_t Game01::legal_count() const { return setting_up() ? set_up_count : moves_count(); }

void Game01::legal_move(std::uint32_t number, MoveLine& out) const {
  out.clear();
  if (setting_up()) {
    for (const Kind kind : set_up(number)) out.push_back(letter_of(kind, to_move()));
  } else if (const std::uint32_t leaps = leap_count(); number < leaps) {
    nth_leap(number, out);
  } else {
    nth_drop(number - leaps, out);
  }
}

void Game01::nth_leap(std::uint32_t number, MoveLine& out) const {
  for (Squares own = board_.of(to_move()); own != 0; own &= own - 1) {
    const Squares targets = board_.targets(lowest(own));
    if (number < count(targets)) {
      out.append(name_of(lowest(own)));
      out.append(name_of(nth(targets, number)));
      return;
    }
    number -= count(targets);
  }
}

void Game01::nth_drop(std::uint32_t number, MoveLine& out) const {
  const std::uint32_t squares = count(board_.free());
  for (const Kind kind : kinds) {
    if (board_.in_hand(kind, to_move()) == 0) continue;
    if (number < squares) {
      out.push_back(letter_of(kind, to_move()));
      out.append(name_of(nth(board_.free(), number)));
      return;
    }
    number -= squares;
  }
}

Result Game01::result() const {
  Result result;
  for (const Seat seat : {Seat::first, Seat::second}) {
    SeatResult& own = result.seats[rules::index(seat)];
    own.forfeited = moves_.forfeited(seat);
    own.score = draw_score;
    if (!winner_) continue;
    own.outcome = *winner_ == seat ? Outcome::win : Outcome::lose;
    own.score = *winner_ == seat ? win_score : end_ == End::wazir ? loss_score : 0;
  }
  return result;
}

// How the game ended, or what is to be done.
std::string Game01::phase() const {
  const std::string winner(winner_ ? seat_names[rules::index(*winner_)] : "");
  const std::string mover(seat_names[rules::index(to_move())]);
  switch (end_) {
    case End::wazir:
      return "over: " + winner + " has captured the Wazir";
    case End::no_move:
      return "over: " + mover + " cannot move, " + winner + " wins";
    case End::all_plies:
      return "over: a draw after " + std::to_string(most_plies) + " moves";
    case End::fault:
      return "over: a fault, " + winner + " wins";
    case End::not_yet:
      break;
  }
  if (!setting_up()) return mover + " leaps or drops";
  return mover + " sets up " + (to_move() == Seat::first ? "a1-a8 and b1-b8" : "g1-g8 and h1-h8") +
         " in this order";
}

std::string Game01::draw() const {
  std::string text = "0.1, moves made: " + std::to_string(moves_.plies()) + " of " +
                     std::to_string(most_plies) + moves_.last_text(seat_names) + "\n\n";
  for (int row = side - 1; row >= 0; --row) {
    text += static_cast<char>('a' + row);
    text += ' ';
    for (int column = 0; column < side; ++column) {
      text += ' ';
      text += board_.at(static_cast<Square>(side * row + column));
    }
    text += '\n';
  }
  text += "\n   1 2 3 4 5 6 7 8\n\nin hand: red " + board_.hand_text(Seat::first) + ", blue " +
          board_.hand_text(Seat::second) + '\n';
  return text + phase() + '\n';
}

Scene Game01::scene() const {
  const auto no_one = std::optional<Seat>();
  return scene_of({.board = board_,
                   .last = moves_.last(),
                   .last_mover = moves_.plies() == 0 ? no_one : other(to_move()),
                   .setting_up = setting_up(),
                   .status = phase(),
                   .to_move = over() ? no_one : to_move()});
}

std::unique_ptr<Game> start(std::string_view deal) {
  if (!deal.empty()) {
    throw std::invalid_argument("0.1 deals nothing, so its deal is empty, not " + in_quotes(deal));
  }
  return std::make_unique<Game01>();
}

}  // namespace

GameInfo info() {
  static constexpr std::array ranking{RankingKey::score, RankingKey::irregular_losses};
  GameInfo info;
  info.name = "zero-point-one";
  info.title = "0.1";
  info.contest = "CodeCup 2026";
  info.summary = "set up leapers, drop what you capture, and take the other's Wazir";
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(30);
  info.takeover = false;
  info.ranking = ranking;
  info.longest_move = longest_move;
  // Scores are 0..21.
  info.point_scale = {.limit = win_score, .exact = true, .gain = 0.4, .usual = true};
  info.deal = [](std::uint64_t) { return std::string(); };
  info.start = start;
  info.layout = layout;
  info.record_format = &record_format();
  return info;
}

namespace {

class Format final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves";
  }

  [[nodiscard]] std::span<const ResultWord> words() const noexcept override {
    static constexpr std::array words{ResultWord{"CRASH", Status::exit}};
    return words;
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    add_moves(row.at("moves"), game);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const std::string& move = game.moves[i].line;
      if (move.empty()) bad_column("moves", row.at("moves"), "moves separated by one blank");
      constexpr std::size_t pieces = 16;
      if (i < 2 && move.size() != pieces) {
        bad_column("moves", move, "begun by two set-ups of 16 letters");
      }
    }
  }

  [[nodiscard]] std::string cell(std::string_view, const RecordedGame& game) const override {
    return moves_cell(game);
  }
};

}  // namespace

const RecordFormat& record_format() noexcept {
  static const Format format;
  return format;
}

}  // namespace rules::zero_point_one
