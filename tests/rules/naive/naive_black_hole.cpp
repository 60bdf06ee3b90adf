// Black Hole, plainly.
#include "tests/rules/naive/naive_black_hole.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

// A has 8 fields, B 7, ... H 1.
std::vector<std::string> all_fields() {
  std::vector<std::string> fields;
  for (int u = 0; u < 8; ++u) {
    for (int v = 1; v <= 8 - u; ++v) {
      fields.push_back(static_cast<char>('A' + u) + std::to_string(v));
    }
  }
  return fields;
}

// (u+-1, v), (u, v+-1), (u+1, v-1), (u-1, v+1); some of them may not exist.
std::vector<std::string> neighbours(const std::string& field) {
  const char u = field[0];
  const char v = field[1];
  const auto name = [](int letter, int digit) {
    return std::string{static_cast<char>(letter), static_cast<char>(digit)};
  };
  return {name(u + 1, v), name(u - 1, v),     name(u, v + 1),
          name(u, v - 1), name(u + 1, v - 1), name(u - 1, v + 1)};
}

struct Stone {
  char color;  // 'R' red, 'B' blue, '#' brown
  int value;
};

class NaiveBlackHole final : public NaiveGame {
 public:
  explicit NaiveBlackHole(const std::string& deal) {
    const std::vector<std::string> words = split(deal, ' ');
    const std::vector<std::string> fields = all_fields();
    if (words.size() != 5) throw std::invalid_argument("a Black Hole deal has five fields");
    for (const std::string& brown : words) {
      if (std::find(fields.begin(), fields.end(), brown) == fields.end()) {
        throw std::invalid_argument("not a field: " + brown);
      }
      if (stones_.count(brown) != 0) throw std::invalid_argument("twice: " + brown);
      stones_[brown] = Stone{'#', 0};
      mail_.send(Seat::first, brown);
      mail_.send(Seat::second, brown);
    }
    mail_.send(Seat::first, "Start");
  }

  Seat to_move() const override { return moves_made_ % 2 == 0 ? Seat::first : Seat::second; }

  bool over() const override { return (forfeited_[0] && forfeited_[1]) || moves_made_ == 30; }

  std::string lines(Seat seat) override { return mail_.take(seat); }

  std::optional<std::vector<std::string>> legal_moves() const override {
    std::vector<std::string> moves;
    for (const std::string& field : all_fields()) {
      if (stones_.count(field) != 0) continue;
      for (int value = 1; value <= 15; ++value) {
        if (used_[index(to_move())].count(value) != 0) continue;
        moves.push_back(field + "=" + std::to_string(value));
      }
    }
    return moves;
  }

  bool legal(const std::string& line) const override {
    const auto moves = *legal_moves();
    return std::find(moves.begin(), moves.end(), line) != moves.end();
  }

  std::string play(const std::string& line) override {
    const Seat mover = to_move();
    const int value = std::stoi(line.substr(3));
    stones_[line.substr(0, 2)] = Stone{mover == Seat::first ? 'R' : 'B', value};
    used_[index(mover)].insert(value);
    ++moves_made_;
    mail_.send(other(mover), line);
    if (over()) {
      mail_.close(Seat::first, "Quit");
      mail_.close(Seat::second, "Quit");
    }
    return line;
  }

  void forfeit(Seat seat) override {
    forfeited_[index(seat)] = true;
    mail_.close(seat, "Quit");
  }

  rules::Result result() const override {
    const std::array<int, 2> next_to_hole = {points_of('R'), points_of('B')};
    rules::Result result;
    for (std::size_t i = 0; i < 2; ++i) {
      rules::SeatResult& seat = result.seats[i];
      const int own = next_to_hole[i];
      const int his = next_to_hole[1 - i];
      seat.score = forfeited_[i] ? 0 : 75 + own - his;
      seat.board_points = own;
      seat.forfeited = forfeited_[i];
      if (own > his) seat.outcome = rules::Outcome::win;
      if (own < his) seat.outcome = rules::Outcome::lose;
      if (forfeited_[0] && forfeited_[1]) seat.outcome = rules::Outcome::draw;
    }
    return result;
  }

  std::unique_ptr<NaiveGame> clone() const override {
    return std::make_unique<NaiveBlackHole>(*this);
  }

 private:
  // The sum of a colour's stones next to the hole; 0 while there is no hole.
  int points_of(char color) const {
    if (moves_made_ < 30) return 0;
    int sum = 0;
    for (const std::string& hole : all_fields()) {
      if (stones_.count(hole) != 0) continue;
      for (const std::string& field : neighbours(hole)) {
        const auto stone = stones_.find(field);
        if (stone != stones_.end() && stone->second.color == color) sum += stone->second.value;
      }
    }
    return sum;
  }

  std::map<std::string, Stone> stones_;
  std::array<std::set<int>, 2> used_;
  int moves_made_ = 0;
  std::array<bool, 2> forfeited_ = {false, false};
  Mail mail_;
};

}  // namespace

std::unique_ptr<NaiveGame> naive_black_hole(const std::string& deal) {
  return std::make_unique<NaiveBlackHole>(deal);
}

}  // namespace naive
