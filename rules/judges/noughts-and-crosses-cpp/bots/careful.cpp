// Noughts and Crosses: wins if it can, else prevents that its opponent wins.
#include <iostream>
#include <string>

const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                         {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
const int best_first[9] = {4, 0, 2, 6, 8, 1, 3, 5, 7};
char owner[10] = ".........";

// The square that gives this player three in a row, or -1.
int third_of(char who) {
  for (const auto& line : lines) {
    int own = 0, free = -1;
    for (const int square : line) {
      if (owner[square] == who) ++own;
      if (owner[square] == '.') free = square;
    }
    if (own == 2 && free >= 0) return free;
  }
  return -1;
}

int main() {
  for (std::string heard; std::getline(std::cin, heard) && heard != "Quit";) {
    if (heard != "Start") owner[(heard[1] - '1') * 3 + heard[0] - 'a'] = 'o';
    int square = third_of('x');
    if (square < 0) square = third_of('o');
    for (int i = 0; square < 0; ++i) {
      if (owner[best_first[i]] == '.') square = best_first[i];
    }
    owner[square] = 'x';
    std::cout << static_cast<char>('a' + square % 3) << square / 3 + 1 << std::endl;
  }
}
