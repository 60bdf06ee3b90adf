// Plays noughts and crosses: takes a square that wins, or one that keeps the opponent from winning,
// or else a random one. With `first` as its first argument it takes the first empty square instead,
// and the number after that, or the first argument, is the seed.
#include <array>
#include <cstdint>
#include <iostream>
#include <string>

namespace {

using Board = std::array<char, 9>;

bool wins(const Board& board, char mark) {
  constexpr std::array<std::array<std::size_t, 3>, 8> lines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
  for (const auto& line : lines) {
    if (board[line[0]] == mark && board[line[1]] == mark && board[line[2]] == mark) return true;
  }
  return false;
}

std::size_t choose(const Board& board, bool first, std::uint64_t& random) {
  for (const char mark : {'x', 'o'}) {
    for (std::size_t square = 0; square < board.size() && !first; ++square) {
      if (board[square] != '.') continue;
      Board next = board;
      next[square] = mark;
      if (wins(next, mark)) return square;
    }
  }
  random = random * 6364136223846793005U + 1442695040888963407U;
  std::size_t square = first ? 0 : (random >> 33) % board.size();
  while (board[square] != '.') square = (square + 1) % board.size();
  return square;
}

}  // namespace

int main(int argc, char** argv) {
  const bool first = argc > 1 && std::string(argv[1]) == "first";
  const int seed_at = first ? 2 : 1;
  std::uint64_t random = argc > seed_at ? std::stoull(argv[seed_at]) : 1;
  Board board;
  board.fill('.');
  for (std::string line; std::getline(std::cin, line) && line != "Quit";) {
    if (line.size() == 2)
      board[static_cast<std::size_t>(line[0] - 'a' + 3 * (line[1] - '1'))] = 'o';
    const std::size_t square = choose(board, first, random);
    board[square] = 'x';
    std::cout << static_cast<char>('a' + square % 3) << static_cast<char>('1' + square / 3)
              << std::endl;
  }
  return 0;
}
