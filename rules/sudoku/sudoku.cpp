#include "rules/sudoku/sudoku.hpp"

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/correspondence.hpp"
#include "rules/quote.hpp"
#include "rules/sudoku/position.hpp"
#include "rules/two_seats.hpp"

namespace rules::sudoku {
namespace {

static_assert(longest_move <= MoveLine::capacity);
constexpr std::size_t most_plies = cell_count + 1;
constexpr std::array<std::string_view, 2> seat_names{"player 1", "player 2"};

constexpr int won = 2;
constexpr int lost = 1;  // also of both in a draw
constexpr int failed = 0;

class SudokuGame final : public Game {
 public:
  explicit SudokuGame(Variant variant) noexcept : variant_(variant) {}

  [[nodiscard]] Seat to_move() const noexcept override { return moves_.to_move(); }
  [[nodiscard]] bool over() const noexcept override {
    return winner_ || position_.digits() == cell_count;
  }
  void take_lines(Seat seat, std::string& out) override {
    moves_.take(seat, seat == Seat::first ? "Start\n" : "", over(), out);
  }

  [[nodiscard]] Verdict play(std::string_view line) override {
    const auto move = parse_move(line);
    if (!move) return refuse_syntax(line);
    if (move->cell) {
      if (Verdict verdict = judge(*move); !verdict) return verdict;
    } else if (!may_claim(position_, variant_)) {
      return refuse_claim("the grid has");
    }
    if (move->claim) winner_ = to_move();
    if (move->cell) {
      position_.place(*move->cell, move->digit);
      owners_[*move->cell] = to_move();
    }
    legal_.clear();
    moves_.record(line);
    return {};
  }

  [[nodiscard]] std::string_view relayed() const noexcept override { return moves_.last(); }

  [[nodiscard]] std::uint32_t legal_count() const override {
    return static_cast<std::uint32_t>(legal().size());
  }
  void legal_move(std::uint32_t number, MoveLine& out) const override {
    out.clear();
    out.append(to_text(legal()[number]));
  }
  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }

  void forfeit(Seat seat) override { forfeit_for(seat, "ILLEGAL"); }
  void forfeit_for(Seat seat, std::string_view word) override {
    const bool mild = word == "TIMEOUT" || word == no_solutions || word == not_fewer;
    if (winner_) return;
    winner_ = other(seat);
    consolation_ = mild ? lost : failed;
    moves_.forfeit(seat);
  }

  [[nodiscard]] Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;

  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<SudokuGame>(*this);
  }

 private:
  // A move with a cell.
  [[nodiscard]] Verdict judge(const Move& move) const;
  [[nodiscard]] static Verdict refuse_syntax(std::string_view line);
  [[nodiscard]] static Verdict refuse_claim(const std::string& subject) {
    return Verdict::refused("the claim is false: " + subject + " more than one solution",
                            not_unique);
  }
  [[nodiscard]] const std::vector<Move>& legal() const {
    if (legal_.empty()) legal_ = legal_moves(position_, variant_);
    return legal_;
  }
  [[nodiscard]] std::string ending() const;

  Variant variant_;
  Position position_;
  std::array<Seat, cell_count> owners_{};  // of the digits
  std::optional<Seat> winner_;
  int consolation_ = lost;           // of the loser
  mutable std::vector<Move> legal_;  // once they have been asked for
  Correspondence<most_plies, longest_move> moves_;
};

Verdict SudokuGame::judge(const Move& move) const {
  const std::size_t cell = *move.cell;
  const std::string name = cell_name(cell);
  const std::string digit = std::to_string(move.digit);
  if (position_.grid()[cell] != 0) {
    return Verdict::refused("cell " + name + " has a " + std::to_string(position_.grid()[cell]) +
                            " already; a digit must go into an empty cell");
  }
  if (position_.sees(cell, move.digit)) {
    return Verdict::refused(
        "there is a " + digit + " in the row, column or box of " + name + " already", doubled);
  }
  if (!position_.allows(cell, move.digit)) {
    return Verdict::refused("with a " + digit + " in " + name + " the grid has no solution",
                            no_solutions);
  }
  if (variant_ == Variant::usual && !position_.allows_another(cell, move.digit)) {
    return Verdict::refused("every solution has a " + digit + " in " + name +
                                ", so the move does not make their number smaller",
                            not_fewer);
  }
  if (move.claim && !position_.is_unique_with(cell, move.digit)) {
    return refuse_claim("with a " + digit + " in " + name + " the grid has");
  }
  return {};
}

// What is wrong with a line that is not of the form of a move.
Verdict SudokuGame::refuse_syntax(std::string_view line) {
  constexpr std::string_view wanted =
      "a move is a row A-I, a column a-i and a digit 1-9, such as Dg7, with a ! behind it, or "
      "alone, "
      "to claim that there is one solution";
  if (line.empty()) return Verdict::refused("empty line; " + std::string(wanted));
  return Verdict::refused(in_quotes(line) + " is not a move; " + std::string(wanted));
}

Result SudokuGame::result() const {
  Result result;
  if (!over()) return result;
  for (const Seat seat : {Seat::first, Seat::second}) {
    SeatResult& mine = result.seats[index(seat)];
    mine.forfeited = moves_.forfeited(seat);
    mine.score = winner_ == seat ? won : winner_ ? consolation_ : lost;
    if (winner_) mine.outcome = winner_ == seat ? Outcome::win : Outcome::lose;
  }
  return result;
}

// How the game ended, or who is to move.
std::string SudokuGame::ending() const {
  if (!over()) return "next: " + std::string(seat_names[index(to_move())]);
  if (!winner_) return "over: the grid is full, and nobody has claimed anything";
  const std::string name(seat_names[index(*winner_)]);
  if (moves_.forfeited(other(*winner_))) return "over: " + name + " wins by the other one's fault";
  return "over: " + name + " wins, the grid has one solution";
}

std::string SudokuGame::draw() const {
  std::string text =
      "Sudoku, moves made: " + std::to_string(moves_.plies()) + moves_.last_text(seat_names);
  text += "\n\n     a   b   c     d   e   f     g   h   i\n";
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const std::size_t column = cell % side;
    if (cell % 27 == 0) text += "   +-------------+-------------+------------+\n";
    if (column == 0) text += std::string(1, static_cast<char>('A' + cell / side)) + " ";
    if (column % 3 == 0) text += " |";
    const char digit = static_cast<char>('0' + position_.grid()[cell]);
    const char sign = sign_of(owners_[cell]);
    text += digit == '0' ? "   ." : std::string("  ") + digit + sign;
    if (column == side - 1) text += " |\n";
  }
  return text + "   +-------------+-------------+------------+\n\n" + ending() + '\n';
}

Scene SudokuGame::scene() const {
  Picture picture{position_.grid(), owners_, {}, {}, ending(), {}, {}, {}};
  if (const auto last = parse_move(moves_.last())) picture.last = last->cell;
  if (variant_ == Variant::without_rule) picture.note = "played without Jelmer's rule";
  if (!over()) {
    picture.to_move = to_move();
    picture.legal = legal();
  } else if (const auto last = parse_move(moves_.last()); last && last->claim) {
    picture.solution = position_.solution();
  }
  return scene_of(picture);
}

}  // namespace

GameInfo info() {
  static constexpr std::array ranking{RankingKey::score, RankingKey::irregular_losses};
  GameInfo info;
  info.name = "sudoku";
  info.title = "Sudoku";
  info.contest = "CodeCup 2024";
  info.summary = "fill one grid by turns, and be the first to see that it has one solution";
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(30);
  info.takeover = false;
  info.ranking = ranking;
  info.longest_move = longest_move;
  info.point_scale = {.limit = won - failed, .exact = true, .gain = 0.03, .usual = true};
  info.protocol.deal = [](std::span<const std::string>) { return std::string(either_deal); };
  info.layout = layout;
  info.deal = [](std::uint64_t) { return std::string(); };
  info.start = [](std::string_view deal) -> std::unique_ptr<Game> {
    return std::make_unique<SudokuGame>(parse_deal(deal));
  };
  info.record_format = &record_format();
  return info;
}

}  // namespace rules::sudoku
