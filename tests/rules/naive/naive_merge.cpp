// 6561 and 2187, plainly.
#include "tests/rules/naive/naive_merge.hpp"

#include <algorithm>
#include <vector>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

enum class Action { place_blue, place_red, place_gray, slide };

struct Piece {
  char color;
  int value;

  bool operator==(const Piece&) const = default;
};

// A line of fields in the order in which a slide looks at them, and the board as
// four rows of four, row 1 first.
using Line = std::vector<std::optional<Piece>>;
using Board = std::vector<Line>;

// Looks at the current piece and the next remaining one; then packs.
Line slid(const Line& before) {
  std::vector<Piece> pieces;
  for (const auto& field : before) {
    if (field) pieces.push_back(*field);
  }
  Line after;
  std::size_t i = 0;
  while (i < pieces.size()) {
    const bool pair = i + 1 < pieces.size() && pieces[i].value == pieces[i + 1].value;
    if (!pair) {
      after.push_back(pieces[i]);
      i += 1;
    } else if (pieces[i].color == pieces[i + 1].color) {
      after.push_back(Piece{pieces[i].color, 3 * pieces[i].value});
      i += 2;
    } else {
      i += 2;  // both vanish
    }
  }
  after.resize(4);
  return after;
}

Board slid(const Board& board, char direction) {
  Board after = board;
  for (std::size_t k = 0; k < 4; ++k) {
    // The four fields {row, column} of line k, from the target edge on.
    std::vector<std::pair<std::size_t, std::size_t>> fields;
    for (std::size_t i = 0; i < 4; ++i) {
      if (direction == 'U') fields.emplace_back(i, k);
      if (direction == 'D') fields.emplace_back(3 - i, k);
      if (direction == 'L') fields.emplace_back(k, i);
      if (direction == 'R') fields.emplace_back(k, 3 - i);
    }
    Line line;
    for (const auto& [row, column] : fields) line.push_back(board[row][column]);
    line = slid(line);
    for (std::size_t i = 0; i < 4; ++i) after[fields[i].first][fields[i].second] = line[i];
  }
  return after;
}

int sum(const Board& board) {
  int total = 0;
  for (const Line& row : board) {
    for (const auto& field : row) {
      if (field) total += field->value;
    }
  }
  return total;
}

class NaiveMerge final : public NaiveGame {
 public:
  explicit NaiveMerge(std::vector<Action> rhythm) : rhythm_(std::move(rhythm)) {
    mail_.send(Seat::first, "A");
    mail_.send(Seat::second, "B");
  }

  Seat to_move() const override { return moves_made_ % 2 == 0 ? Seat::first : Seat::second; }

  bool over() const override {
    if (forfeited_[0] && forfeited_[1]) return true;
    return moves_made_ == 1000 || legal_moves()->empty();
  }

  std::string lines(Seat seat) override { return mail_.take(seat); }

  std::optional<std::vector<std::string>> legal_moves() const override {
    std::vector<std::string> moves;
    if (due() == Action::slide) {
      for (const char direction : {'U', 'D', 'L', 'R'}) {
        if (slid(board_, direction) != board_) moves.emplace_back(1, direction);
      }
      return moves;
    }
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        if (!board_[row][column]) {
          moves.push_back(std::to_string(row + 1) + std::to_string(column + 1));
        }
      }
    }
    return moves;
  }

  bool legal(const std::string& line) const override {
    const auto moves = *legal_moves();
    return std::find(moves.begin(), moves.end(), line) != moves.end();
  }

  std::string play(const std::string& line) override {
    const Seat mover = to_move();
    if (due() == Action::slide) {
      board_ = slid(board_, line[0]);
    } else {
      const auto row = static_cast<std::size_t>(line[0] - '1');
      const auto column = static_cast<std::size_t>(line[1] - '1');
      board_[row][column] = Piece{color_due(), 1};
    }
    ++moves_made_;
    largest_sum_ = std::max(largest_sum_, sum(board_));
    mail_.send(other(mover), line);
    if (over()) quit_both();
    return line;
  }

  void forfeit(Seat seat) override {
    forfeited_[index(seat)] = true;
    mail_.close(seat, "Quit");
  }

  rules::Result result() const override {
    rules::Result result;
    for (std::size_t i = 0; i < 2; ++i) {
      result.seats[i].score = forfeited_[i] ? 0 : largest_sum_;
      result.seats[i].board_points = largest_sum_;
      result.seats[i].outcome = rules::Outcome::draw;
      result.seats[i].forfeited = forfeited_[i];
    }
    return result;
  }

  std::vector<int> values() const {
    std::vector<int> values;
    for (const Line& row : board_) {
      for (const auto& field : row) {
        if (field) values.push_back(field->value);
      }
    }
    return values;
  }

  std::unique_ptr<NaiveGame> clone() const override { return std::make_unique<NaiveMerge>(*this); }

 private:
  Action due() const { return rhythm_[moves_made_ % rhythm_.size()]; }

  char color_due() const {
    if (due() == Action::place_blue) return 'b';
    if (due() == Action::place_red) return 'r';
    return 'g';
  }

  void quit_both() {
    mail_.close(Seat::first, "Quit");
    mail_.close(Seat::second, "Quit");
  }

  std::vector<Action> rhythm_;
  Board board_ = Board(4, Line(4));
  std::size_t moves_made_ = 0;
  int largest_sum_ = 0;
  std::array<bool, 2> forfeited_ = {false, false};
  Mail mail_;
};

}  // namespace

std::vector<int> naive_values(const NaiveGame& game) {
  return dynamic_cast<const NaiveMerge&>(game).values();
}

std::unique_ptr<NaiveGame> naive_6561() {
  return std::make_unique<NaiveMerge>(std::vector<Action>{
      Action::place_blue, Action::place_red, Action::place_gray, Action::slide, Action::slide});
}

std::unique_ptr<NaiveGame> naive_2187() {
  return std::make_unique<NaiveMerge>(std::vector<Action>{Action::place_blue, Action::place_red,
                                                          Action::place_red, Action::place_blue,
                                                          Action::slide, Action::slide});
}

}  // namespace naive
