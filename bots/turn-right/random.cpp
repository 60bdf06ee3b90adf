// turn-right-random: plays random legal moves of Turn Right (CodeCup 2006).
//
// The protocol, one word a line. White gets `Start` first and places a piece;
// black's first line is that placement. Placements (`c3`) alternate until 35
// pieces lie there. The 36th, black's, is automatic: nobody writes or reads it, and
// black answers white's 18th placement with its first circuit (`a1-a4-d4-d1`, the
// corners clockwise). 13 circuits each, black first. `x` means that somebody made
// a fault: leave. At a normal end nothing comes, and the last circuit is not
// passed on: a bot stops by itself, after its own last circuit, after one that made
// a 3x3 square, or at the end of the input.
//
// Same input, same moves: the random numbers depend on the words read and on the
// optional argument, a number, and on nothing else. Another argument, moves joined
// by commas, begins the game: `{moves}` in a command of `referee` becomes those that
// were given to the bot.
//
//   g++ -O2 -o turn-right-random random.cpp
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

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

// Takes the element out that is equal to `what`, if there is one.
template <typename T>
void take_out(std::vector<T>& from, const T& what) {
  from.erase(std::remove(from.begin(), from.end(), what), from.end());
}

// Squares are numbered a1, a2, ... a6, b1, ... f6.
std::string name(std::size_t square) { return {"abcdef"[square / 6], "123456"[square % 6]}; }

// A circuit is the outline of an area. The points of its lattice are the squares of
// the board; the area is made of cells between them, 5 x 5, numbered like squares.
using Area = std::array<bool, 25>;

// The squares along the outline of `area`, clockwise. Empty if the outline is not
// one line that meets no square twice.
std::vector<std::size_t> outline(const Area& area) {
  constexpr std::size_t none = 36;
  std::array<std::size_t, 36> next;  // where the piece of each square goes
  next.fill(none);
  std::size_t length = 0;
  std::size_t start = none;
  bool simple = true;
  const auto inside = [&](int x, int y) {
    return x >= 0 && x < 5 && y >= 0 && y < 5 && area[static_cast<std::size_t>(5 * x + y)];
  };
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) {
      if (!inside(x, y)) continue;
      // The cell's corners clockwise; each side that has no cell beyond it is outline.
      const auto low_left = static_cast<std::size_t>(6 * x + y);
      const std::array<std::size_t, 4> corner = {low_left, low_left + 1, low_left + 7,
                                                 low_left + 6};
      const std::array<bool, 4> edge = {!inside(x - 1, y), !inside(x, y + 1), !inside(x + 1, y),
                                        !inside(x, y - 1)};
      for (std::size_t i = 0; i < 4; ++i) {
        if (!edge[i]) continue;
        simple = simple && next[corner[i]] == none;
        next[corner[i]] = corner[(i + 1) % 4];
        start = corner[i];
        ++length;
      }
    }
  }
  std::vector<std::size_t> path;
  if (!simple || length == 0) return path;
  do {
    path.push_back(start);
    start = next[start];
  } while (start != path.front());
  if (path.size() != length) path.clear();  // there is a second line: a hole or an island
  return path;
}

// The squares where the path turns.
std::vector<std::size_t> corners(const std::vector<std::size_t>& path) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t before = path[(i + path.size() - 1) % path.size()];
    const std::size_t after = path[(i + 1) % path.size()];
    if (before + after != 2 * path[i]) result.push_back(path[i]);
  }
  return result;
}

// A random area whose outline has at most `most` corners: cells are added to one
// cell in random order while the outline stays a circuit.
std::string random_circuit(std::size_t most, Dice& dice) {
  Area area{};
  area[dice.below(25)] = true;
  std::vector<std::size_t> best = corners(outline(area));
  for (std::size_t tries = dice.below(60); tries > 0; --tries) {
    Area larger = area;
    larger[dice.below(25)] = true;
    const std::vector<std::size_t> found = corners(outline(larger));
    if (found.empty()) continue;
    area = larger;
    if (found.size() <= most) best = found;
  }
  std::string text;
  for (const std::size_t square : best) {
    if (!text.empty()) text += '-';
    text += name(square);
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::vector<std::string> free_squares;
  for (std::size_t square = 0; square < 36; ++square) free_squares.push_back(name(square));

  // This bot does not look for 3x3 squares: it makes its 13 circuits or is stopped.
  std::size_t circuits = 0;
  std::istringstream given(argc > 2 ? argv[2] : "");
  std::string word;
  while (circuits < 13 && std::cin >> word && word != "x") {
    dice.stir(word);
    take_out(free_squares, word);  // nothing, if it is a circuit or `Start`
    std::string move;
    const bool is_given = static_cast<bool>(std::getline(given, move, ','));
    if (free_squares.size() > 1) {
      if (!is_given) move = free_squares[dice.below(free_squares.size())];
      take_out(free_squares, move);
    } else {
      ++circuits;
      if (!is_given) move = random_circuit(2 * (circuits + 1), dice);
    }
    std::cout << move << std::endl;  // endl flushes; without that the judge waits for ever
  }
}
