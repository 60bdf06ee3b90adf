// box-random: plays random legal moves of Box (CodeCup 2025).
//
// The protocol, one word a line. Before the game: your secret colour (1-6) and
// the start tile, e.g. `Hh216534h`. Then every turn has two lines: `Start` (you
// begin) or the opponent's move, 9 characters like the start tile; and your tile,
// six colours. An answer has 3 characters: row, column, `h` or `v`. `Quit` at the
// end.
//
// Same input, same moves: the random numbers depend on the words read and on the
// optional argument, a number, and on nothing else.
//
//   g++ -O2 -o box-random random.cpp
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr int rows = 16;
constexpr int columns = 20;

// SplitMix64, stirred with every word that was read.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  void stir(std::string_view word) {
    for (const char c : word) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  // 0..bound-1; the tiny bias of the modulo does not matter here.
  std::size_t below(std::size_t bound) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  }

 private:
  std::uint64_t state_;
};

// Where a tile lies: its top left cell, and whether it lies (2 x 6) or stands (6 x 2).
struct Place {
  int row = 0;
  int column = 0;
  bool vertical = false;

  // The cell of the tile's i-th dot, 0..11. Only whether cells are occupied
  // matters to this bot; greedy.cpp shows in which order the colours lie.
  std::pair<int, int> cell(int i) const {
    return vertical ? std::pair{row + i / 2, column + i % 2}
                    : std::pair{row + i % 2, column + i / 2};
  }
  std::string text() const {
    return {static_cast<char>('A' + row), static_cast<char>('a' + column), vertical ? 'v' : 'h'};
  }
};

// Reads `Hh216534h` as well as `Hhh`.
Place parse(const std::string& move) {
  return {move.at(0) - 'A', move.at(1) - 'a', move.back() == 'v'};
}

class Board {
 public:
  void put(const Place& place) {
    for (int i = 0; i < 12; ++i) {
      const auto [row, column] = place.cell(i);
      occupied_[index(row, column)] = true;
    }
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

 private:
  static std::size_t index(int row, int column) {
    return static_cast<std::size_t>(row * columns + column);
  }
  bool occupied(int row, int column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns &&
           occupied_[index(row, column)];
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

  std::array<bool, rows * columns> occupied_{};
};

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::string colour;
  std::string start_tile;
  if (!(std::cin >> colour >> start_tile)) return 0;
  dice.stir(colour);
  dice.stir(start_tile);
  Board board;
  board.put(parse(start_tile));

  std::string word;
  std::string tile;
  while (std::cin >> word && word != "Quit" && std::cin >> tile) {
    dice.stir(word);
    dice.stir(tile);
    if (word != "Start") board.put(parse(word));
    const std::vector<Place> places = board.legal_places();
    if (places.empty()) continue;  // the game is over, `Quit` comes next
    const Place place = places[dice.below(places.size())];
    board.put(place);
    std::cout << place.text() << std::endl;  // endl flushes; without that the judge waits for ever
  }
}
