#include "rules/box/box.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <variant>

#include "rules/box/board.hpp"
#include "rules/quote.hpp"

namespace rules::box {
namespace {

using namespace std::string_literals;

// Rows and columns as a bot's author reads them: "A-O", "a-o".
std::string range(char first, int count) {
  return {first, '-', static_cast<char>(first + count - 1)};
}

std::string allowed_area(Direction direction) {
  return (direction == Direction::horizontal ? "an h tile needs row "s : "a v tile needs row "s) +
         range('A', placement_rows(direction)) + " and column " +
         range('a', placement_columns(direction));
}

std::string wrong_length(std::string_view line) {
  if (line.empty()) return "the line is empty, a move is row, column and h or v, like Ikv";
  std::string reason = "wrong length: " + in_quotes(line) + " has " + std::to_string(line.size()) +
                       (line.size() == 1 ? " character" : " characters") +
                       ", a move has 3: row, column and h or v, like Ikv";
  if (line.size() == relayed_length) reason += " (the tile's colours are not written)";
  return reason;
}

// The placement a line names, or why it names none.
std::variant<Placement, std::string> parse_move(std::string_view line) {
  if (line.size() != placement_length) return wrong_length(line);
  const int row = line[0] - 'A';
  const int column = line[1] - 'a';
  if (row < 0 || row >= row_count) {
    return "row must be A-P, not " + in_quotes(line.substr(0, 1)) + " as in " + in_quotes(line);
  }
  if (column < 0 || column >= column_count) {
    return "column must be a-t, not " + in_quotes(line.substr(1, 1)) + " as in " + in_quotes(line);
  }
  if (line[2] != 'h' && line[2] != 'v') {
    return "direction must be h or v, not " + in_quotes(line.substr(2, 1)) + " as in " +
           in_quotes(line);
  }
  return Placement{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column),
                   line[2] == 'h' ? Direction::horizontal : Direction::vertical};
}

// A placed tile as the players read it: Ik364521v.
std::array<char, relayed_length> relayed_form(Placement placement, const Tile& tile) noexcept {
  const auto [row, column, direction] = placement.text();
  std::array<char, relayed_length> text{row, column};
  std::copy(tile.colours.begin(), tile.colours.end(), text.begin() + 2);
  text.back() = direction;
  return text;
}

void append_line(std::string& out, std::string_view line) {
  out += line;
  out += '\n';
}

class BoxGame final : public Game {
 public:
  explicit BoxGame(const Deal& deal) noexcept : deal_(deal), board_(deal.tiles[0]) {}

  [[nodiscard]] Seat to_move() const noexcept override {
    return ply_ % 2 == 0 ? Seat::first : Seat::second;
  }
  [[nodiscard]] bool over() const noexcept override {
    return board_.legal_count() == 0 || (seats_[0].forfeited && seats_[1].forfeited);
  }
  void take_lines(Seat seat, std::string& out) override;
  [[nodiscard]] Verdict play(std::string_view line) override;
  [[nodiscard]] std::string_view relayed() const noexcept override {
    return {relayed_.data(), ply_ == 0 ? 0 : relayed_.size()};
  }
  [[nodiscard]] std::uint32_t legal_count() const override {
    return static_cast<std::uint32_t>(board_.legal_count());
  }
  void legal_move(std::uint32_t number, MoveLine& out) const override {
    const auto text = board_.legal_at(static_cast<int>(number)).text();
    out.clear();
    out.append({text.data(), text.size()});
  }
  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }
  void forfeit(Seat seat) override { seats_[index(seat)].forfeited = true; }
  [[nodiscard]] Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;
  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<BoxGame>(*this);
  }

 private:
  struct SeatState {
    std::size_t next_ply = 0;  // the ply of its next turn that it has no lines of
    bool forfeited = false;
    bool has_quit = false;
  };

  // The tile to be laid at `ply`; nullptr if the deal does not tell it.
  [[nodiscard]] const Tile* tile(std::size_t ply) const noexcept {
    return ply + 1 < deal_.tile_count ? &deal_.tiles[ply + 1] : nullptr;
  }
  [[nodiscard]] int points(std::size_t seat) const noexcept {
    return board_.points(deal_.colours[seat]);
  }
  [[nodiscard]] std::string illegal_reason(Placement placement) const;
  void append_turn(std::size_t ply, std::string& out) const;
  void append_move(std::size_t ply, std::string& out) const;

  Deal deal_;
  Board board_;
  std::size_t ply_ = 0;  // moves made
  std::array<Placement, most_tiles - 1> moves_{};
  std::array<char, 9> relayed_{};
  std::array<SeatState, 2> seats_{SeatState{0}, SeatState{1}};
};

void BoxGame::append_move(std::size_t ply, std::string& out) const {
  const auto text = relayed_form(moves_[ply], *tile(ply));
  append_line(out, {text.data(), text.size()});
}

// What the seat whose turn begins at `ply` reads then.
void BoxGame::append_turn(std::size_t ply, std::string& out) const {
  if (ply < 2) {
    append_line(out, {&deal_.colours[ply], 1});
    const auto text = relayed_form(start_placement, deal_.tiles[0]);
    append_line(out, {text.data(), text.size()});
  }
  if (ply == 0) {
    append_line(out, "Start");
  } else {
    append_move(ply - 1, out);
  }
  if (const Tile* own = tile(ply)) append_line(out, own->view());
}

void BoxGame::take_lines(Seat seat, std::string& out) {
  SeatState& state = seats_[index(seat)];
  if (state.has_quit) return;
  if (!state.forfeited) {
    // Turns that have begun: after the end no turn waits for a move.
    const std::size_t begun = over() ? ply_ : ply_ + 1;
    for (; state.next_ply < begun; state.next_ply += 2) append_turn(state.next_ply, out);
  }
  if (state.forfeited || over()) {
    append_line(out, "Quit");
    state.has_quit = true;
  }
}

Verdict BoxGame::play(std::string_view line) {
  const auto parsed = parse_move(line);
  if (const auto* reason = std::get_if<std::string>(&parsed)) return Verdict::refused(*reason);
  const auto placement = std::get<Placement>(parsed);
  if (!fits(placement) || !board_.legal(placement)) {
    return Verdict::refused(illegal_reason(placement));
  }
  const Tile* const laid = tile(ply_);
  if (laid == nullptr) {
    return Verdict::refused("no tile is left: the deal has only " +
                            std::to_string(deal_.tile_count) +
                            " tiles, the start tile included, but the game is not over");
  }
  board_.place(placement, *laid);
  relayed_ = relayed_form(placement, *laid);
  moves_[ply_++] = placement;
  return {};
}

// Why a well-formed move is not legal.
std::string BoxGame::illegal_reason(Placement placement) const {
  if (!fits(placement)) {
    return "the tile does not fit on the board: " + allowed_area(placement.direction);
  }
  if (const int overlap = board_.overlap(placement); overlap > Board::overlap_limit) {
    return "the tile overlaps " + std::to_string(overlap) + " occupied cells, at most " +
           std::to_string(Board::overlap_limit) + " are allowed";
  }
  return "the tile touches no other tile along an edge (a corner is not enough)";
}

Outcome outcome(int own, int opponents) noexcept {
  if (own == opponents) return Outcome::draw;
  return own > opponents ? Outcome::win : Outcome::lose;
}

Result BoxGame::result() const {
  const std::array<int, 2> board_points{points(0), points(1)};
  const bool both_forfeited = seats_[0].forfeited && seats_[1].forfeited;
  Result result;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const int own = board_points[seat];
    const int opponents = board_points[1 - seat];
    SeatResult& of_seat = result.seats[seat];
    of_seat.board_points = own;
    of_seat.forfeited = seats_[seat].forfeited;
    of_seat.score = of_seat.forfeited ? 0 : score(own, opponents);
    of_seat.outcome = both_forfeited ? Outcome::draw : outcome(own, opponents);
  }
  return result;
}

std::string BoxGame::draw() const {
  std::string text = "   ";
  for (int c = 0; c < column_count; ++c) {
    text += ' ';
    text += static_cast<char>('a' + c);
  }
  text += '\n';
  for (int r = 0; r < row_count; ++r) {
    text += "  ";
    text += static_cast<char>('A' + r);
    for (int c = 0; c < column_count; ++c) {
      text += ' ';
      text += board_.colour_at({r, c});
    }
    text += '\n';
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    text += "player "s + (seat == 0 ? '1' : '2') + ": colour " + deal_.colours[seat] + ", " +
            std::to_string(points(seat)) + " points" +
            (seats_[seat].forfeited ? ", forfeited" : "") + '\n';
  }
  if (over()) {
    text += "the game is over\n";
  } else {
    text += "player "s + (to_move() == Seat::first ? '1' : '2') + " to move, tile ";
    const Tile* const next = tile(ply_);
    text += next == nullptr ? "unknown" : next->view();
    text += ", " + std::to_string(board_.legal_count()) + " legal placements\n";
  }
  return text;
}

Scene BoxGame::scene() const {
  Position position{board_, deal_.colours, {seats_[0].forfeited, seats_[1].forfeited}, {}, {}, {}};
  if (ply_ > 0) position.last = moves_[ply_ - 1];
  if (!over()) {
    position.to_move = to_move();
    position.tile = tile(ply_);
  }
  return scene_of(position);
}

constexpr std::array ranking{RankingKey::score, RankingKey::irregular_losses};
static_assert(placement_length <= MoveLine::capacity);

std::string deal_text(std::uint64_t seed) { return to_text(draw_deal(seed)); }
std::unique_ptr<Game> start_text(std::string_view deal) { return start(parse_deal(deal)); }

// What a bot reads before the game begins is its own colour and the start tile. The other colour
// and the tiles to come never decide what is legal, so they may be anything.
std::string deal_of_preamble(std::span<const std::string> preamble) {
  const std::string& start_tile = preamble[1];
  if (start_tile.size() != relayed_length) unexpected(start_tile, "the start tile, e.g. Hh216534h");
  std::string deal = "1 2 " + start_tile.substr(2, tile_length);
  for (std::size_t i = 1; i < most_tiles; ++i) deal += " 123456";
  return deal;
}

void check_tile(std::string_view line) {
  if (line.size() != tile_length) unexpected(line, "a tile of six colours");
}

// Without the tile.
std::string written(std::string_view relayed) {
  if (relayed.size() != relayed_length) {
    unexpected(relayed, "a move of nine characters, e.g. Ik364521v");
  }
  return {relayed.front(), relayed[1], relayed.back()};
}

}  // namespace

std::unique_ptr<Game> start(const Deal& deal) { return std::make_unique<BoxGame>(deal); }

GameInfo info() {
  GameInfo info;
  info.name = "box";
  info.title = "Box";
  info.contest = "CodeCup 2025";
  info.summary = "lay 2x6 tiles on a 16x20 board and form squares of your secret colour";
  info.seat_names = {"player 1", "player 2"};
  info.budget = std::chrono::seconds(30);
  info.ranking = ranking;
  info.longest_move = placement_length;
  // Cut: the winner has 200 + d and the loser max(0, 100 - d), so 400 is a margin of d = 200. The
  // largest margin of 3,443 official games was 70.
  info.point_scale = {.limit = 400, .exact = false, .gain = 2, .usual = true};
  info.secret_deal = true;
  info.protocol = {
      .preamble_lines = 2, .deal = deal_of_preamble, .check_hint = check_tile, .written = written};
  info.deal = deal_text;
  info.start = start_text;
  info.opening = opening;
  info.layout = layout;
  info.record_format = &record_format();
  return info;
}

}  // namespace rules::box
