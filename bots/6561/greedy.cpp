// 6561-greedy, 2187-greedy: looks a few moves ahead in 6561 (CodeCup 2016) and in
// 2187 (CodeCup NIO 2016) and takes the best.
//
// The game is cooperative: both players get the same score. So the search does
// not alternate between two aims, it looks for the best for both and trusts the
// partner to do the same.
//
// The protocol, one word a line: first `A` (you begin) or `B`; then only the
// opponent's moves; `Quit` at the end. An answer is `rk`, the row and the column
// of a new piece, or `U`, `D`, `L`, `R`, a slide. What is due follows from the
// number of moves made, see `cycle`.
//
// Same input, same moves. An optional argument, a number, chooses between equally
// good moves in another way. Another one, moves joined by commas, begins the game:
// `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o 6561-greedy greedy.cpp
//   g++ -O2 -DGAME_2187 -o 2187-greedy greedy.cpp
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

// What is due, over and over: place a piece of each colour; slide, slide.
#ifdef GAME_2187
constexpr std::string_view cycle = "brrb//";
#else
constexpr std::string_view cycle = "brg//";
#endif
constexpr int search_depth = 3;  // moves
constexpr int dead_end = -1000000;

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

// What two neighbours in a line promise: equal ones can merge, ones of equal value
// and different colour would vanish.
int pair_worth(const Piece& held, const Piece& next) {
  if (held.value != next.value) return held.colour == next.colour ? 2 : 0;
  return held.colour == next.colour ? 12 : -6 * held.value;
}

// How good a board is for both players: points first, then room to go on.
int worth(const Board& board) {
  int result = 0;
  for (const Piece& piece : board) result += piece.value == 0 ? 80 : 40 * piece.value;
  for (const char direction : {'U', 'L'}) {
    for (std::size_t line = 0; line < 4; ++line) {
      Piece held;
      for (std::size_t i = 0; i < 4; ++i) {
        const Piece& next = board[field(direction, line, i)];
        if (next.value == 0) continue;
        if (held.value != 0) result += pair_worth(held, next);
        held = next;
      }
    }
  }
  return result;
}

class Position {
 public:
  Position() = default;

  // Calls visit(text, position after it) for every legal move.
  template <typename Visit>
  void for_each_move(Visit visit) const {
    if (due() == '/') {
      for (const char direction : {'U', 'D', 'L', 'R'}) {
        const Position next(slide(board_, direction), made_ + 1);
        if (next.board_ != board_) visit(std::string{direction}, next);
      }
      return;
    }
    for (std::size_t i = 0; i < 16; ++i) {
      if (board_[i].value != 0) continue;
      Position next(board_, made_ + 1);
      next.board_[i] = {due(), 1};
      visit(std::string{"1234"[i / 4], "1234"[i % 4]}, next);
    }
  }

  void play(const std::string& move) {
    if (due() == '/') {
      board_ = slide(board_, move.at(0));
    } else {
      const int index = 4 * (move.at(0) - '1') + move.at(1) - '1';
      board_.at(static_cast<std::size_t>(index)) = {due(), 1};
    }
    ++made_;
  }

  // The best that can be reached with `depth` more moves.
  int best(int depth) const {
    if (depth == 0) return worth(board_);
    int result = dead_end + worth(board_);
    for_each_move([&](const std::string&, const Position& next) {
      result = std::max(result, next.best(depth - 1));
    });
    return result;
  }

 private:
  Position(const Board& board, std::size_t made) : board_(board), made_(made) {}
  char due() const { return cycle[made_ % cycle.size()]; }

  Board board_;
  std::size_t made_ = 0;  // moves made so far, by both players
};

// The best move, or nothing if the game is over.
std::string best_move(const Position& position, std::uint64_t taste) {
  int best = 0;
  std::vector<std::string> moves;  // all that are as good as the best
  position.for_each_move([&](const std::string& move, const Position& next) {
    const int found = next.best(search_depth - 1);
    if (moves.empty() || found > best) {
      best = found;
      moves.clear();
    }
    if (found == best) moves.push_back(move);
  });
  return moves.empty() ? "" : moves[taste % moves.size()];
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t taste = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  std::istringstream given(argc > 2 ? argv[2] : "");
  Position position;
  std::string word;
  while (std::cin >> word && word != "Quit") {
    if (word == "B") continue;  // the opponent begins
    if (word != "A") position.play(word);
    std::string move;
    if (!std::getline(given, move, ',')) move = best_move(position, taste);
    if (move.empty()) continue;  // the game is over, `Quit` comes next
    position.play(move);
    std::cout << move << std::endl;  // endl flushes; without that the judge waits for ever
  }
}
