// sudoku-greedy: looks at all solutions of the grid as soon as there are few, and plays the end of
// the game to win; before that it plays legal moves at random.
//
// A move keeps the solutions that have its digit. Whoever leaves exactly one claims and wins, so a
// set of solutions is lost if every move leaves one that the opponent wins. The bot searches that
// to the end where few solutions are left, and two moves deep where there are more.
//
// The protocol, one word a line: `Start` if you begin, and after that only the opponent's moves. A
// move is `Dg7`: row, column and digit. `!` behind it, or alone, claims that the grid has exactly
// one solution. `Quit` at the end.
//
// Same input, same moves: the random numbers depend on the words read and on the optional argument,
// a number, and on nothing else. Another argument, moves joined by commas, begins the game:
// `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o sudoku-greedy greedy.cpp
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t most_solutions = 300;  // that are looked at
constexpr std::size_t few_solutions = 20;    // of which the end of the game is searched

// SplitMix64, stirred with every word that was read.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  void stir(std::string_view word) {
    for (const char c : word) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
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
// Solutions by their numbers.
using Set = std::vector<std::size_t>;

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

// Adds solutions until there are `most`, or until no steps are left: in the cell with the fewest
// digits it tries each of them.
void solve(Grid& grid, std::vector<Grid>& found, std::size_t most, Dice& dice, long& steps) {
  if (--steps <= 0) return;
  std::size_t best = grid.size();
  std::string digits(10, ' ');
  for (std::size_t cell = 0; cell < grid.size() && digits.size() > 1; ++cell) {
    if (grid[cell] != 0) continue;
    std::string here;
    for (char digit = '1'; digit <= '9'; ++digit) {
      if (fits(grid, cell, digit)) here += digit;
    }
    if (here.size() >= digits.size()) continue;
    best = cell;
    digits = here;
  }
  if (best == grid.size()) {
    found.push_back(grid);
    return;
  }
  const std::size_t first = digits.empty() ? 0 : dice.below(digits.size());
  std::rotate(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(first), digits.end());
  for (const char digit : digits) {
    if (found.size() == most || steps <= 0) break;
    grid[best] = digit;
    solve(grid, found, most, dice, steps);
  }
  grid[best] = 0;
}

struct Choice {
  std::size_t cell;
  char digit;
  Set left;  // the solutions that have it
};

class Endgame {
 public:
  explicit Endgame(const std::vector<Grid>& solutions) : solutions_(solutions) {}

  // Every move that leaves some of these solutions, and not all.
  std::vector<Choice> choices(const Set& set) const {
    std::vector<Choice> all;
    for (std::size_t cell = 0; cell < 81; ++cell) {
      std::array<Set, 9> by_digit;
      for (const std::size_t one : set) {
        by_digit[static_cast<std::size_t>(solutions_[one][cell] - '1')].push_back(one);
      }
      for (std::size_t d = 0; d < by_digit.size(); ++d) {
        if (by_digit[d].empty() || by_digit[d].size() == set.size()) continue;
        all.push_back({cell, static_cast<char>('1' + d), by_digit[d]});
      }
    }
    return all;
  }

  // Whether the player to move wins; of many solutions, whether he does at once.
  bool wins(const Set& set) {
    const auto all = choices(set);
    if (std::any_of(all.begin(), all.end(),
                    [](const Choice& one) { return one.left.size() == 1; })) {
      return true;
    }
    if (set.size() > few_solutions) return false;
    const auto known = known_.find(set);
    if (known != known_.end()) return known->second;
    const bool result =
        std::any_of(all.begin(), all.end(), [&](const Choice& one) { return !wins(one.left); });
    return known_[set] = result;
  }

 private:
  const std::vector<Grid>& solutions_;
  std::map<Set, bool> known_;
};

std::string name_of(std::size_t cell, char digit) {
  return {"ABCDEFGHI"[cell / 9], "abcdefghi"[cell % 9], digit};
}

void play(Grid& grid, const std::string& move) {
  if (move.size() < 3) return;
  grid[9 * static_cast<std::size_t>(move[0] - 'A') + static_cast<std::size_t>(move[1] - 'a')] =
      move[2];
}

// `all_of_them`: there are no others.
std::string choose(const std::vector<Grid>& solutions, bool all_of_them, Dice& dice) {
  if (solutions.size() < 2) return "!";
  Set all(solutions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Endgame endgame(solutions);
  const std::vector<Choice> choices = endgame.choices(all);
  const Choice* best = &choices[dice.below(choices.size())];
  if (!all_of_them) return name_of(best->cell, best->digit);
  for (const Choice& one : choices) {
    if (one.left.size() == 1) return name_of(one.cell, one.digit) + "!";
  }
  // Without a safe move, the one that leaves most to get wrong.
  bool safe = false;
  for (const Choice& one : choices) {
    const bool this_safe = !endgame.wins(one.left);
    if ((this_safe && !safe) || (this_safe == safe && one.left.size() > best->left.size())) {
      best = &one;
      safe = this_safe;
    }
  }
  return name_of(best->cell, best->digit);
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
      long steps = 0;
      // A wrong digit in a grid with few of them can cost minutes; another order of digits does
      // not.
      for (long limit = 20000; steps <= 0 && found.size() < 2; limit *= 2) {
        found.clear();
        steps = limit;
        Grid copy = grid;
        solve(copy, found, most_solutions, dice, steps);
      }
      move = choose(found, steps > 0 && found.size() < most_solutions, dice);
    }
    play(grid, move);
    std::cout << move << std::endl;  // endl flushes
  }
}
