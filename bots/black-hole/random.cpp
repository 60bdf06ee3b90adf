// black-hole-random: plays random legal moves of Black Hole (CodeCup 2018).
//
// The protocol, one word a line. Before the game: five lines, the brown fields.
// Then `Start` if you begin (you are red), and after that only the opponent's
// moves. A move is `A3=6`: field and value. `Quit` at the end.
//
// Same input, same moves: the random numbers depend on the words read and on the
// optional argument, a number, and on nothing else.
//
//   g++ -O2 -o black-hole-random random.cpp
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
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

// Takes the element out that is equal to `what`, if there is one.
template <typename T>
void take_out(std::vector<T>& from, const T& what) {
  from.erase(std::remove(from.begin(), from.end(), what), from.end());
}

// Takes a random element out.
template <typename T>
T draw(std::vector<T>& from, Dice& dice) {
  const std::size_t at = dice.below(from.size());
  const T taken = from[at];
  from[at] = from.back();
  from.pop_back();
  return taken;
}

}  // namespace

int main(int argc, char** argv) {
  Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0);
  std::vector<std::string> free_fields;
  for (char letter = 'A'; letter <= 'H'; ++letter) {  // A has 8 fields, B 7, ... H 1
    for (char digit = '1'; digit <= '8' - (letter - 'A'); ++digit) {
      free_fields.push_back({letter, digit});
    }
  }
  std::vector<int> values;  // mine that are left
  for (int value = 1; value <= 15; ++value) values.push_back(value);

  int brown_left = 5;
  std::string word;
  while (std::cin >> word && word != "Quit") {
    dice.stir(word);
    if (word != "Start") take_out(free_fields, word.substr(0, 2));
    if (brown_left > 0) {
      --brown_left;
      continue;
    }
    // The sixth line and every later one ask for a move. Red's first is `Start`.
    if (values.empty()) continue;  // the game is over, `Quit` comes next
    const std::string field = draw(free_fields, dice);
    const int value = draw(values, dice);
    std::cout << field << '=' << value << std::endl;  // endl flushes, else the judge waits for ever
  }
}
