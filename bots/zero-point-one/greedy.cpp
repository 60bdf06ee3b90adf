// zero-point-one-greedy: takes what hangs in 0.1 (CodeCup 2026), and guards its Wazir.
//
// Of all moves the one after which it has most: what the move captures, less the worst that the
// opponent can capture next, with what it could take back. It leaves its Wazir where it can be
// captured only if it must, and attacks the other one where that costs nothing.
//
// The protocol, one word a line. Red gets `Start` first and answers with its set-up, 16
// letters for a1-a8 and b1-b8 (8 A, 4 D, 2 F, 1 N, 1 W). Blue's first line is that set-up; it
// answers with its own, in lower case, for g1-g8 and h1-h8. From then on each line is the
// opponent's move, and the answer a leap (`b5d3`: from, to) or a drop of a captured piece
// (`Df8`; by blue `df8`). `Quit` ends the game.
//
// Same input, same moves. An optional argument, a number, makes other set-ups and chooses
// between equally good moves in another way. Another one, moves joined by commas, begins the
// game: `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o zero-point-one-greedy greedy.cpp
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

// SplitMix64, stirred with every word that was read.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  void stir(const std::string& word) {
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

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Squares are numbered a1, a2, ... a8, b1, ... h8.
std::string name(int square) { return {"abcdefgh"[square / 8], "12345678"[square % 8]}; }
int square_of(const std::string& text, std::size_t at) {
  return 8 * (text[at] - 'a') + text[at + 1] - '1';
}

int worth(char piece) {
  switch (upper(piece)) {
    case 'W':
      return 1000;
    case 'N':
      return 5;
    case 'F':
      return 4;
    case 'D':
      return 3;
    case '.':
      return 0;
    default:
      return 2;
  }
}

// How far a piece leaps along one axis and along the other.
std::pair<int, int> offset_of(char piece) {
  switch (upper(piece)) {
    case 'W':
      return {0, 1};
    case 'F':
      return {1, 1};
    case 'D':
      return {0, 2};
    case 'N':
      return {1, 2};
    default:
      return {2, 2};
  }
}

bool reaches(char piece, int from, int to) {
  const auto [one, two] = offset_of(piece);
  const int rows = std::abs(from / 8 - to / 8);
  const int columns = std::abs(from % 8 - to % 8);
  return (rows == one && columns == two) || (rows == two && columns == one);
}

class Position {
 public:
  Position() { board_.fill('.'); }

  // Red is 0, blue 1.
  void play(int side, const std::string& move) {
    if (move.size() == 16) {
      for (int i = 0; i < 16; ++i) {
        const char letter = move[static_cast<std::size_t>(i)];
        at(48 * side + i) = side == 0 ? upper(letter) : lower(letter);
      }
    } else if (move.size() == 3) {
      std::string& hand = hands_[static_cast<std::size_t>(side)];
      hand.erase(hand.find(upper(move[0])), 1);
      at(square_of(move, 1)) = move[0];
    } else {
      char& to = at(square_of(move, 2));
      if (to != '.') hands_[static_cast<std::size_t>(side)] += upper(to);
      to = std::exchange(at(square_of(move, 0)), '.');
    }
  }

  // What lies where this move goes.
  int captures(const std::string& move) {
    return move.size() == 4 ? worth(at(square_of(move, 2))) : 0;
  }

  // The most that this side can gain with one capture, less what is taken back for it.
  int best_capture(int side) {
    int best = 0;
    for (int to = 0; to < 64; ++to) {
      if (!owned(at(to), 1 - side)) continue;
      const int attacker = least_attacker(side, to);
      if (attacker == 0) continue;
      const bool guarded = worth(at(to)) < 1000 && least_attacker(1 - side, to) != 0;
      best = std::max(best, worth(at(to)) - (guarded ? attacker : 0));
    }
    return best;
  }

  bool attacks_wazir(int side) {
    for (int to = 0; to < 64; ++to) {
      if (owned(at(to), 1 - side) && upper(at(to)) == 'W') return least_attacker(side, to) != 0;
    }
    return false;
  }

  std::vector<std::string> legal_moves(int side) {
    std::vector<std::string> moves;
    for (int from = 0; from < 64; ++from) {
      if (!owned(at(from), side)) continue;
      for (int to = 0; to < 64; ++to) {
        if (reaches(at(from), from, to) && !owned(at(to), side)) {
          moves.push_back(name(from) + name(to));
        }
      }
    }
    for (const char piece : std::string("ADFN")) {
      if (hands_[static_cast<std::size_t>(side)].find(piece) == std::string::npos) continue;
      for (int to = 0; to < 64; ++to) {
        if (at(to) == '.') moves.push_back((side == 0 ? piece : lower(piece)) + name(to));
      }
    }
    return moves;
  }

 private:
  // What the cheapest piece of this side is worth that reaches a square; 0 if none does.
  int least_attacker(int side, int to) {
    int least = 0;
    for (int from = 0; from < 64; ++from) {
      if (!owned(at(from), side) || !reaches(at(from), from, to)) continue;
      if (least == 0 || worth(at(from)) < least) least = worth(at(from));
    }
    return least;
  }

  char& at(int square) { return board_[static_cast<std::size_t>(square)]; }
  static bool owned(char piece, int side) {
    return piece != '.' && (piece == upper(piece)) == (side == 0);
  }

  std::array<char, 64> board_{};
  std::array<std::string, 2> hands_;  // what each side has captured, in upper case
};

// The Wazir in the back row between the Ferzes, most Dabbabas in front; which is where is up to the
// dice.
std::string set_up_by(int side, Dice& dice) {
  std::string back = "AAFWFNAA";
  std::string front = "DADADADA";
  if (dice.below(2) == 1) std::reverse(back.begin(), back.end());
  for (std::size_t i = 8; i > 1; --i) std::swap(front[i - 1], front[dice.below(i)]);
  std::string pieces = side == 0 ? back + front : front + back;
  if (side == 1) std::transform(pieces.begin(), pieces.end(), pieces.begin(), lower);
  return pieces;
}

std::string best_move(Position& position, int side, Dice& dice) {
  std::string best;
  int most = 0;
  for (const std::string& move : position.legal_moves(side)) {
    Position after = position;
    const int gain = position.captures(move);
    after.play(side, move);
    int value = 16 * gain;
    if (gain < 1000) value -= 16 * after.best_capture(1 - side);
    if (after.attacks_wazir(side)) value += 8;
    value += static_cast<int>(dice.below(8));
    if (best.empty() || value > most) {
      best = move;
      most = value;
    }
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::istringstream given(argc > 2 ? argv[2] : "");
  Position position;
  int side = -1;  // not known yet
  bool set_up = false;
  for (std::string word; std::cin >> word && word != "Quit";) {
    dice.stir(word);
    if (side < 0) side = word == "Start" ? 0 : 1;
    if (word != "Start") position.play(1 - side, word);
    std::string move;
    if (!std::getline(given, move, ',')) {
      if (!set_up) {
        move = set_up_by(side, dice);
      } else {
        move = best_move(position, side, dice);
        if (move.empty()) continue;  // the game is over, the judge says so next
      }
    }
    set_up = true;
    position.play(side, move);
    std::cout << move << std::endl;
  }
}
