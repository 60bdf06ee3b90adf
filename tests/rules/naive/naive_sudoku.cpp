#include "tests/rules/naive/naive_sudoku.hpp"

#include <algorithm>
#include <stdexcept>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

// Digits by row and column, 0 where there is none.
class Board {
 public:
  int& operator()(int row, int column) {
    return digits_.at(static_cast<std::size_t>(9 * row + column));
  }
  int operator()(int row, int column) const {
    return digits_.at(static_cast<std::size_t>(9 * row + column));
  }
  bool full() const { return std::find(digits_.begin(), digits_.end(), 0) == digits_.end(); }

 private:
  std::vector<int> digits_ = std::vector<int>(81);
};

bool may_have(const Board& board, int row, int column, int digit) {
  for (int i = 0; i < 9; ++i) {
    if (board(row, i) == digit || board(i, column) == digit) return false;
  }
  for (int r = row / 3 * 3; r < row / 3 * 3 + 3; ++r) {
    for (int c = column / 3 * 3; c < column / 3 * 3 + 3; ++c) {
      if (board(r, c) == digit) return false;
    }
  }
  return true;
}

std::vector<int> digits_for(const Board& board, int row, int column) {
  std::vector<int> digits;
  for (int digit = 1; digit <= 9; ++digit) {
    if (may_have(board, row, column, digit)) digits.push_back(digit);
  }
  return digits;
}

// How many solutions there are, up to `most`, but for those with `other` in that cell.
int count_solutions(Board board, int most, int row, int column, int other) {
  int best_row = -1;
  int best_column = -1;
  std::vector<int> best(10);
  for (int r = 0; r < 9; ++r) {
    for (int c = 0; c < 9; ++c) {
      if (board(r, c) != 0 || best.size() < 2) continue;
      std::vector<int> digits = digits_for(board, r, c);
      if (r == row && c == column) std::erase(digits, other);
      if (digits.size() >= best.size()) continue;
      best_row = r;
      best_column = c;
      best = digits;
    }
  }
  if (best_row < 0) return 1;
  int count = 0;
  for (const int digit : best) {
    board(best_row, best_column) = digit;
    count += count_solutions(board, most - count, row, column, other);
    if (count >= most) break;
  }
  return count;
}

int count_solutions(const Board& board, int most) {
  return count_solutions(board, most, -1, -1, 0);
}

class Sudoku final : public NaiveGame {
 public:
  explicit Sudoku(bool with_rule) : with_rule_(with_rule) { mail_.send(Seat::first, "Start"); }

  Seat to_move() const override { return moves_ % 2 == 0 ? Seat::first : Seat::second; }
  bool over() const override { return claimed_ || failed_ || full(); }
  std::string lines(Seat seat) override { return mail_.take(seat); }
  // Every one of them would be a question about all solutions.
  std::optional<std::vector<std::string>> legal_moves() const override { return std::nullopt; }

  bool legal(const std::string& line) const override {
    if (line == "!") return count_solutions(board_, 2) == 1;
    const bool claim = line.size() == 4 && line[3] == '!';
    if (line.size() != 3 && !claim) return false;
    const int row = line[0] - 'A';
    const int column = line[1] - 'a';
    const int digit = line[2] - '0';
    if (row < 0 || row > 8 || column < 0 || column > 8 || digit < 1 || digit > 9) return false;
    if (board_(row, column) != 0 || !may_have(board_, row, column, digit)) return false;
    Board after = board_;
    after(row, column) = digit;
    if (count_solutions(after, 1) == 0) return false;
    if (with_rule_ && count_solutions(board_, 1, row, column, digit) == 0) return false;
    return !claim || count_solutions(after, 2) == 1;
  }

  std::string play(const std::string& line) override {
    if (line != "!") board_(line[0] - 'A', line[1] - 'a') = line[2] - '0';
    if (line.back() == '!') claimed_ = to_move();
    const Seat reader = other(to_move());
    ++moves_;
    if (!over()) {
      mail_.send(reader, line);
    } else {  // the last move is not passed on
      for (const Seat seat : {Seat::first, Seat::second}) mail_.send(seat, "Quit");
    }
    return line;
  }

  void forfeit(Seat seat) override {
    if (over()) return;
    failed_ = seat;
    mail_.close(seat, "Quit");
    // A last move that has not been passed on stays with its player.
    if (moves_ > 0) mail_.close(other(seat), "Quit");
    if (moves_ == 0) mail_.send(other(seat), "Quit");
  }

  rules::Result result() const override {
    rules::Result result;
    for (const Seat seat : {Seat::first, Seat::second}) {
      rules::SeatResult& mine = result.seats[index(seat)];
      if (failed_) {
        mine.score = failed_ == seat ? 0 : 2;
        mine.forfeited = failed_ == seat;
        mine.outcome = failed_ == seat ? rules::Outcome::lose : rules::Outcome::win;
      } else if (claimed_) {
        mine.score = claimed_ == seat ? 2 : 1;
        mine.outcome = claimed_ == seat ? rules::Outcome::win : rules::Outcome::lose;
      } else if (full()) {
        mine.score = 1;
      }
    }
    return result;
  }

  std::unique_ptr<NaiveGame> clone() const override { return std::make_unique<Sudoku>(*this); }

 private:
  bool full() const { return board_.full(); }

  bool with_rule_;
  Board board_;
  int moves_ = 0;
  std::optional<Seat> claimed_;
  std::optional<Seat> failed_;
  Mail mail_;
};

}  // namespace

std::unique_ptr<NaiveGame> naive_sudoku(const std::string& deal) {
  if (deal.empty()) return std::make_unique<Sudoku>(true);
  if (deal == "without-jelmers-rule") return std::make_unique<Sudoku>(false);
  throw std::invalid_argument("not a deal: " + deal);
}

}  // namespace naive
