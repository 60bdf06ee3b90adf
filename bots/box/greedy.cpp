// box-greedy: takes the best move at once in Box (CodeCup 2025).
//
// It tries every legal place and counts the squares of every colour on the board
// that results. The opponent's colour is secret, so each of the five others is
// held against the move a little: one of them is the opponent's.
//
// What counts how much can be set, for `referee tune`; these are the defaults:
//   --own 2    each point of its own colour, while one of any other colour counts -1
//   --most 0   each point of the strongest other colour, once more against the move
//   --open 0   each square of its own colour that lacks one corner, by the square's points
//
// The protocol, one word a line. Before the game: your secret colour (1-6) and
// the start tile, e.g. `Hh216534h`. Then every turn has two lines: `Start` (you
// begin) or the opponent's move, 9 characters like the start tile; and your tile,
// six colours. An answer has 3 characters: row, column, `h` or `v`. `Quit` at the
// end.
//
// Same input, same moves.
//
//   g++ -O2 -o box-greedy greedy.cpp
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int rows = 16;
constexpr int columns = 20;

// Where a tile lies: its top left cell, and whether it lies (2 x 6) or stands (6 x 2).
struct Place {
  int row = 0;
  int column = 0;
  bool vertical = false;

  // The cell of the tile's i-th dot, 0..11; dots 6..11 repeat the colours of 0..5.
  // Lying: to the right in the top row and back in the bottom row. Standing: down
  // the right column and up the left one, the lying tile turned by 90 degrees.
  std::pair<int, int> cell(int i) const {
    const int side = i / 6;
    const int along = side == 0 ? i : 11 - i;
    return vertical ? std::pair{row + along, column + 1 - side}
                    : std::pair{row + side, column + along};
  }
  std::string text() const {
    return {static_cast<char>('A' + row), static_cast<char>('a' + column), vertical ? 'v' : 'h'};
  }
};

class Board {
 public:
  void put(const Place& place, const std::string& tile) {
    for (int i = 0; i < 12; ++i) {
      const auto [row, column] = place.cell(i);
      cells_[index(row, column)] = tile.at(static_cast<std::size_t>(i % 6));
    }
  }

  // Puts what is written as `Hh216534h`.
  void put(const std::string& move) {
    const Place place{move.at(0) - 'A', move.at(1) - 'a', move.back() == 'v'};
    put(place, move.substr(2, 6));
  }

  std::vector<Place> legal_places() const {
    std::vector<Place> places;
    for (const bool vertical : {false, true}) {
      for (int row = 0; row + (vertical ? 6 : 2) <= rows; ++row) {
        for (int column = 0; column + (vertical ? 2 : 6) <= columns; ++column) {
          if (legal({row, column, vertical})) places.push_back({row, column, vertical});
        }
      }
    }
    return places;
  }

  // The points of each colour, '1' first: every square whose four corners have
  // the colour gives its size minus one.
  std::array<int, 6> points() const {
    std::array<int, 6> result{};
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const char colour = at(row, column);
        if (colour == empty) continue;
        const int longest = std::min(rows - row, columns - column);
        for (int side = 1; side < longest; ++side) {
          if (at(row, column + side) == colour && at(row + side, column) == colour &&
              at(row + side, column + side) == colour) {
            result[static_cast<std::size_t>(colour - '1')] += side;
          }
        }
      }
    }
    return result;
  }

  // The points of squares that have three corners of this colour, '1' being 0, and none at the
  // fourth.
  int open_points(std::size_t wanted) const {
    const char colour = static_cast<char>('1' + wanted);
    int result = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const int longest = std::min(rows - row, columns - column);
        for (int side = 1; side < longest; ++side) {
          int found = 0;
          int free = 0;
          for (const char corner : {at(row, column), at(row, column + side), at(row + side, column),
                                    at(row + side, column + side)}) {
            found += corner == colour ? 1 : 0;
            free += corner == empty ? 1 : 0;
          }
          if (found == 3 && free == 1) result += side;
        }
      }
    }
    return result;
  }

 private:
  static constexpr char empty = '\0';

  static std::size_t index(int row, int column) {
    return static_cast<std::size_t>(row * columns + column);
  }
  char at(int row, int column) const { return cells_[index(row, column)]; }
  bool occupied(int row, int column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns && at(row, column) != empty;
  }
  // At most 4 dots may lie on others; with none, an edge must touch.
  bool legal(const Place& place) const {
    int covered = 0;
    bool touches = false;
    for (int i = 0; i < 12; ++i) {
      const auto [row, column] = place.cell(i);
      if (occupied(row, column)) ++covered;
      touches = touches || occupied(row - 1, column) || occupied(row + 1, column) ||
                occupied(row, column - 1) || occupied(row, column + 1);
    }
    return covered > 0 ? covered <= 4 : touches;
  }

  std::array<char, rows * columns> cells_{};
};

struct Weights {
  double own = 2;
  double most = 0;
  double open = 0;
};

// Of the options; whatever else is given is left alone.
Weights weights_of(int count, char** words) {
  Weights weights;
  for (int i = 1; i + 1 < count; ++i) {
    const std::string word = words[i];
    if (word == "--own") weights.own = std::atof(words[i + 1]);
    if (word == "--most") weights.most = std::atof(words[i + 1]);
    if (word == "--open") weights.open = std::atof(words[i + 1]);
  }
  return weights;
}

// How good a board is for the owner of `colour`.
double worth(const Board& board, std::size_t colour, const Weights& weights) {
  std::array<int, 6> points = board.points();
  const int own = std::exchange(points[colour], 0);
  int others = 0;
  for (const int value : points) others += value;
  const int most = *std::max_element(points.begin(), points.end());
  double result = weights.own * own - others - weights.most * most;
  if (weights.open != 0) result += weights.open * board.open_points(colour);
  return result;
}

}  // namespace

int main(int count, char** words) {
  const Weights weights = weights_of(count, words);
  char colour = '1';
  std::string word;
  std::string tile;
  if (!(std::cin >> colour >> word)) return 0;
  Board board;
  board.put(word);  // the start tile

  while (std::cin >> word && word != "Quit" && std::cin >> tile) {
    if (word != "Start") board.put(word);
    double best = 0;
    const Place* choice = nullptr;
    const std::vector<Place> places = board.legal_places();
    for (const Place& place : places) {
      Board after = board;
      after.put(place, tile);
      const double found = worth(after, static_cast<std::size_t>(colour - '1'), weights);
      if (choice == nullptr || found > best) {
        best = found;
        choice = &place;
      }
    }
    if (choice == nullptr) continue;  // the game is over, `Quit` comes next
    board.put(*choice, tile);
    std::cout << choice->text()
              << std::endl;  // endl flushes; without that the judge waits for ever
  }
}
