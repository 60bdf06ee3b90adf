// Noughts and Crosses: the first free square.
#include <iostream>
#include <set>
#include <string>

int main() {
  std::set<std::string> taken;
  for (std::string heard; std::getline(std::cin, heard) && heard != "Quit";) {
    if (heard != "Start") taken.insert(heard);
    for (int square = 0; square < 9; ++square) {
      const std::string name{static_cast<char>('a' + square % 3),
                             static_cast<char>('1' + square / 3)};
      if (!taken.insert(name).second) continue;
      std::cout << name << std::endl;
      break;
    }
  }
}
