// turn-right-greedy: takes the best circuit it finds in Turn Right (CodeCup 2006).
//
// Placing: the square that helps most 2x2 and 3x3 squares of its own, or spoils
// most of the opponent's. Turning: of all rectangles the best ones, and each of them
// changed by single cells for as long as that makes it better.
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
// Same input, same moves. An optional argument, a number, chooses between equally
// good placements in another way. Another one, moves joined by commas, begins the
// game: `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o turn-right-greedy greedy.cpp
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

// Squares are numbered a1, a2, ... a6, b1, ... f6. A piece is +1 (mine), -1 (the
// opponent's) or 0 (none yet).
using Board = std::array<int, 36>;
using Path = std::vector<std::size_t>;  // squares

std::string name(std::size_t square) { return {"abcdef"[square / 6], "123456"[square % 6]}; }
std::size_t square_of(const std::string& text) {
  return static_cast<std::size_t>(6 * (text.at(0) - 'a') + text.at(1) - '1');
}

// ---- Counting -------------------------------------------------------------------

// Calls visit(mine, theirs) with the number of pieces in every size x size window.
template <typename Visit>
void for_each_window(const Board& board, std::size_t size, Visit visit) {
  for (std::size_t x = 0; x + size <= 6; ++x) {
    for (std::size_t y = 0; y + size <= 6; ++y) {
      int mine = 0;
      int theirs = 0;
      for (std::size_t i = 0; i < size * size; ++i) {
        const int piece = board[6 * (x + i / size) + y + i % size];
        mine += piece == 1;
        theirs += piece == -1;
      }
      visit(mine, theirs);
    }
  }
}

// Whether somebody has a 3x3 square, which ends the game.
bool decided(const Board& board) {
  bool found = false;
  for_each_window(board, 3, [&](int mine, int theirs) { found |= mine == 9 || theirs == 9; });
  return found;
}

// How good the board is after my circuit. If both have a 3x3 square, the one who
// did not move wins, so the opponent's counts more.
int turning_worth(const Board& board) {
  int result = 0;
  for_each_window(board, 2, [&](int mine, int theirs) {
    result += mine == 4 ? 60 : mine == 3 ? 8 : 0;
    result -= theirs == 4 ? 60 : theirs == 3 ? 8 : 0;
  });
  for_each_window(board, 3, [&](int mine, int theirs) {
    result += mine == 9 ? 1000000 : mine == 8 ? 60 : mine == 7 ? 10 : 0;
    result -= theirs == 9 ? 2000000 : theirs == 8 ? 300 : theirs == 7 ? 10 : 0;
  });
  return result;
}

// The same for the placement phase: windows that only one of us is in.
int placing_worth(const Board& board) {
  int result = 0;
  const auto count = [&](int mine, int theirs) {
    if (theirs == 0) result += mine * mine;
    if (mine == 0) result -= theirs * theirs;
  };
  for_each_window(board, 2, count);
  for_each_window(board, 3, count);
  return result;
}

// ---- Circuits -------------------------------------------------------------------

// A circuit is the outline of an area. The points of its lattice are the squares of
// the board; the area is made of cells between them, 5 x 5, numbered like squares.
using Area = std::array<bool, 25>;

// The squares along the outline of `area`, clockwise. Empty if the outline is not
// one line that meets no square twice.
Path outline(const Area& area) {
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
  Path path;
  if (!simple || length == 0) return path;
  do {
    path.push_back(start);
    start = next[start];
  } while (start != path.front());
  if (path.size() != length) path.clear();  // there is a second line: a hole or an island
  return path;
}

// The squares where the path turns.
Path corners(const Path& path) {
  Path result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t before = path[(i + path.size() - 1) % path.size()];
    const std::size_t after = path[(i + 1) % path.size()];
    if (before + after != 2 * path[i]) result.push_back(path[i]);
  }
  return result;
}

// Every square of a circuit that is given by its corners.
Path path_through(const Path& corner) {
  Path path;
  for (std::size_t i = 0; i < corner.size(); ++i) {
    const std::size_t to = corner[(i + 1) % corner.size()];
    const std::size_t step = corner[i] / 6 == to / 6 ? 1 : 6;  // along a file, or a rank
    for (std::size_t at = corner[i]; at != to; at = to > at ? at + step : at - step) {
      path.push_back(at);
    }
  }
  return path;
}

// Every piece on the path moves to the next square.
void turn(Board& board, const Path& path) {
  int carried = board[path.back()];
  for (const std::size_t square : path) std::swap(carried, board[square]);
}

struct Circuit {
  int worth = -100000000;  // of no circuit at all
  Area area{};
  Path path;
};

Circuit judged(const Board& board, const Area& area, std::size_t most_corners) {
  Circuit result;
  result.area = area;
  result.path = outline(area);
  if (result.path.empty() || corners(result.path).size() > most_corners) return result;
  Board after = board;
  turn(after, result.path);
  result.worth = turning_worth(after);
  return result;
}

std::vector<Circuit> rectangles(const Board& board) {
  std::vector<Circuit> result;
  for (std::size_t first = 0; first < 25; ++first) {
    for (std::size_t last = first; last < 25; ++last) {
      Area area{};
      for (std::size_t x = first / 5; x <= last / 5; ++x) {
        for (std::size_t y = first % 5; y <= last % 5; ++y) area[5 * x + y] = true;
      }
      if (area[first]) result.push_back(judged(board, area, 4));
    }
  }
  return result;
}

Circuit best_circuit(const Board& board, std::size_t most_corners) {
  const auto better = [](const Circuit& a, const Circuit& b) { return a.worth > b.worth; };
  std::vector<Circuit> starts = rectangles(board);
  std::stable_sort(starts.begin(), starts.end(), better);
  starts.resize(20);
  for (Circuit& circuit : starts) {
    for (bool improved = true; improved;) {
      improved = false;
      const Area area = circuit.area;
      for (std::size_t cell = 0; cell < 25; ++cell) {
        Area changed = area;
        changed[cell] = !changed[cell];
        const Circuit found = judged(board, changed, most_corners);
        if (better(found, circuit)) {
          circuit = found;
          improved = true;
        }
      }
    }
  }
  return *std::min_element(starts.begin(), starts.end(), better);
}

// ---- The game -------------------------------------------------------------------

class Player {
 public:
  explicit Player(std::uint64_t taste) : taste_(taste) {}

  // Plays what the opponent wrote.
  void read(const std::string& word) { play(word, -1); }

  // Plays a move that was given to this bot.
  void take(const std::string& move) {
    if (placed_ == 35) ++circuits_;
    play(move, 1);
  }

  // Chooses a move, plays it and returns it as it is written.
  std::string move() {
    if (placed_ < 35) {
      const std::size_t square = best_square();
      place(square, 1);
      return name(square);
    }
    const Circuit circuit = best_circuit(board_, 2 * (circuits_ + 2));
    turn(board_, circuit.path);
    ++circuits_;
    std::string text;
    for (const std::size_t square : corners(circuit.path)) {
      if (!text.empty()) text += '-';
      text += name(square);
    }
    return text;
  }

  // Whether the last move of this bot was its last in the game: nothing more comes.
  bool done() const { return circuits_ == 13 || (circuits_ > 0 && decided(board_)); }

 private:
  void play(const std::string& word, int piece) {
    if (placed_ < 35) {
      place(square_of(word), piece);
      return;
    }
    Path corner;
    for (std::size_t at = 0; at < word.size(); at += 3)
      corner.push_back(square_of(word.substr(at, 2)));
    turn(board_, path_through(corner));
  }

  void place(std::size_t square, int piece) {
    board_.at(square) = piece;
    ++placed_;
    // The 36th piece is black's: of the one who did not place the 35th.
    if (placed_ == 35) *std::find(board_.begin(), board_.end(), 0) = -piece;
  }

  std::size_t best_square() const {
    int best = 0;
    std::vector<std::size_t> squares;  // all that are as good as the best
    for (std::size_t square = 0; square < 36; ++square) {
      if (board_[square] != 0) continue;
      Board mine = board_;
      Board theirs = board_;
      mine[square] = 1;
      theirs[square] = -1;
      const int found = placing_worth(mine) - placing_worth(theirs);
      if (squares.empty() || found > best) {
        best = found;
        squares.clear();
      }
      if (found == best) squares.push_back(square);
    }
    return squares[taste_ % squares.size()];
  }

  std::uint64_t taste_;
  Board board_{};
  int placed_ = 0;
  std::size_t circuits_ = 0;  // made so far by this bot
};

}  // namespace

int main(int argc, char** argv) {
  Player player(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::istringstream given(argc > 2 ? argv[2] : "");
  std::string word;
  while (!player.done() && std::cin >> word && word != "x") {
    if (word != "Start") player.read(word);
    std::string move;
    if (std::getline(given, move, ',')) {
      player.take(move);
    } else {
      move = player.move();
    }
    std::cout << move << std::endl;  // endl flushes, else the judge waits for ever
  }
}
