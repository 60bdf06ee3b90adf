#include "rules/turn_right/turn_right.hpp"

#include <bit>
#include <stdexcept>

#include "rules/quote.hpp"
#include "rules/turn_right/board.hpp"
#include "rules/turn_right/circuit.hpp"
#include "rules/two_seats.hpp"

namespace rules::turn_right {
namespace {

constexpr int placements = square_count - 1;  // those that are spoken
constexpr int circuits_each = 13;
constexpr int circuits = 2 * circuits_each;
// A circuit: two characters for each corner, and a dash between corners.
constexpr std::size_t longest_move = 3 * most_corners - 1;
static_assert(longest_move <= MoveLine::capacity);
constexpr std::array<std::string_view, 2> seat_names{"white", "black"};

class TurnRight final : public Game {
 public:
  [[nodiscard]] Seat to_move() const noexcept override {
    // The automatic placement is not a ply, which is why Black's turn comes after White's
    // last placement as after every other move of White.
    return ply_ % 2 == 0 ? Seat::first : Seat::second;
  }
  [[nodiscard]] bool over() const noexcept override { return end_ != End::not_yet; }

  void take_lines(Seat seat, std::string& out) override {
    std::string& lines = lines_[index(seat)];
    out += lines;
    lines.clear();
  }

  [[nodiscard]] Verdict play(std::string_view line) override {
    if (line.empty()) return Verdict::refused("empty line");
    return placing() ? play_placement(line) : play_circuit(line);
  }

  [[nodiscard]] std::string_view relayed() const noexcept override { return last_.view(); }

  [[nodiscard]] std::uint32_t legal_count() const override;
  void legal_move(std::uint32_t number, MoveLine& out) const override;
  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }

  void forfeit(Seat seat) override {
    if (over()) return;
    finish(End::fault, other(seat));
    for (std::string& lines : lines_) lines = "x\n";
  }

  [[nodiscard]] Result result() const override {
    switch (end_) {
      case End::three_by_three:
        return score_three_by_three(points_, winner_);
      case End::fault:
        return score_fault(points_, other(winner_));
      case End::not_yet:
      case End::all_circuits:
        break;
    }
    return score_all_circuits(points_);
  }

  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;

  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<TurnRight>(*this);
  }

 private:
  enum class End : std::uint8_t { not_yet, all_circuits, three_by_three, fault };

  [[nodiscard]] bool placing() const noexcept { return ply_ < placements; }
  // Of the turn that is due, when it is a circuit: its number for the player who is to
  // move, 1..13, and how many corners it may have.
  [[nodiscard]] int circuit_number() const noexcept { return (ply_ - placements) / 2 + 1; }
  [[nodiscard]] int corners_allowed() const noexcept { return 2 * (circuit_number() + 1); }

  Verdict play_placement(std::string_view line);
  Verdict play_circuit(std::string_view line);
  void finish(End end, Seat winner) noexcept;
  // Ends the turn whose move is last_.
  void pass_on();
  [[nodiscard]] std::string phase() const;

  Board board_;
  Points points_ = starting_points;
  int ply_ = 0;  // accepted moves
  End end_ = End::not_yet;
  Seat winner_ = Seat::first;  // of a 3x3 or a fault
  MoveLine last_;
  std::array<std::string, 2> lines_{"Start\n", ""};
};

Verdict TurnRight::play_placement(std::string_view line) {
  const auto square = find_square(line);
  if (!square) {
    if (line.find('-') != std::string_view::npos) {
      return Verdict::refused("a circuit, but pieces are still being placed: name one free square");
    }
    return Verdict::refused(in_quotes(line) + " is not a square (a1 to f6)");
  }
  const char owner = board_.symbol(*square);
  if (owner != '.') {
    return Verdict::refused(std::string(line) + " is taken by " +
                            std::string(seat_names[owner == 'w' ? 0 : 1]));
  }
  board_.place(to_move(), *square);
  last_.clear();
  last_.append(line);
  pass_on();
  if (!placing()) {
    board_.place(Seat::second, static_cast<Square>(std::countr_zero(board_.free())));
  }
  return {};
}

Verdict TurnRight::play_circuit(std::string_view line) {
  if (find_square(line)) {
    return Verdict::refused("a placement, but the board is full: name a circuit");
  }
  Circuit circuit;
  if (Verdict verdict = Circuit::parse(line, corners_allowed(), circuit); !verdict) return verdict;
  board_.turn(circuit);
  for (const Seat seat : {Seat::first, Seat::second}) {
    points_[index(seat)] += board_.two_by_twos(seat);
  }
  last_.clear();
  circuit.write(last_);
  const Seat mover = to_move();
  pass_on();
  // The one who did not move comes first: with two 3x3 squares that player wins.
  for (const Seat seat : {other(mover), mover}) {
    if (!over() && board_.has_three_by_three(seat)) finish(End::three_by_three, seat);
  }
  if (!over() && ply_ == placements + circuits) finish(End::all_circuits, Seat::first);
  return {};
}

void TurnRight::pass_on() {
  std::string& lines = lines_[index(other(to_move()))];
  lines += last_.view();
  lines += '\n';
  ++ply_;
}

void TurnRight::finish(End end, Seat winner) noexcept {
  end_ = end;
  winner_ = winner;
  for (std::string& lines : lines_) lines.clear();
}

std::uint32_t TurnRight::legal_count() const {
  if (placing()) return static_cast<std::uint32_t>(std::popcount(board_.free()));
  return CircuitList::instance().size(corners_allowed());
}

void TurnRight::legal_move(std::uint32_t number, MoveLine& out) const {
  out.clear();
  if (!placing()) {
    CircuitList::instance().at(corners_allowed(), number).write(out);
    return;
  }
  Board::Squares free = board_.free();
  for (; number > 0; --number) free &= free - 1;
  const auto square = static_cast<Square>(std::countr_zero(free));
  out.push_back(column_name(square));
  out.push_back(row_name(square));
}

std::string TurnRight::phase() const {
  const std::string mover(seat_names[index(to_move())]);
  const std::string winner(seat_names[index(winner_)]);
  switch (end_) {
    case End::all_circuits:
      return "game over: all circuits made";
    case End::three_by_three:
      return "game over: 3x3 of " + winner;
    case End::fault:
      return "game over: fault, " + winner + " wins";
    case End::not_yet:
      break;
  }
  if (placing()) {
    return "placement " + std::to_string(ply_ + 1) + " of " + std::to_string(placements) + ", " +
           mover + " to move";
  }
  return "circuit " + std::to_string(ply_ - placements + 1) + " of " + std::to_string(circuits) +
         ", " + mover + " to move, number " + std::to_string(circuit_number()) + " of " +
         std::to_string(circuits_each) + ", at most " + std::to_string(corners_allowed()) +
         " corners";
}

std::string TurnRight::draw() const {
  std::string text = phase() + '\n';
  for (int row = side - 1; row >= 0; --row) {
    text += "  ";
    text += row_name(square_at(0, row));
    text += ' ';
    for (int column = 0; column < side; ++column) {
      text += ' ';
      text += board_.symbol(square_at(column, row));
    }
    text += '\n';
  }
  text += "    ";
  for (int column = 0; column < side; ++column) {
    text += ' ';
    text += column_name(square_at(column, 0));
  }
  text += "\npoints: white " + std::to_string(points_[0]) + " (first " +
          std::to_string(starting_points[0]) + " included), black " + std::to_string(points_[1]) +
          '\n';
  return text;
}

Scene TurnRight::scene() const {
  Position position{board_, points_, ply_ > placements, last_.view(), {}, 0, phase()};
  if (over()) return scene_of(position);
  position.to_move = to_move();
  if (placing()) {
    position.status =
        "place a piece, " + std::to_string(ply_ + 1) + " of " + std::to_string(placements);
  } else {
    position.corners_allowed = corners_allowed();
    position.status = "name a circuit of at most " + std::to_string(corners_allowed()) +
                      " corners, " + std::to_string(ply_ - placements + 1) + " of " +
                      std::to_string(circuits);
  }
  return scene_of(position);
}

std::unique_ptr<Game> start(std::string_view deal) {
  if (!deal.empty()) {
    throw std::invalid_argument("Turn Right deals nothing, so its deal is empty, not " +
                                in_quotes(deal));
  }
  return std::make_unique<TurnRight>();
}

constexpr std::array ranking{RankingKey::game_points, RankingKey::score,
                             RankingKey::irregular_losses};

}  // namespace

GameInfo info() {
  GameInfo info;
  info.name = "turn-right";
  info.title = "Turn Right";
  info.contest = "CodeCup 2006";
  info.summary = "place 18 pieces each, then turn circuits to make squares of one colour";
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(30);
  info.memory_limit = std::size_t{64} << 20;
  info.takeover = false;
  info.ranking = ranking;
  info.most_game_points = most_game_points;
  info.longest_move = longest_move;
  // Scores are 0..150 (board.hpp).
  info.point_scale = {.limit = 150, .exact = true, .gain = 5};
  info.protocol.says_quit = false;
  info.deal = [](std::uint64_t) { return std::string(); };
  info.start = start;
  info.layout = layout;
  return info;
}

}  // namespace rules::turn_right
