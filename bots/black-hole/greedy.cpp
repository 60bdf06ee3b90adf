// black-hole-greedy: searches a little in Black Hole (CodeCup 2018).
//
// Every free field may become the hole. Its balance is what it would bring: my
// stones around it minus the opponent's. The bot looks one or two moves ahead for
// the best mean balance of the free fields, and searches the last moves to the
// end.
//
// The protocol, one word a line. Before the game: five lines, the brown fields.
// Then `Start` if you begin (you are red), and after that only the opponent's
// moves. A move is `A3=6`: field and value. `Quit` at the end.
//
// Same input, same moves.
//
//   g++ -O2 -o black-hole-greedy greedy.cpp
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int infinity = 1000000;
constexpr std::size_t whole_search = 7;  // free fields from which on everything is searched

// Takes the element out that is equal to `what`, if there is one.
template <typename T>
void take_out(std::vector<T>& from, const T& what) {
  from.erase(std::remove(from.begin(), from.end(), what), from.end());
}

struct Move {
  std::size_t field = 0;
  int value = 0;
};

class Position {
 public:
  Position() {
    for (char letter = 'A'; letter <= 'H'; ++letter) {  // A has 8 fields, B 7, ... H 1
      for (char digit = '1'; digit <= '8' - (letter - 'A'); ++digit) {
        names_.push_back({letter, digit});
      }
    }
    for (std::size_t a = 0; a < names_.size(); ++a) {
      free_.push_back(a);
      neighbours_.emplace_back();
      for (std::size_t b = 0; b < names_.size(); ++b) {
        if (adjacent(names_[a], names_[b])) neighbours_[a].push_back(b);
      }
    }
    for (auto& values : values_) {
      for (int value = 15; value >= 1; --value) values.push_back(value);
    }
  }

  void put_brown(const std::string& name) { take_out(free_, index(name)); }

  // Side 0 is this bot, side 1 the opponent.
  void play(const Move& move, std::size_t side) {
    take_out(free_, move.field);
    take_out(values_[side], move.value);
    change(move, side, 1);
  }

  Move parse(const std::string& text) const {
    return {index(text.substr(0, 2)), std::stoi(text.substr(3))};
  }
  std::string text(const Move& move) const {
    return names_[move.field] + '=' + std::to_string(move.value);
  }
  bool over() const { return free_.size() <= 1; }

  Move best_move() {
    const std::size_t depth = free_.size() <= whole_search ? free_.size() - 1
                              : free_.size() <= 20         ? 2
                                                           : 1;
    Move best;
    search(depth, 0, -infinity, infinity, &best);
    return best;
  }

 private:
  // Neighbours: (u+-1, v), (u, v+-1), (u+1, v-1), (u-1, v+1), u the letter, v the digit.
  static bool adjacent(const std::string& a, const std::string& b) {
    const int du = a[0] - b[0];
    const int dv = a[1] - b[1];
    return (du != 0 || dv != 0) && std::abs(du) <= 1 && std::abs(dv) <= 1 && std::abs(du + dv) <= 1;
  }
  std::size_t index(const std::string& name) const {
    return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }

  void change(const Move& move, std::size_t side, int sign) {
    const int amount = sign * (side == 0 ? move.value : -move.value);
    for (const std::size_t neighbour : neighbours_.at(move.field)) balance_[neighbour] += amount;
  }

  // Negamax with alpha-beta: what the position is worth for `side`, which is to
  // move, in hundredths of a point.
  int search(std::size_t depth, std::size_t side, int alpha, int beta, Move* best) {
    if (depth == 0) {
      int sum = 0;
      for (const std::size_t field : free_) sum += balance_[field];
      return (side == 0 ? 100 : -100) * sum / static_cast<int>(free_.size());
    }
    for (std::size_t f = 0; f < free_.size(); ++f) {
      for (std::size_t v = 0; v < values_[side].size(); ++v) {
        // Take the field and the value out, and put them back where they were.
        const Move move{free_[f], values_[side][v]};
        free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(f));
        values_[side].erase(values_[side].begin() + static_cast<std::ptrdiff_t>(v));
        change(move, side, 1);
        const int found = -search(depth - 1, 1 - side, -beta, -alpha, nullptr);
        change(move, side, -1);
        values_[side].insert(values_[side].begin() + static_cast<std::ptrdiff_t>(v), move.value);
        free_.insert(free_.begin() + static_cast<std::ptrdiff_t>(f), move.field);
        if (found > alpha) {
          alpha = found;
          if (best != nullptr) *best = move;
        }
        if (alpha >= beta) return alpha;
      }
    }
    return alpha;
  }

  std::vector<std::string> names_;                    // of the 36 fields
  std::vector<std::vector<std::size_t>> neighbours_;  // of each field
  std::array<int, 36> balance_{};                     // mine minus theirs around each field
  std::vector<std::size_t> free_;
  std::array<std::vector<int>, 2> values_;  // not yet played, by side
};

}  // namespace

int main() {
  Position position;
  int brown_left = 5;
  std::string word;
  while (std::cin >> word && word != "Quit") {
    if (brown_left > 0) {
      --brown_left;
      position.put_brown(word);
      continue;
    }
    // The sixth line and every later one ask for a move. Red's first is `Start`.
    if (word != "Start") position.play(position.parse(word), 1);
    if (position.over()) continue;  // `Quit` comes next
    const Move move = position.best_move();
    position.play(move, 0);
    std::cout << position.text(move) << std::endl;  // endl flushes, else the judge waits for ever
  }
}
