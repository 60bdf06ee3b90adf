#include "rules/black_hole/black_hole.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/correspondence.hpp"
#include "rules/quote.hpp"
#include "rules/random.hpp"
#include "rules/two_seats.hpp"

namespace rules::black_hole {
namespace {

constexpr int most_value = 15;
constexpr std::size_t most_moves = 2 * most_value;
constexpr int base_score = 75;
constexpr std::size_t longest_move = 5;  // "A3=15"
static_assert(longest_move <= MoveLine::capacity);

constexpr std::array<std::string_view, 2> seat_names{"red", "blue"};

// A set of stone values: bit v is the value v.
using Values = std::uint16_t;
constexpr Values all_values = 0xfffe;

struct Move {
  std::size_t field = 0;
  int value = 0;
};

// A value 1-15 without leading zeros.
constexpr std::optional<int> parse_value(std::string_view text) noexcept {
  if (text.size() == 1 && text[0] >= '1' && text[0] <= '9') return text[0] - '0';
  if (text.size() == 2 && text[0] == '1' && text[1] >= '0' && text[1] <= '5') {
    return 10 + (text[1] - '0');
  }
  return std::nullopt;
}

// A line of exactly a field, '=' and a value. Says nothing of the position.
constexpr std::optional<Move> parse_move(std::string_view line) noexcept {
  if (line.size() < 4 || line[2] != '=') return std::nullopt;
  const auto field = parse_field(line.substr(0, 2));
  const auto value = parse_value(line.substr(3));
  if (!field || !value) return std::nullopt;
  return Move{*field, *value};
}

// The number of the nth set bit, counted from 0. Precondition: it exists.
unsigned nth_bit(std::uint64_t bits, unsigned n) noexcept {
  for (; n > 0; --n) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

std::string field_text(std::size_t field) { return {letter_of(field), digit_of(field)}; }

// "1 3 15"
std::string list_of(Values values) {
  std::string text;
  for (int value = 1; value <= most_value; ++value) {
    if ((values & 1 << value) == 0) continue;
    if (!text.empty()) text += ' ';
    text += std::to_string(value);
  }
  return text.empty() ? "none" : text;
}

class BlackHoleGame final : public Game {
 public:
  explicit BlackHoleGame(const Deal& deal) noexcept {
    constexpr std::string_view start = "Start\n";
    auto out = opening_.begin();
    for (const std::size_t field : deal) {
      brown_ |= bit(field);
      *out++ = letter_of(field);
      *out++ = digit_of(field);
      *out++ = '\n';
    }
    std::copy(start.begin(), start.end(), out);
    empty_ = all_fields & ~brown_;
  }

  [[nodiscard]] Seat to_move() const noexcept override { return moves_.to_move(); }
  [[nodiscard]] bool over() const noexcept override {
    return moves_.plies() == most_moves || moves_.both_forfeited();
  }

  void take_lines(Seat seat, std::string& out) override {
    moves_.take(seat, opening(seat), over(), out);
  }

  [[nodiscard]] Verdict play(std::string_view line) override {
    const auto move = parse_move(line);
    if (!move) return refuse_syntax(line);
    if ((empty_ & bit(move->field)) == 0) return refuse_field(move->field);
    const std::size_t seat = index(to_move());
    if ((values_[seat] & 1 << move->value) == 0) return refuse_value(move->value);
    empty_ &= ~bit(move->field);
    if (seat == index(Seat::first)) red_ |= bit(move->field);
    values_[seat] = static_cast<Values>(values_[seat] & ~(1 << move->value));
    stones_[move->field] = static_cast<std::int8_t>(move->value);
    moves_.record(line);
    return {};
  }

  [[nodiscard]] std::string_view relayed() const noexcept override { return moves_.last(); }

  // Both counts are what popcount would give, without its cost.
  [[nodiscard]] std::uint32_t legal_count() const override {
    const auto made = static_cast<std::uint32_t>(moves_.plies());
    const std::uint32_t empty = field_count - brown_count - made;
    return empty * values_left();
  }

  void legal_move(std::uint32_t number, MoveLine& out) const override {
    const Values values = values_[index(to_move())];
    const std::size_t field = nth_bit(empty_, number / values_left());
    const unsigned value = nth_bit(values, number % values_left());
    out.clear();
    out.push_back(letter_of(field));
    out.push_back(digit_of(field));
    out.push_back('=');
    if (value >= 10) out.push_back('1');
    out.push_back(static_cast<char>('0' + value % 10));
  }

  void random_move(Stream& stream, MoveLine& out) const override {
    legal_move(stream.below(legal_count()), out);
  }

  void forfeit(Seat seat) override { moves_.forfeit(seat); }

  [[nodiscard]] Result result() const override;
  [[nodiscard]] std::string draw() const override;
  [[nodiscard]] Scene scene() const override;

  [[nodiscard]] std::unique_ptr<Game> clone() const override {
    return std::make_unique<BlackHoleGame>(*this);
  }

 private:
  // How many values the seat to move has left.
  [[nodiscard]] std::uint32_t values_left() const noexcept {
    return most_value - static_cast<std::uint32_t>(moves_.plies()) / 2;
  }
  // The brown fields, and for red `Start`.
  [[nodiscard]] std::string_view opening(Seat seat) const noexcept {
    return {opening_.data(), seat == Seat::first ? opening_.size() : 3 * brown_count};
  }

  // The black hole, once it is known.
  [[nodiscard]] std::optional<std::size_t> hole() const noexcept {
    if (moves_.plies() != most_moves) return std::nullopt;
    return static_cast<std::size_t>(std::countr_zero(empty_));
  }

  // The sum of the red stones next to a field, and that of the blue ones.
  [[nodiscard]] std::array<int, 2> sums_next_to(std::size_t field) const noexcept {
    std::array<int, 2> sums{};
    for (Fields left = neighbours(field) & ~brown_ & ~empty_; left != 0; left &= left - 1) {
      const auto near = static_cast<std::size_t>(std::countr_zero(left));
      sums[(red_ & bit(near)) != 0 ? 0 : 1] += stones_[near];
    }
    return sums;
  }

  [[nodiscard]] Verdict refuse_syntax(std::string_view line) const;
  [[nodiscard]] Verdict refuse_field(std::size_t field) const;
  [[nodiscard]] Verdict refuse_value(int value) const;
  [[nodiscard]] std::string stone_text(std::size_t field) const;
  [[nodiscard]] std::string status_text() const;

  std::array<char, 3 * brown_count + 6> opening_{};
  Fields empty_ = 0;
  Fields brown_ = 0;
  Fields red_ = 0;
  std::array<Values, 2> values_{all_values, all_values};  // what each seat has left
  std::array<std::int8_t, field_count> stones_{};         // the value of a red or blue stone
  Correspondence<most_moves, longest_move> moves_;
};

Result BlackHoleGame::result() const {
  const auto the_hole = hole();
  const auto sums = the_hole ? sums_next_to(*the_hole) : std::array<int, 2>{};
  Result result;
  for (const Seat seat : {Seat::first, Seat::second}) {
    const int own = sums[index(seat)];
    const int others = sums[index(other(seat))];
    SeatResult& mine = result.seats[index(seat)];
    mine.forfeited = moves_.forfeited(seat);
    mine.board_points = moves_.both_forfeited() ? 0 : own;
    mine.score = mine.forfeited ? 0 : base_score + own - others;
    if (!moves_.both_forfeited() && own != others) {
      mine.outcome = own > others ? Outcome::win : Outcome::lose;
    }
  }
  return result;
}

// What is wrong with a line that is not of the form of a move.
Verdict BlackHoleGame::refuse_syntax(std::string_view line) const {
  constexpr std::string_view wanted = "a move is a field, '=' and a value, such as A3=6";
  if (line.empty()) return Verdict::refused("empty line; " + std::string(wanted));
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return Verdict::refused("no '=' in " + in_quotes(line) + "; " + std::string(wanted));
  }
  const std::string_view field = line.substr(0, equals);
  if (!parse_field(field)) {
    return Verdict::refused(in_quotes(field) +
                            " is not a field; the fields are A1-A8, B1-B7, C1-C6, D1-D5, E1-E4, "
                            "F1-F3, G1-G2 and H1");
  }
  return Verdict::refused(in_quotes(line.substr(equals + 1)) +
                          " is not a value; values are 1 to 15, without leading zeros; left to " +
                          std::string(seat_names[index(to_move())]) + ": " +
                          list_of(values_[index(to_move())]));
}

Verdict BlackHoleGame::refuse_field(std::size_t field) const {
  const std::string name = "field " + field_text(field);
  if ((brown_ & bit(field)) != 0) {
    return Verdict::refused(name + " has a brown stone; a stone must go to an empty field");
  }
  return Verdict::refused(name + " is taken by " +
                          std::string(seat_names[(red_ & bit(field)) != 0 ? 0 : 1]) + "'s " +
                          std::to_string(stones_[field]) + "; a stone must go to an empty field");
}

Verdict BlackHoleGame::refuse_value(int value) const {
  const std::size_t seat = index(to_move());
  return Verdict::refused(std::string(seat_names[seat]) + " has already played the value " +
                          std::to_string(value) + "; left: " + list_of(values_[seat]));
}

// Three characters: "15r", " 2b", "###" for a brown stone, "  ." for no stone.
std::string BlackHoleGame::stone_text(std::size_t field) const {
  if ((brown_ & bit(field)) != 0) return "###";
  if ((empty_ & bit(field)) != 0) return hole() ? "(O)" : "  .";
  const std::string value = std::to_string(stones_[field]);
  return std::string(2 - value.size(), ' ') + value + ((red_ & bit(field)) != 0 ? 'r' : 'b');
}

std::string BlackHoleGame::status_text() const {
  std::string text;
  for (const Seat seat : {Seat::first, Seat::second}) {
    text +=
        std::string(seat_names[index(seat)]) + " has left: " + list_of(values_[index(seat)]) + '\n';
  }
  const Result now = result();
  const std::string score =
      std::to_string(now.seats[0].score) + "-" + std::to_string(now.seats[1].score);
  if (const auto the_hole = hole()) {
    return text + "the hole is " + field_text(*the_hole) + ", next to it red " +
           now.seats[0].board_points->text() + " and blue " + now.seats[1].board_points->text() +
           ", score " + score + '\n';
  }
  if (over()) return text + "the game is over, score " + score + '\n';
  return text + "next: " + std::string(seat_names[index(to_move())]) +
         ", score while there is no hole " + score + '\n';
}

std::string BlackHoleGame::draw() const {
  std::string text = "Black Hole, moves made: " + std::to_string(moves_.plies()) + " of " +
                     std::to_string(most_moves);
  text += moves_.last_text(seat_names) + "\n\n";
  // Row by row from the apex; within a row the letters fall from left to right, so
  // that H1 is the bottom left corner and the A fields run down the right side.
  for (int row = 0; row < side; ++row) {
    text.append(static_cast<std::size_t>(4 * (side - 1 - row)), ' ');
    for (int letter = row; letter >= 0; --letter) {
      const std::size_t field = field_index({letter, row - letter});
      text += field_text(field) + ' ' + stone_text(field);
      text += letter > 0 ? "  " : "\n";
    }
  }
  return text + '\n' + status_text();
}

Scene BlackHoleGame::scene() const {
  Position position{empty_, brown_, red_, stones_, values_, {}, hole(), {}, {}};
  if (const auto last = parse_move(moves_.last())) position.last = last->field;
  position.forfeited = {moves_.forfeited(Seat::first), moves_.forfeited(Seat::second)};
  if (!over()) position.to_move = to_move();
  return scene_of(position);
}

}  // namespace

GameInfo info() {
  static constexpr std::array ranking{RankingKey::score, RankingKey::among_tied};
  GameInfo info;
  info.name = "black-hole";
  info.title = "Black Hole";
  info.contest = "CodeCup 2018";
  info.summary = "fill the triangle with 1 to 15; what lies next to the last empty field counts";
  info.seat_names = seat_names;
  info.budget = std::chrono::seconds(5);
  info.ranking = ranking;
  info.longest_move = longest_move;
  // Scores are 0..150: the six stones next to the hole are worth 75 at most.
  info.point_scale = {.limit = 2 * base_score, .exact = true, .gain = 1, .usual = true};
  info.protocol.preamble_lines = brown_count;
  info.layout = layout;
  info.deal = [](std::uint64_t seed) { return to_text(draw_deal(seed)); };
  info.start = [](std::string_view deal) -> std::unique_ptr<Game> {
    return std::make_unique<BlackHoleGame>(parse_deal(deal));
  };
  return info;
}

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("deal of Black Hole: " + what +
                              "; a deal is five different fields separated by one blank, such "
                              "as E4 F2 A5 A7 C1");
}

}  // namespace

Deal draw_deal(std::uint64_t seed) noexcept {
  std::array<std::size_t, field_count> fields{};
  std::iota(fields.begin(), fields.end(), std::size_t{0});
  Stream(seed, "deal").shuffle(std::span<std::size_t>(fields));
  Deal deal{};
  std::copy_n(fields.begin(), brown_count, deal.begin());
  return deal;
}

std::string to_text(const Deal& deal) {
  std::string text;
  for (const std::size_t field : deal) {
    if (!text.empty()) text += ' ';
    text += letter_of(field);
    text += digit_of(field);
  }
  return text;
}

Deal parse_deal(std::string_view text) {
  if (text.empty()) refuse("it is empty");
  const auto words = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
  if (words != brown_count) refuse(std::to_string(words) + " fields instead of 5");
  Deal deal{};
  for (std::size_t i = 0; i < brown_count; ++i) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::optional<std::size_t> field = parse_field(word);
    if (!field) refuse(in_quotes(word) + " is not a field (A1-A8, B1-B7, ..., H1)");
    if (std::find(deal.begin(), deal.begin() + i, *field) != deal.begin() + i) {
      refuse("the field " + std::string(word) + " comes twice");
    }
    deal[i] = *field;
  }
  return deal;
}

}  // namespace rules::black_hole
