#include "tests/games/noughts_and_crosses/noughts_and_crosses.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/correspondence.hpp"
#include "rules/quote.hpp"
#include "rules/scene.hpp"
#include "tests/games/noughts_and_crosses/recorded.hpp"

namespace rules::noughts_and_crosses {
namespace {

constexpr std::size_t square_count = 9;
constexpr std::size_t longest_move = 2;
static_assert(longest_move <= MoveLine::capacity);
constexpr std::array<std::string_view, 2> seat_names{"crosses", "noughts"};
constexpr std::array<std::array<std::size_t, 3>, 8> lines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

std::string name_of(std::size_t square) {
  return {static_cast<char>('a' + square % 3), static_cast<char>('1' + square / 3)};
}

std::optional<std::size_t> parse_square(std::string_view line) {
  for (std::size_t square = 0; square < square_count; ++square) {
    if (line == name_of(square)) return square;
  }
  return std::nullopt;
}

class NoughtsAndCrosses final : public Game {
 public:
  [[nodiscard]] Seat to_move() const noexcept override {
    return moves_.plies() % 2 == 0 ? Seat::first : Seat::second;
  }
  [[nodiscard]] bool over() const noexcept override {
    return winner().has_value() || moves_.plies() == square_count || moves_.both_forfeited();
  }
  void take_lines(Seat seat, std::string& out) override {
    moves_.take(seat, seat == Seat::first ? "Start\n" : "", over(), out);
  }
  [[nodiscard]] Verdict play(std::string_view line) override {
    const auto square = parse_square(line);
    if (!square) return Verdict::refused(in_quotes(line) + " is not a square, a1 to c3");
    if (board_[*square] != empty) return Verdict::refused(in_quotes(line) + " is taken");
    board_[*square] = mark(to_move());
    moves_.record(line);
    return {};
  }
  [[nodiscard]] std::string_view relayed() const noexcept override { return moves_.last(); }
  [[nodiscard]] std::uint32_t legal_count() const override {
    return static_cast<std::uint32_t>(square_count - moves_.plies());
  }
  void legal_move(std::uint32_t number, MoveLine& out) const override {
    std::size_t square = 0;
    while (board_[square] != empty || number-- > 0) ++square;
    out.clear();
    out.append(name_of(square));
  }
  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }
  void forfeit(Seat seat) override { moves_.forfeit(seat); }
  [[nodiscard]] Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;
  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<NoughtsAndCrosses>(*this);
  }

 private:
  static constexpr char empty = '.';
  static constexpr char mark(Seat seat) noexcept { return seat == Seat::first ? 'x' : 'o'; }

  [[nodiscard]] std::optional<Seat> winner() const noexcept {
    for (const auto& line : lines) {
      const char one = board_[line[0]];
      if (one != empty && one == board_[line[1]] && one == board_[line[2]]) {
        return one == mark(Seat::first) ? Seat::first : Seat::second;
      }
    }
    return std::nullopt;
  }

  std::array<char, square_count> board_{'.', '.', '.', '.', '.', '.', '.', '.', '.'};
  Correspondence<square_count, longest_move> moves_;
};

Result NoughtsAndCrosses::result() const {
  Result result;
  const auto best = moves_.both_forfeited() ? std::nullopt : winner();
  for (const Seat seat : {Seat::first, Seat::second}) {
    SeatResult& own = result.seats[index(seat)];
    own.forfeited = moves_.forfeited(seat);
    own.board_points = static_cast<int>(std::count(board_.begin(), board_.end(), mark(seat)));
    if (best) own.outcome = *best == seat ? Outcome::win : Outcome::lose;
    if (own.forfeited) continue;
    own.score = !best ? 1 : (*best == seat ? 2 : 0);
    own.game_points = !best ? 1 : (*best == seat ? 3 : 0);
  }
  return result;
}

std::string NoughtsAndCrosses::draw() const {
  std::string text;
  for (std::size_t row = 3; row-- > 0;) {
    text += std::to_string(row + 1);
    for (std::size_t column = 0; column < 3; ++column) {
      text += std::string(" ") + board_[3 * row + column];
    }
    text += '\n';
  }
  text += "  a b c\n";
  if (over()) return text + "the game is over\n";
  return text + "next: " + std::string(seat_names[index(to_move())]) + '\n';
}

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    for (std::size_t square = 0; square < square_count; ++square) {
      const int column = static_cast<int>(square % 3);
      const int row = static_cast<int>(square / 3);
      made.cells.push_back({name_of(square), 2 * column, 2 - row});
    }
    for (int i = 0; i < 3; ++i) {
      made.labels.push_back({std::string(1, static_cast<char>('1' + i)), -2, 2 - i});
      made.labels.push_back({std::string(1, static_cast<char>('a' + i)), 2 * i, 3});
    }
    return made;
  }();
  return layout;
}

Scene NoughtsAndCrosses::scene() const {
  Scene scene;
  Input::Group free;
  for (std::size_t square = 0; square < square_count; ++square) {
    const char sign = board_[square];
    const auto cell = static_cast<CellId>(square);
    scene.looks.push_back({sign == 'x'   ? Colour::black
                           : sign == 'o' ? Colour::white
                                         : Colour::empty,
                           sign, sign == empty ? "" : std::string(1, sign)});
    if (sign == empty) free.cells.push_back(cell);
    if (moves_.last() == name_of(square)) {
      scene.marks.push_back({Mark::Kind::last, {}, 0, {cell}});
    }
  }
  const Result now = result();
  for (const Seat seat : {Seat::first, Seat::second}) {
    scene.parts.push_back({seat, "squares taken",
                           static_cast<int>(now.seats[index(seat)].board_points.value().whole())});
  }
  for (const auto& line : lines) {
    const char one = board_[line[0]];
    if (one == empty || one != board_[line[1]] || one != board_[line[2]]) continue;
    Mark mark{Mark::Kind::scoring, winner(), 0, {}};
    for (const std::size_t square : line) mark.cells.push_back(static_cast<CellId>(square));
    scene.marks.push_back(std::move(mark));
  }
  if (over()) {
    scene.status = "over";
    return scene;
  }
  scene.to_move = to_move();
  scene.status = "take a square";
  scene.input.groups.push_back(std::move(free));
  return scene;
}

std::unique_ptr<Game> start(std::string_view deal) {
  if (!deal.empty()) throw std::invalid_argument("the deal must be empty, not " + in_quotes(deal));
  return std::make_unique<NoughtsAndCrosses>();
}

constexpr std::array ranking{RankingKey::game_points, RankingKey::score,
                             RankingKey::irregular_losses};

}  // namespace

GameInfo info() {
  GameInfo info;
  info.name = "noughts-and-crosses";
  info.title = "Noughts and Crosses";
  info.contest = "the tests";
  info.summary = "three in a row";
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(5);
  info.ranking = ranking;
  info.most_game_points = 3;
  info.longest_move = longest_move;
  info.point_scale = {.limit = 2, .exact = true, .gain = 0.5};
  info.deal = [](std::uint64_t) { return std::string(); };
  info.start = start;
  info.layout = layout;
  info.record_format = &record_format();
  return info;
}

}  // namespace rules::noughts_and_crosses
