// The protocol of a judge for Referee, so that a judge is the rules of its game alone:
//
//   #include "referee_judge.hpp"
//
//   struct Nim : referee_judge::Game {
//     int heap = 21, winner = 0;
//     int start(const std::string&) override { return 1; }
//     Moves legal() const override {
//       Moves moves;
//       for (int n = 1; n <= 3 && n <= heap; ++n) moves.push_back(std::to_string(n));
//       return moves;
//     }
//     int play(int seat, const std::string& move) override {
//       heap -= std::stoi(move);
//       winner = seat;
//       return heap > 0 ? 3 - seat : 0;
//     }
//     Pair result() const override {
//       return heap > 0 ? Pair{0, 0} : winner == 1 ? Pair{2, 0} : Pair{0, 2};
//     }
//   };
//
//   int main() { return referee_judge::run<Nim>(); }
//
// The protocol is docs/reference/judge.md. What each seat reads, unless `relays` is false: `Start`
// for the seat that begins, each move for the other seat, and `Quit` at the end, in the place of
// the last move.
//
// Where a game has another number of seats than two, seats() is that number, seats are 1, 2, ..., a
// Pair has that many numbers, and what is said of the other seat is meant of all others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace referee_judge {

using Moves = std::vector<std::string>;
// A number for each seat.
struct Pair : std::vector<std::int64_t> {
  using std::vector<std::int64_t>::vector;
  Pair() : std::vector<std::int64_t>(2) {}
};

// Thrown by start(): why the deal is none of this game.
struct Illegal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A line in quotes, short enough for a reason.
inline std::string quoted(const std::string& line) {
  return '"' + (line.size() > 40 ? line.substr(0, 40) + "..." : line) + '"';
}

// A text as JSON has it.
inline std::string json(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// The layout of squares: board("abc", "321") has a3 b3 c3 in its top row.
inline std::string board(const std::string& columns, const std::string& rows) {
  std::string cells, labels;
  const auto add = [](std::string& list, const std::string& text, std::size_t x, std::size_t y) {
    list += (list.empty() ? "[" : ",[") + json(text) + ',' + std::to_string(x) + ',' +
            std::to_string(y) + ']';
  };
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < columns.size(); ++x) {
      add(cells, std::string{columns[x], rows[y]}, 2 * x, y);
    }
    labels += std::string(y == 0 ? "[\"" : ",[\"") + rows[y] + "\",-2," + std::to_string(y) + ']';
  }
  for (std::size_t x = 0; x < columns.size(); ++x) {
    add(labels, std::string(1, columns[x]), 2 * x, rows.size());
  }
  return R"({"shape":"square","cells":[)" + cells + R"(],"labels":[)" + labels + "]}";
}

// Random numbers that are the same on every machine: the stream of this name of Referee's.
class Stream {
 public:
  explicit Stream(std::uint64_t seed, const std::string& name = "deal") {
    std::uint64_t hashed = 0xcbf29ce484222325;
    for (const char c : name) hashed = (hashed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    state_ = mix(seed + golden * (1 + hashed));
  }

  // A whole number from 0 to bound - 1, each equally likely. bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    for (;;) {
      state_ += golden;
      const std::uint64_t product = (mix(state_) >> 32) * bound;
      if (static_cast<std::uint32_t>(product) >= (0U - bound) % bound) {
        return static_cast<std::uint32_t>(product >> 32);
      }
    }
  }

  // Puts a list into random order.
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_ = 0;
};

// A game under way. A new object for each game, so that nothing is left of the one before.
class Game {
 public:
  using Moves = referee_judge::Moves;
  using Pair = referee_judge::Pair;

  virtual ~Game() = default;

  // ---- to be written ----

  // The random part of a game as one line, by Stream(seed) alone. Also called without a game.
  virtual std::string deal(std::uint64_t /*seed*/) const { return ""; }
  // Sets up the game; returns the seat that begins, 1, 2, ... Throws Illegal if it is not a deal.
  virtual int start(const std::string& deal) = 0;
  // The moves of the seat to move, in an order that is always the same. A game that cannot list
  // them leaves this out and has why_not().
  virtual Moves legal() const { return {}; }
  // Why this line is not a legal move, in a few words; nothing if it is one.
  virtual std::optional<std::string> why_not(const std::string& line) const {
    const Moves& all = moves();
    if (std::find(all.begin(), all.end(), line) != all.end()) return std::nullopt;
    return quoted(line) + " is not a legal move";
  }
  // Plays a legal move of this seat; returns the seat to move next, 0 if the game is over.
  virtual int play(int seat, const std::string& move) = 0;
  // The scores, so far or at the end.
  virtual Pair result() const = 0;

  // ---- may be written ----

  // Whether the moves are told as said at the top; otherwise all is told by tell(), and a move is
  // hidden from the person in the other seat until both seats are told something, or the end.
  virtual bool relays() const { return true; }
  // Empty: none.
  virtual std::string farewell() const { return "Quit"; }
  // What the scores are computed from. Nothing: the scores.
  virtual std::optional<Pair> points() const { return std::nullopt; }
  // Nothing: there are none.
  virtual std::optional<Pair> game_points() const { return std::nullopt; }
  // At a fault that ends the game: of the seat that failed, and of the other one. One seat alone
  // has the first.
  virtual Pair forfeit_scores() const { return {0, 2}; }
  virtual Pair forfeit_game_points() const { return {0, 0}; }
  // More than two seats, no takeover: this seat has failed and is out. Returns the seat to move
  // next, 0 if the game is over, as play() does. Here: the next one that is not out, while there
  // are two.
  virtual int out(int seat) {
    std::vector<int> left;
    for (int one = 1; one <= seats_; ++one) {
      if (!has_failed(one)) left.push_back(one);
    }
    if (left.size() < 2 || to_move_ != seat) return left.size() < 2 ? 0 : to_move_;
    const auto next = std::find_if(left.begin(), left.end(), [&](int one) { return one > seat; });
    return next == left.end() ? left.front() : *next;
  }
  // The place of each seat among more than two, 1 for the best, the same for a tie: 1, 1, 3.
  // Nothing: by the scores, behind them whoever has failed.
  virtual std::optional<Pair> places() const { return std::nullopt; }
  // A legal move before it is played, as the opponent and records have it.
  virtual std::string relayed(const std::string& move) const { return move; }
  // The position as text, lines that end with '\n'.
  virtual std::string draw() const { return ""; }
  // As much of it as this seat may know, where hands are secret: what persons see who play.
  virtual std::string draw_for(int /*seat*/) const { return ""; }
  // Where the cells are, see board(); and what lies on them, also as JSON in one line.
  virtual std::string layout() const { return ""; }
  virtual std::string scene() const { return ""; }
  virtual std::string scene_for(int /*seat*/) const { return ""; }
  // Whether result() says anything already. At the end it does.
  virtual bool knows_result() const { return true; }

  // ---- to be used ----

  // The seat to move; 0 once the game is over, also by a fault.
  int to_move() const { return to_move_; }
  // The number of seats in this game, and those that have failed.
  int seats() const { return seats_; }
  bool has_failed(int seat) const { return forfeited_.at(static_cast<std::size_t>(seat - 1)); }
  // In start() and play(): `seat` reads this line, after the move that is relayed.
  void tell(int seat, const std::string& line) {
    told_ += "tell " + std::to_string(seat) + ' ' + line + '\n';
  }
  // In play(): this seat has failed with a line that was accepted before, or with this one. `kind`:
  // illegal or timeout. play() then returns 0 if that ends the game, and otherwise another seat, or
  // where the jury takes over, any seat.
  void convict(int seat, const std::string& reason, const std::string& kind = "illegal") {
    for (const auto& one : convicted_) {
      if (one.first == seat) return;
    }
    std::string line = "fault " + std::to_string(seat) + ' ' + kind;
    std::istringstream words(reason);  // in one line
    for (std::string word; words >> word;) line += ' ' + word;
    convicted_.push_back({seat, line + '\n'});
  }
  // In start() and play(): a bot that leaves with exit code 0 in the turn that follows has written
  // this line.
  void may_leave(const std::string& line) { exit_line_ = line; }
  // legal(), computed once for each position.
  const Moves& moves() const {
    if (!moves_) moves_ = legal();
    return *moves_;
  }

 private:
  template <typename Kind>
  friend class Judge;

  int to_move_ = 0;
  int seats_ = 2;
  std::vector<bool> forfeited_;  // by seat
  std::string told_;
  std::vector<std::pair<int, std::string>> convicted_;
  std::string exit_line_;
  mutable std::optional<Moves> moves_;
};

// Answers requests with an object of the class Kind.
template <typename Kind>
class Judge {
 public:
  std::string answer(const std::string& request) {
    const std::size_t blank = request.find(' ');
    const std::string word = request.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : request.substr(blank + 1);
    if (word == "play") return play(rest);
    if (word == "test") {
      const auto reason = game().why_not(rest);
      return reason ? "illegal " + *reason + '\n' : "legal\n";
    }
    if (word == "count") return "count " + std::to_string(game().moves().size()) + '\n';
    if (word == "move") return "move " + game().moves().at(std::stoul(rest)) + '\n';
    if (word == "start") return start(rest);
    if (word == "seats") {
      seats_ = std::stoi(rest);
      return "";
    }
    if (word == "deal") return "deal " + make()->deal(std::stoull(rest)) + '\n';
    if (word == "forfeit") return forfeit(rest);
    if (word == "result") return result();
    if (word == "draw")
      return drawing(rest.empty() ? game().draw() : game().draw_for(seat_in(rest)));
    if (word == "layout") return "layout " + make()->layout() + '\n';
    if (word == "scene") {
      return "scene " + (rest.empty() ? game().scene() : game().scene_for(seat_in(rest))) + '\n';
    }
    if (request == "referee-judge 1") return "judge 1\ncan" + abilities() + '\n';
    throw std::runtime_error("not a request of referee-judge 1: " + request);
  }

 private:
  std::unique_ptr<Game> make() const {
    std::unique_ptr<Game> game = std::make_unique<Kind>();
    game->seats_ = seats_;
    game->forfeited_.resize(static_cast<std::size_t>(seats_));
    return game;
  }

  Game& game() {
    if (!game_) throw std::runtime_error("no game has been started");
    return *game_;
  }

  static int seat_in(const std::string& text) { return std::stoi(text); }

  std::string abilities() const {
    std::string words = " test result";
    if (!std::is_same_v<decltype(&Kind::legal), decltype(&Game::legal)>) words += " count";
    if (!std::is_same_v<decltype(&Kind::draw), decltype(&Game::draw)>) words += " draw";
    if (!std::is_same_v<decltype(&Kind::draw_for), decltype(&Game::draw_for)>) {
      words += " draw-seat";
    }
    if (!std::is_same_v<decltype(&Kind::scene), decltype(&Game::scene)>) words += " scene";
    if (!std::is_same_v<decltype(&Kind::scene_for), decltype(&Game::scene_for)>) {
      words += " scene-seat";
    }
    return words;
  }

  std::string start(const std::string& deal) {
    ended_ = false;
    game_ = make();
    try {
      game_->to_move_ = game_->start(deal);
    } catch (const Illegal& reason) {
      return std::string("illegal ") + reason.what() + '\n';
    }
    if (game_->relays()) game_->tell(game_->to_move_, "Start");
    return std::exchange(game_->told_, {}) + state();
  }

  std::string play(const std::string& line) {
    if (const auto reason = game().why_not(line)) return "illegal " + *reason + '\n';
    const std::string relayed = game_->relayed(line);
    const int seat = game_->to_move_;
    game_->exit_line_.clear();
    game_->to_move_ = game_->play(seat, line);
    game_->moves_.reset();
    std::string told = std::exchange(game_->told_, {});
    if (game_->relays() && game_->to_move_ != 0) {
      std::string relays;
      for (int one = 1; one <= seats_; ++one) {
        if (one != seat && !is_out(one)) {
          relays += "tell " + std::to_string(one) + ' ' + relayed + '\n';
        }
      }
      told = relays + told;
    }
    const bool all_told = tells_all(told);
    const std::string faults = convictions();
    const bool hidden = !game_->relays() && !all_told;
    if (game_->to_move_ == 0) {
      told += farewells() + faults + result() + "over\n";
    } else {
      told += faults + (hidden ? "hidden\n" : "") + state();
    }
    return (relayed == line ? "legal\n" : "legal " + relayed + '\n') + told;
  }

  // The faults that play() has found, as lines; they may end the game.
  std::string convictions() {
    const auto found = std::exchange(game_->convicted_, {});
    for (const auto& one : found) fail(one.first);
    if (have_all_failed()) game_->to_move_ = 0;
    if (!found.empty() && game_->to_move_ == 0 && seats_ <= 2) ended_ = true;
    std::string lines;
    for (const auto& one : found) lines += ended_ ? "" : farewell(one.first);
    for (const auto& one : found) lines += one.second;
    return lines;
  }

  std::string forfeit(const std::string& words) {
    std::istringstream in(words);
    int seat = 0;
    std::string kind, then;
    in >> seat >> kind >> then;
    game();
    fail(seat);
    ended_ = then == "end";
    if (then == "out") {
      game_->exit_line_.clear();
      game_->to_move_ = game_->out(seat);
      game_->moves_.reset();
      return farewell(seat) + std::exchange(game_->told_, {}) + state();
    }
    if (ended_ || have_all_failed()) game_->to_move_ = 0;
    return (ended_ ? "" : farewell(seat)) + state();
  }

  void fail(int seat) { game_->forfeited_.at(static_cast<std::size_t>(seat - 1)) = true; }

  bool have_all_failed() const {
    const auto& all = game_->forfeited_;
    return std::find(all.begin(), all.end(), false) == all.end();
  }

  // Whether it has failed and reads nothing any more. Of two, it is told all that it would be.
  bool is_out(int seat) const { return seats_ > 2 && game_->has_failed(seat); }

  // Whether these lines have one for each seat.
  bool tells_all(const std::string& told) const {
    for (int seat = 1; seat <= seats_; ++seat) {
      const std::string tell = "tell " + std::to_string(seat) + ' ';
      const bool found = told.rfind(tell, 0) == 0 || told.find('\n' + tell) != std::string::npos;
      if (!found && !is_out(seat)) return false;
    }
    return true;
  }

  std::string farewell(int seat) const {
    const std::string line = game_->farewell();
    return line.empty() ? "" : "tell " + std::to_string(seat) + ' ' + line + '\n';
  }

  std::string state() {
    if (game_->to_move_ != 0) {
      const std::string& leaving = game_->exit_line_;
      return (leaving.empty() ? "" : "exit " + leaving + '\n') + "turn " +
             std::to_string(game_->to_move_) + '\n';
    }
    return farewells() + result() + "over\n";
  }

  std::string farewells() const {
    std::string farewells;
    for (int seat = 1; seat <= seats_; ++seat) {
      // A seat that has been taken over has read it already.
      const bool has_read = !ended_ && game_->has_failed(seat);
      if (!has_read) farewells += farewell(seat);
    }
    return farewells;
  }

  std::string result() {
    const bool known = game().knows_result();
    if (!known && !ended_) return "";
    Pair scores = known ? game_->result() : Pair{};
    const std::optional<Pair> points = known ? game_->points().value_or(scores) : game_->points();
    auto game_points = game_->game_points();
    std::string out;
    if (ended_) {
      scores = of_fault(game_->forfeit_scores());
      if (game_points) game_points = of_fault(game_->forfeit_game_points());
    } else if (has_any_failed()) {
      if (seats_ == 2) out = by_board(scores);
      scores = without_forfeited(scores);
      if (game_points) game_points = without_forfeited(*game_points);
    }
    if (points) out += lines("points", *points);
    for (int seat = 1; !points && seat <= seats_; ++seat) {
      out += "points " + std::to_string(seat) + " unknown\n";
    }
    out += lines("score", scores);
    if (game_points) out += lines("game-points", *game_points);
    return seats_ > 2 ? out + lines("place", game_->places().value_or(by_scores(scores))) : out;
  }

  std::string lines(const std::string& word, const Pair& values) const {
    std::string text;
    for (int seat = 1; seat <= seats_; ++seat) {
      text += word + ' ' + std::to_string(seat) + ' ' +
              std::to_string(values.at(static_cast<std::size_t>(seat - 1))) + '\n';
    }
    return text;
  }

  bool has_any_failed() const {
    const auto& all = game_->forfeited_;
    return std::find(all.begin(), all.end(), true) != all.end();
  }

  // `pair`: of the seat that failed, and of the other one.
  Pair of_fault(const Pair& pair) const {
    Pair all;
    all.resize(static_cast<std::size_t>(seats_));
    for (int seat = 1; seat <= seats_; ++seat) {
      all[static_cast<std::size_t>(seat - 1)] = pair.at(game_->has_failed(seat) ? 0 : 1);
    }
    return all;
  }
  Pair without_forfeited(Pair all) const {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (game_->forfeited_.at(i)) all[i] = 0;
    }
    return all;
  }

  // The places of more than two seats; whoever has failed is behind all others.
  Pair by_scores(const Pair& scores) const {
    const auto worth = [&](std::size_t i) {
      return std::make_pair(!game_->forfeited_.at(i), scores.at(i));
    };
    Pair places(scores.size(), 1);
    for (std::size_t own = 0; own < scores.size(); ++own) {
      for (std::size_t other = 0; other < scores.size(); ++other) {
        if (worth(other) > worth(own)) ++places[own];
      }
    }
    return places;
  }

  // The outcomes where a seat that failed scores nothing, whatever it has on the board.
  std::string by_board(const Pair& scores) const {
    const std::int64_t ahead = have_all_failed() ? 0 : scores[0] - scores[1];
    const auto word = [](std::int64_t sign) {
      return sign > 0 ? "win\n" : sign < 0 ? "lose\n" : "draw\n";
    };
    return std::string("outcome 1 ") + word(ahead) + "outcome 2 " + word(-ahead);
  }

  static std::string drawing(const std::string& text) {
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);) out += "line " + line + '\n';
    return out;
  }

  int seats_ = 2;
  std::unique_ptr<Game> game_;
  bool ended_ = false;  // by a fault
};

// Answers the requests that come on the standard input, until `quit` or its end.
template <typename Kind>
int run() {
  std::ios::sync_with_stdio(false);
  Judge<Kind> judge;
  for (std::string request; std::getline(std::cin, request) && request != "quit";) {
    std::cout << judge.answer(request) << ".\n" << std::flush;
  }
  return 0;
}

}  // namespace referee_judge
