// Turn Right, plainly.
#include "tests/rules/naive/naive_turn_right.hpp"

#include <algorithm>
#include <set>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

// x: the letter a..f, from the left; y: the digit 1..6, from below. The order of
// squares a1 < a2 < ... < a6 < b1 < ... < f6 is that of the pairs (x, y).
struct Square {
  int x;
  int y;

  auto operator<=>(const Square&) const = default;
};

constexpr bool on_board(Square s) { return s.x >= 0 && s.x < 6 && s.y >= 0 && s.y < 6; }

std::string name(Square s) { return {static_cast<char>('a' + s.x), static_cast<char>('1' + s.y)}; }

// A square that is not on the board where `text` is no square's name.
Square parse_square(const std::string& text) {
  if (text.size() != 2) return {-1, -1};
  return {text[0] - 'a', text[1] - '1'};
}

using Squares = std::vector<Square>;

int sign(int n) { return (n > 0) - (n < 0); }

// One step from `from` towards `to`.
Square step(Square from, Square to) {
  return {from.x + sign(to.x - from.x), from.y + sign(to.y - from.y)};
}

std::string relayed_form(const Squares& corners) {
  Squares rotated = corners;
  std::rotate(rotated.begin(), std::min_element(rotated.begin(), rotated.end()), rotated.end());
  std::vector<std::string> names;
  for (const Square corner : rotated) names.push_back(name(corner));
  return join(names, '-');
}

// The corners of a circuit as a bot wrote it; nothing where it is no circuit.
std::optional<Squares> parse_circuit(const std::string& line) {
  Squares corners;
  for (const std::string& word : split(line, '-')) {
    corners.push_back(parse_square(word));
    if (!on_board(corners.back())) return std::nullopt;
  }
  const std::size_t n = corners.size();
  if (n < 4) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) {
    const Square a = corners[i];
    const Square b = corners[(i + 1) % n];
    const Square c = corners[(i + 2) % n];
    // From each corner to the next along a row or a column, and a turn in each:
    // a listed square where the path goes straight on (or back) is no corner.
    const bool ab_in_row = a.y == b.y && a.x != b.x;
    const bool ab_in_column = a.x == b.x && a.y != b.y;
    const bool bc_in_row = b.y == c.y && b.x != c.x;
    const bool bc_in_column = b.x == c.x && b.y != c.y;
    const bool turn_in_b = (ab_in_row && bc_in_column) || (ab_in_column && bc_in_row);
    if (!turn_in_b) return std::nullopt;
  }
  return corners;
}

// Every square of the path once around, in order, from the first corner.
Squares path_of(const Squares& corners) {
  Squares path;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Square to = corners[(i + 1) % corners.size()];
    for (Square at = corners[i]; at != to; at = step(at, to)) path.push_back(at);
  }
  return path;
}

// The area by the shoelace formula is negative when the corners run clockwise.
bool clockwise(const Squares& corners) {
  int area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Square a = corners[i];
    const Square b = corners[(i + 1) % corners.size()];
    area += a.x * b.y - b.x * a.y;
  }
  return area < 0;
}

bool is_circuit(const std::string& line, int most_corners) {
  const auto corners = parse_circuit(line);
  if (!corners || static_cast<int>(corners->size()) > most_corners) return false;
  const Squares path = path_of(*corners);
  const bool no_square_twice = std::set(path.begin(), path.end()).size() == path.size();
  return no_square_twice && clockwise(*corners);
}

// Goes on from the last corner, in steps of any length at a right angle to the
// last one, over squares that have not been visited. The first corner is to be
// the lowest square of all and the first step goes up: on a circuit's lowest
// square, its lower left corner, that is the clockwise direction.
void enumerate(Squares& corners, std::set<Square>& visited, bool last_in_column, int most_corners,
               std::vector<std::string>& out) {
  const Square from = corners.back();
  for (const int direction : {-1, 1}) {
    std::vector<Square> passed;
    Square to = from;
    while (true) {
      to = last_in_column ? Square{to.x + direction, to.y} : Square{to.x, to.y + direction};
      if (!on_board(to) || visited.count(to) != 0 || to < corners.front()) break;
      visited.insert(to);
      passed.push_back(to);
      if (static_cast<int>(corners.size()) < most_corners) {
        corners.push_back(to);
        enumerate(corners, visited, !last_in_column, most_corners, out);
        corners.pop_back();
      }
    }
    // Home again: the last step is along the row, as the first one went up.
    if (to == corners.front() && last_in_column) out.push_back(relayed_form(corners));
    for (const Square s : passed) visited.erase(s);
  }
}

// From any corner: each circuit in as many spellings as it has corners.
std::vector<std::string> spellings(int most_corners) {
  std::vector<std::string> lines;
  for (const std::string& circuit : naive_circuits(most_corners)) {
    std::vector<std::string> corners = split(circuit, '-');
    for (std::size_t i = 0; i < corners.size(); ++i) {
      lines.push_back(join(corners, '-'));
      std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    }
  }
  return lines;
}

// Listed once.
const std::vector<std::string>& spellings_of_4() {
  static const std::vector<std::string> lines = spellings(4);
  return lines;
}
const std::vector<std::string>& spellings_of_6() {
  static const std::vector<std::string> lines = spellings(6);
  return lines;
}

class NaiveTurnRight final : public NaiveGame {
 public:
  NaiveTurnRight() { mail_.send(Seat::first, "Start"); }

  // White (first) places 18 pieces and Black 17; Black's last one places itself
  // in Black's 18th turn, and in the same turn Black makes the first circuit.
  Seat to_move() const override {
    return (placed_ + circuits_made_) % 2 == 0 ? Seat::first : Seat::second;
  }

  bool over() const override {
    return forfeited_[0] || forfeited_[1] || circuits_made_ == 26 || has_3x3('w') || has_3x3('b');
  }

  std::string lines(Seat seat) override { return mail_.take(seat); }

  std::optional<std::vector<std::string>> legal_moves() const override {
    std::vector<std::string> moves;
    if (placing()) {
      for (int x = 0; x < 6; ++x) {
        for (int y = 0; y < 6; ++y) {
          if (at({x, y}) == '.') moves.push_back(name({x, y}));
        }
      }
      return moves;
    }
    if (most_corners() == 4) return spellings_of_4();
    if (most_corners() == 6) return spellings_of_6();
    return std::nullopt;
  }

  std::optional<std::size_t> move_count() const override {
    static const std::size_t of_4 = naive_circuits(4).size();
    static const std::size_t of_6 = naive_circuits(6).size();
    if (placing()) return NaiveGame::move_count();
    if (most_corners() == 4) return of_4;
    if (most_corners() == 6) return of_6;
    return std::nullopt;
  }

  bool legal(const std::string& line) const override {
    if (!placing()) return is_circuit(line, most_corners());
    const Square square = parse_square(line);
    return on_board(square) && at(square) == '.';
  }

  std::string play(const std::string& line) override {
    const Seat mover = to_move();
    std::string relayed = line;
    if (placing()) {
      place(parse_square(line), mover);
    } else {
      const Squares corners = *parse_circuit(line);
      relayed = relayed_form(corners);
      turn(path_of(corners));
      ++circuits_made_;
      last_circuit_by_ = mover;
      points_[0] += count_squares('w', 2);
      points_[1] += count_squares('b', 2);
    }
    mail_.send(other(mover), relayed);
    if (over()) close_both("");
    return relayed;
  }

  void forfeit(Seat seat) override {
    forfeited_[index(seat)] = true;
    close_both("x");
  }

  rules::Result result() const override {
    rules::Result result;
    for (const Seat seat : {Seat::first, Seat::second}) {
      result.seats[index(seat)].board_points = points_[index(seat)];
      result.seats[index(seat)].forfeited = forfeited_[index(seat)];
    }
    if (forfeited_[0] || forfeited_[1]) {
      const Seat winner = forfeited_[0] ? Seat::second : Seat::first;
      set(result, winner, 3, normal_points(winner) + 50, 0);
    } else if (has_3x3('w') || has_3x3('b')) {
      Seat winner = has_3x3('w') ? Seat::first : Seat::second;
      if (has_3x3('w') && has_3x3('b')) winner = other(last_circuit_by_);
      const int p = normal_points(winner);
      set(result, winner, 3, p + 50, 100 - p);
    } else if (points_[0] != points_[1]) {
      const Seat winner = points_[0] > points_[1] ? Seat::first : Seat::second;
      const int p = normal_points(winner);
      set(result, winner, 2, p, 100 - p);
    } else {
      for (rules::SeatResult& seat : result.seats) {
        seat.game_points = 1;
        seat.score = 50;
        seat.outcome = rules::Outcome::draw;
      }
    }
    return result;
  }

  std::unique_ptr<NaiveGame> clone() const override {
    return std::make_unique<NaiveTurnRight>(*this);
  }

 private:
  bool placing() const { return placed_ < 35; }

  // 2(N+1) on a player's Nth circuit.
  int most_corners() const {
    const int n = circuits_made_ / 2 + 1;
    return 2 * (n + 1);
  }

  char& at(Square s) {
    return board_[static_cast<std::size_t>(s.x)][static_cast<std::size_t>(s.y)];
  }
  char at(Square s) const {
    return board_[static_cast<std::size_t>(s.x)][static_cast<std::size_t>(s.y)];
  }

  void place(Square square, Seat mover) {
    at(square) = mover == Seat::first ? 'w' : 'b';
    ++placed_;
    if (placed_ == 35) {
      for (std::string& column : board_) std::replace(column.begin(), column.end(), '.', 'b');
    }
  }

  // Each piece on the path moves to the path's next square.
  void turn(const Squares& path) {
    const NaiveTurnRight before = *this;
    for (std::size_t i = 0; i < path.size(); ++i) {
      at(path[(i + 1) % path.size()]) = before.at(path[i]);
    }
  }

  int count_squares(char color, int size) const {
    int count = 0;
    for (int left = 0; left + size <= 6; ++left) {
      for (int bottom = 0; bottom + size <= 6; ++bottom) {
        bool all = true;
        for (int x = left; x < left + size; ++x) {
          for (int y = bottom; y < bottom + size; ++y) all = all && at({x, y}) == color;
        }
        if (all) ++count;
      }
    }
    return count;
  }

  // Looked at after circuits only.
  bool has_3x3(char color) const { return circuits_made_ > 0 && count_squares(color, 3) > 0; }

  int normal_points(Seat winner) const {
    const int difference = points_[index(winner)] - points_[index(other(winner))];
    return std::clamp(50 + difference, 0, 100);
  }

  static void set(rules::Result& result, Seat winner, int game_points, int score, int loser_score) {
    rules::SeatResult& won = result.seats[index(winner)];
    rules::SeatResult& lost = result.seats[index(other(winner))];
    won.game_points = game_points;
    won.score = score;
    won.outcome = rules::Outcome::win;
    lost.game_points = 0;
    lost.score = loser_score;
    lost.outcome = rules::Outcome::lose;
  }

  void close_both(const std::string& farewell) {
    mail_.close(Seat::first, farewell);
    mail_.close(Seat::second, farewell);
  }

  std::vector<std::string> board_ = std::vector<std::string>(6, std::string(6, '.'));  // [x][y]
  int placed_ = 0;  // spoken placements
  int circuits_made_ = 0;
  Seat last_circuit_by_ = Seat::first;
  std::array<int, 2> points_ = {5, 0};  // White starts with 5
  std::array<bool, 2> forfeited_ = {false, false};
  Mail mail_;
};

}  // namespace

std::vector<std::string> naive_circuits(int most_corners) {
  std::vector<std::string> circuits;
  for (int x = 0; x < 6; ++x) {
    for (int y = 0; y < 6; ++y) {
      const Square lowest{x, y};
      std::set<Square> visited{lowest};
      for (Square to = {x, y + 1}; on_board(to); ++to.y) {
        visited.insert(to);
        Squares corners{lowest, to};
        enumerate(corners, visited, true, most_corners, circuits);
      }
    }
  }
  return circuits;
}

std::unique_ptr<NaiveGame> naive_turn_right() { return std::make_unique<NaiveTurnRight>(); }

}  // namespace naive
