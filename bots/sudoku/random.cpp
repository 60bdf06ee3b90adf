// sudoku-random: plays legal moves of Sudoku (CodeCup 2024) at random, and claims when it has to.
//
// The protocol, one word a line: `Start` if you begin, and after that only the opponent's moves. A
// move is `Dg7`: row, column and digit. `!` behind it, or alone, claims that the grid has exactly
// one solution. `Quit` at the end.
//
// Same input, same moves: the random numbers depend on the words read and on the optional argument,
// a number, and on nothing else. Another argument, moves joined by commas, begins the game:
// `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o sudoku-random random.cpp
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

// Cells are numbered Aa, Ab, ... Ai, Ba, ... Ii; 0 is an empty one.
using Grid = std::array<char, 81>;

bool fits(const Grid& grid, std::size_t cell, char digit) {
  for (std::size_t i = 0; i < 9; ++i) {
    const std::size_t in_box = cell / 27 * 27 + i / 3 * 9 + cell % 9 / 3 * 3 + i % 3;
    if (grid[cell / 9 * 9 + i] == digit || grid[9 * i + cell % 9] == digit ||
        grid[in_box] == digit) {
      return false;
    }
  }
  return true;
}

std::string digits_of(const Grid& grid, std::size_t cell) {
  std::string digits;
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (fits(grid, cell, digit)) digits += digit;
  }
  return digits;
}

// Adds solutions until there are two, or until no steps are left: in the cell with the fewest
// digits it tries each of them.
void solve(Grid& grid, std::vector<Grid>& found, Dice& dice, long& steps) {
  if (--steps <= 0) return;
  std::size_t best = grid.size();
  std::string digits(10, ' ');
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (grid[cell] != 0) continue;
    const std::string here = digits_of(grid, cell);
    if (here.size() >= digits.size()) continue;
    best = cell;
    digits = here;
  }
  if (best == grid.size()) {
    found.push_back(grid);
    return;
  }
  std::rotate(
      digits.begin(),
      digits.begin() + static_cast<std::ptrdiff_t>(digits.empty() ? 0 : dice.below(digits.size())),
      digits.end());
  for (const char digit : digits) {
    if (found.size() == 2 || steps <= 0) break;
    grid[best] = digit;
    solve(grid, found, dice, steps);
  }
  grid[best] = 0;
}

void play(Grid& grid, const std::string& move) {
  if (move.size() < 3) return;
  grid[9 * static_cast<std::size_t>(move[0] - 'A') + static_cast<std::size_t>(move[1] - 'a')] =
      move[2];
}

// Where two solutions differ, the digit of either may be played.
std::string choose(const std::vector<Grid>& found, Dice& dice) {
  if (found.size() < 2) return "!";
  std::vector<std::string> moves;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (found[0][cell] == found[1][cell]) continue;
    for (const Grid& solution : found) {
      moves.push_back({"ABCDEFGHI"[cell / 9], "abcdefghi"[cell % 9], solution[cell]});
    }
  }
  return moves[dice.below(moves.size())];
}

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::istringstream given(argc > 2 ? argv[2] : "");
  Grid grid{};
  for (std::string word; std::cin >> word && word != "Quit";) {
    dice.stir(word);
    if (word != "Start") play(grid, word);
    std::string move;
    if (!std::getline(given, move, ',')) {
      std::vector<Grid> found;
      // A wrong digit in a grid with few of them can cost minutes; another order of digits does
      // not.
      for (long limit = 2000, steps = 0; steps <= 0 && found.size() < 2; limit *= 2) {
        found.clear();
        steps = limit;
        Grid copy = grid;
        solve(copy, found, dice, steps);
      }
      move = choose(found, dice);
    }
    play(grid, move);
    std::cout << move << std::endl;  // endl flushes
  }
}
