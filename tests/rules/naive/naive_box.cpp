// Box, plainly.
#include "tests/rules/naive/naive_box.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

constexpr int rows = 16;     // A..P, top to bottom
constexpr int columns = 20;  // a..t, left to right

using Cell = std::pair<int, int>;  // row, column

struct Placement {
  int row;
  int column;
  char direction;

  std::string position() const {
    return {static_cast<char>('A' + row), static_cast<char>('a' + column)};
  }
  std::string line() const { return position() + direction; }
};

// The 12 cells of a tile: first the six on which its colours stand in order, left
// to right in the top row of `h`, top to bottom in the right column of `v`; then
// the six beside them, in the same direction (where the colours run back).
std::array<Cell, 12> cells_of(const Placement& placement) {
  std::array<Cell, 12> cells;
  for (int i = 0; i < 6; ++i) {
    Cell& first_half = cells[static_cast<std::size_t>(i)];
    Cell& second_half = cells[static_cast<std::size_t>(i + 6)];
    if (placement.direction == 'h') {
      first_half = {placement.row, placement.column + i};
      second_half = {placement.row + 1, placement.column + i};
    } else {
      first_half = {placement.row + i, placement.column + 1};
      second_half = {placement.row + i, placement.column};
    }
  }
  return cells;
}

// The colours on the cells of cells_of().
std::string colors_of(const std::string& tile) {
  return tile + std::string(tile.rbegin(), tile.rend());
}

bool is_tile(const std::string& text) {
  std::string sorted = text;
  std::sort(sorted.begin(), sorted.end());
  return sorted == "123456";
}

class NaiveBox final : public NaiveGame {
 public:
  explicit NaiveBox(const std::string& deal) {
    const std::vector<std::string> words = split(deal, ' ');
    if (words.size() != 2 + 39) throw std::invalid_argument("a Box deal has 41 words");
    for (std::size_t i = 0; i < 2; ++i) {
      if (words[i].size() != 1 || words[i] < "1" || words[i] > "6") {
        throw std::invalid_argument("not a colour: " + words[i]);
      }
      color_[i] = words[i][0];
    }
    if (color_[0] == color_[1]) throw std::invalid_argument("both have the same colour");
    tiles_.assign(words.begin() + 2, words.end());
    for (const std::string& tile : tiles_) {
      if (!is_tile(tile)) throw std::invalid_argument("not a tile: " + tile);
    }

    const Placement start{'H' - 'A', 'h' - 'a', 'h'};
    put(start, tiles_[0]);
    for (const Seat seat : {Seat::first, Seat::second}) {
      mail_.send(seat, std::string(1, color_[index(seat)]));
      mail_.send(seat, start.position() + tiles_[0] + start.direction);
    }
    mail_.send(Seat::first, "Start");
    mail_.send(Seat::first, tiles_[1]);
  }

  Seat to_move() const override { return moves_made_ % 2 == 0 ? Seat::first : Seat::second; }

  bool over() const override { return (forfeited_[0] && forfeited_[1]) || legal_moves()->empty(); }

  std::string lines(Seat seat) override { return mail_.take(seat); }

  std::optional<std::vector<std::string>> legal_moves() const override { return moves_; }

  bool legal(const std::string& line) const override {
    return std::find(moves_.begin(), moves_.end(), line) != moves_.end();
  }

  std::string play(const std::string& line) override {
    const Seat mover = to_move();
    const std::string& tile = tiles_[moves_made_ + 1];
    const Placement placement{line[0] - 'A', line[1] - 'a', line[2]};
    put(placement, tile);
    ++moves_made_;
    const std::string relayed = placement.position() + tile + placement.direction;
    if (over()) {
      mail_.close(Seat::first, "Quit");
      mail_.close(Seat::second, "Quit");
    } else {
      mail_.send(other(mover), relayed);
      mail_.send(other(mover), tiles_.at(moves_made_ + 1));
    }
    return relayed;
  }

  void forfeit(Seat seat) override {
    forfeited_[index(seat)] = true;
    mail_.close(seat, "Quit");
  }

  rules::Result result() const override {
    const std::array<int, 2> points = {points_of(color_[0]), points_of(color_[1])};
    const int d = std::abs(points[0] - points[1]);
    rules::Result result;
    for (std::size_t i = 0; i < 2; ++i) {
      rules::SeatResult& seat = result.seats[i];
      seat.board_points = points[i];
      seat.forfeited = forfeited_[i];
      if (points[i] > points[1 - i]) {
        seat.outcome = rules::Outcome::win;
        seat.score = 200 + d;
      } else if (points[i] < points[1 - i]) {
        seat.outcome = rules::Outcome::lose;
        seat.score = std::max(0, 100 - d);
      } else {
        seat.outcome = rules::Outcome::draw;
        seat.score = 150;
      }
      if (forfeited_[i]) seat.score = 0;
      if (forfeited_[0] && forfeited_[1]) seat.outcome = rules::Outcome::draw;
    }
    return result;
  }

  std::unique_ptr<NaiveGame> clone() const override { return std::make_unique<NaiveBox>(*this); }

 private:
  static bool inside(int row, int column) {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }

  char at(int row, int column) const {
    return board_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

  bool occupied(int row, int column) const { return inside(row, column) && at(row, column) != '.'; }

  bool fits(const Placement& placement) const {
    int covered = 0;
    bool touches = false;
    for (const auto& [row, column] : cells_of(placement)) {
      if (!inside(row, column)) return false;
      if (occupied(row, column)) ++covered;
      if (occupied(row - 1, column) || occupied(row + 1, column) || occupied(row, column - 1) ||
          occupied(row, column + 1)) {
        touches = true;
      }
    }
    if (covered > 4) return false;
    return covered > 0 || touches;
  }

  // Puts a tile on the board and lists what is legal after it.
  void put(const Placement& placement, const std::string& tile) {
    const std::array<Cell, 12> cells = cells_of(placement);
    const std::string colors = colors_of(tile);
    for (std::size_t i = 0; i < 12; ++i) {
      const auto row = static_cast<std::size_t>(cells[i].first);
      board_[row][static_cast<std::size_t>(cells[i].second)] = colors[i];
    }
    moves_.clear();
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        for (const char direction : {'h', 'v'}) {
          const Placement next{r, c, direction};
          if (fits(next)) moves_.push_back(next.line());
        }
      }
    }
  }

  // All squares with the colour in their four corners: side in cells - 1.
  int points_of(char color) const {
    int points = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        for (int size = 2; inside(row + size - 1, column + size - 1); ++size) {
          const int bottom = row + size - 1;
          const int right = column + size - 1;
          if (at(row, column) == color && at(row, right) == color && at(bottom, column) == color &&
              at(bottom, right) == color) {
            points += size - 1;
          }
        }
      }
    }
    return points;
  }

  std::array<char, 2> color_ = {};
  std::vector<std::string> tiles_;  // the start tile, then one for every move
  std::vector<std::string> board_ = std::vector<std::string>(rows, std::string(columns, '.'));
  std::vector<std::string> moves_;  // what is legal now
  std::size_t moves_made_ = 0;
  std::array<bool, 2> forfeited_ = {false, false};
  Mail mail_;
};

}  // namespace

std::unique_ptr<NaiveGame> naive_box(const std::string& deal) {
  return std::make_unique<NaiveBox>(deal);
}

}  // namespace naive
