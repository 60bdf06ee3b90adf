// 0.1, plainly.
#include "tests/rules/naive/naive_zero_point_one.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

#include "rules/two_seats.hpp"

namespace naive {
namespace {

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::vector<std::string> all_squares() {
  std::vector<std::string> squares;
  for (const char row : std::string("abcdefgh")) {
    for (const char column : std::string("12345678")) squares.push_back({row, column});
  }
  return squares;
}

// How far a piece goes along one axis and along the other, the smaller number first.
std::pair<int, int> offset_of(char piece) {
  static const std::map<char, std::pair<int, int>> offsets = {
      {'W', {0, 1}}, {'F', {1, 1}}, {'D', {0, 2}}, {'N', {1, 2}}, {'A', {2, 2}}};
  return offsets.at(upper(piece));
}

bool reaches(char piece, const std::string& from, const std::string& to) {
  const auto [least, most] = std::minmax({std::abs(from[0] - to[0]), std::abs(from[1] - to[1])});
  return std::pair(least, most) == offset_of(piece);
}

class ZeroPointOne final : public NaiveGame {
 public:
  Seat to_move() const override { return made_ % 2 == 0 ? Seat::first : Seat::second; }

  bool over() const override {
    return forfeited_ || wazir_taken_ || made_ == 102 || (made_ >= 2 && list().empty());
  }

  std::string lines(Seat seat) override {
    if (over()) {
      // Only a final move is dropped.
      const bool unread_start = made_ == 0 && forfeited_ != Seat::first && !started_;
      mail_.close(Seat::first, unread_start ? "Start\nQuit" : "Quit");
      mail_.close(Seat::second, "Quit");
    }
    started_ = started_ || seat == Seat::first;
    return mail_.take(seat);
  }

  std::optional<std::vector<std::string>> legal_moves() const override {
    if (made_ < 2) return std::nullopt;
    return list();
  }

  bool legal(const std::string& line) const override {
    if (made_ < 2) return is_set_up(line);
    const auto moves = list();
    return std::find(moves.begin(), moves.end(), line) != moves.end();
  }

  std::string play(const std::string& line) override {
    if (made_ < 2) {
      put_up(line);
    } else if (line.size() == 3) {
      std::string& hand = hands_[index(to_move())];
      hand.erase(hand.find(upper(line[0])), 1);
      board_[line.substr(1)] = line[0];
    } else {
      take(line.substr(2));
      board_[line.substr(2)] = board_[line.substr(0, 2)];
      board_.erase(line.substr(0, 2));
    }
    mail_.send(other(to_move()), line);
    ++made_;
    return line;
  }

  void forfeit(Seat seat) override {
    if (!over()) forfeited_ = seat;
  }

  rules::Result result() const override {
    std::optional<Seat> loser = forfeited_;
    const bool stuck = made_ >= 2 && made_ < 102 && !wazir_taken_ && list().empty();
    if (!loser && (wazir_taken_ || stuck)) loser = to_move();
    rules::Result result;
    for (const Seat seat : {Seat::first, Seat::second}) {
      auto& own = result.seats[index(seat)];
      own.forfeited = forfeited_ == seat;
      own.score = 11;
      if (!loser) continue;
      own.outcome = *loser == seat ? rules::Outcome::lose : rules::Outcome::win;
      own.score = *loser != seat ? 21 : (forfeited_ || stuck ? 0 : 1);
    }
    return result;
  }

  std::unique_ptr<NaiveGame> clone() const override {
    return std::make_unique<ZeroPointOne>(*this);
  }

  ZeroPointOne() { mail_.send(Seat::first, "Start"); }

 private:
  static bool is_set_up(const std::string& line) {
    std::string sorted = line;
    std::sort(sorted.begin(), sorted.end());
    return sorted == "AAAAAAAADDDDFFNW" || sorted == "aaaaaaaaddddffnw";
  }

  void put_up(const std::string& line) {
    const auto squares = all_squares();
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (to_move() == Seat::first) {
        board_[squares[i]] = upper(line[i]);
      } else {
        board_[squares[48 + i]] = lower(line[i]);
      }
    }
  }

  void take(const std::string& square) {
    const auto piece = board_.find(square);
    if (piece == board_.end()) return;
    if (upper(piece->second) == 'W') wazir_taken_ = true;
    hands_[index(to_move())] += upper(piece->second);
  }

  std::vector<std::string> list() const {
    const bool red = to_move() == Seat::first;
    std::vector<std::string> moves;
    for (const auto& [from, piece] : board_) {
      if (is_upper(piece) != red) continue;
      for (const std::string& to : all_squares()) {
        const auto there = board_.find(to);
        const bool own = there != board_.end() && is_upper(there->second) == red;
        if (reaches(piece, from, to) && !own) moves.push_back(from + to);
      }
    }
    for (const char piece : std::string("ADFNW")) {
      if (hands_[index(to_move())].find(piece) == std::string::npos) continue;
      for (const std::string& to : all_squares()) {
        if (board_.count(to) == 0) moves.push_back((red ? piece : lower(piece)) + to);
      }
    }
    return moves;
  }

  std::map<std::string, char> board_;
  std::array<std::string, 2> hands_;  // upper case
  int made_ = 0;
  bool started_ = false;  // Red has read its first line
  bool wazir_taken_ = false;
  std::optional<Seat> forfeited_;
  Mail mail_;
};

}  // namespace

std::unique_ptr<NaiveGame> naive_zero_point_one() { return std::make_unique<ZeroPointOne>(); }

}  // namespace naive
