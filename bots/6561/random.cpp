// 6561-random, 2187-random: plays random legal moves of 6561 (CodeCup 2016) and of
// 2187 (CodeCup NIO 2016).
//
// The protocol, one word a line: first `A` (you begin) or `B`; then only the
// opponent's moves; `Quit` at the end. An answer is `rk`, the row and the column
// of a new piece, or `U`, `D`, `L`, `R`, a slide. What is due follows from the
// number of moves made, see `cycle`.
//
// Same input, same moves: the random numbers depend on the words read and on the
// optional argument, a number, and on nothing else. Another argument, moves joined
// by commas, begins the game: `{moves}` in a command of `referee` becomes those that
// were given to the bot.
//
//   g++ -O2 -o 6561-random random.cpp
//   g++ -O2 -DGAME_2187 -o 2187-random random.cpp
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

// What is due, over and over: place a piece of each colour; slide, slide.
#ifdef GAME_2187
constexpr std::string_view cycle = "brrb//";
#else
constexpr std::string_view cycle = "brg//";
#endif

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

struct Piece {
  char colour = 0;
  int value = 0;  // 0: the field is empty
  friend bool operator==(const Piece& a, const Piece& b) {
    return a.colour == b.colour && a.value == b.value;
  }
};
using Board = std::array<Piece, 16>;  // row by row, from the top

// The i-th field of a line, counted from the edge towards which the board slides.
std::size_t field(char direction, std::size_t line, std::size_t i) {
  switch (direction) {
    case 'U':
      return 4 * i + line;
    case 'D':
      return 4 * (3 - i) + line;
    case 'L':
      return 4 * line + i;
    default:
      return 4 * line + 3 - i;
  }
}

Board slide(const Board& board, char direction) {
  Board result;
  for (std::size_t line = 0; line < 4; ++line) {
    std::size_t filled = 0;
    Piece held;  // the piece that waits for its neighbour
    for (std::size_t i = 0; i < 4; ++i) {
      const Piece next = board[field(direction, line, i)];
      if (next.value == 0) continue;
      if (held.value == next.value) {  // a pair: merges, or vanishes
        if (held.colour == next.colour) {
          result[field(direction, line, filled++)] = {held.colour, 3 * held.value};
        }
        held = {};  // a new piece is left alone in this move
      } else {
        if (held.value != 0) result[field(direction, line, filled++)] = held;
        held = next;
      }
    }
    if (held.value != 0) result[field(direction, line, filled)] = held;
  }
  return result;
}

class Position {
 public:
  // None when the game is over.
  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (due() == '/') {
      for (const char direction : {'U', 'D', 'L', 'R'}) {
        if (slide(board_, direction) != board_) moves.push_back({direction});
      }
      return moves;
    }
    for (const char row : {'1', '2', '3', '4'}) {
      for (const char column : {'1', '2', '3', '4'}) {
        if (board_[index(row, column)].value == 0) moves.push_back({row, column});
      }
    }
    return moves;
  }

  void play(const std::string& move) {
    if (due() == '/') {
      board_ = slide(board_, move.at(0));
    } else {
      board_.at(index(move.at(0), move.at(1))) = {due(), 1};
    }
    ++made_;
  }

 private:
  char due() const { return cycle[made_ % cycle.size()]; }
  static std::size_t index(char row, char column) {
    return static_cast<std::size_t>(4 * (row - '1') + column - '1');
  }

  Board board_;
  std::size_t made_ = 0;  // moves made so far, by both players
};

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::istringstream given(argc > 2 ? argv[2] : "");
  Position position;
  std::string word;
  while (std::cin >> word && word != "Quit") {
    dice.stir(word);
    if (word == "B") continue;  // the opponent begins
    if (word != "A") position.play(word);
    std::string move;
    if (!std::getline(given, move, ',')) {
      const std::vector<std::string> moves = position.legal_moves();
      if (moves.empty()) continue;  // the game is over, `Quit` comes next
      move = moves[dice.below(moves.size())];
    }
    position.play(move);
    std::cout << move << std::endl;  // endl flushes; without that the judge waits for ever
  }
}
