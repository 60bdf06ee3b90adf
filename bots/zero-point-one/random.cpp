// zero-point-one-random: plays random legal moves of 0.1 (CodeCup 2026).
//
// The protocol, one word a line. Red gets `Start` first and answers with its set-up, 16
// letters for a1-a8 and b1-b8 (8 A, 4 D, 2 F, 1 N, 1 W). Blue's first line is that set-up; it
// answers with its own, in lower case, for g1-g8 and h1-h8. From then on each line is the
// opponent's move, and the answer a leap (`b5d3`: from, to) or a drop of a captured piece
// (`Df8`; by blue `df8`). `Quit` ends the game.
//
// Same input, same moves: the random numbers depend on the words read and on the optional
// argument, a number, and on nothing else. Another argument, moves joined by commas, begins
// the game: `{moves}` in a command of `referee` becomes those that were given to the bot.
//
//   g++ -O2 -o zero-point-one-random random.cpp
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

  std::vector<std::string> legal_moves(int side) {
    std::vector<std::string> moves;
    for (int from = 0; from < 64; ++from) {
      if (!owned(at(from), side)) continue;
      const auto [one, two] = offset_of(at(from));
      for (int to = 0; to < 64; ++to) {
        const int rows = std::abs(from / 8 - to / 8);
        const int columns = std::abs(from % 8 - to % 8);
        const bool reached = (rows == one && columns == two) || (rows == two && columns == one);
        if (reached && !owned(at(to), side)) moves.push_back(name(from) + name(to));
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
  char& at(int square) { return board_[static_cast<std::size_t>(square)]; }
  static bool owned(char piece, int side) {
    return piece != '.' && (piece == upper(piece)) == (side == 0);
  }

  std::array<char, 64> board_{};
  std::array<std::string, 2> hands_;  // what each side has captured, in upper case
};

std::string random_set_up(int side, Dice& dice) {
  std::string pieces = side == 0 ? "WNFFDDDDAAAAAAAA" : "wnffddddaaaaaaaa";
  for (std::size_t i = 16; i > 1; --i) std::swap(pieces[i - 1], pieces[dice.below(i)]);
  return pieces;
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
        move = random_set_up(side, dice);
      } else {
        const std::vector<std::string> moves = position.legal_moves(side);
        if (moves.empty()) continue;  // the game is over, the judge says so next
        move = moves[dice.below(moves.size())];
      }
    }
    set_up = true;
    position.play(side, move);
    std::cout << move << std::endl;
  }
}
