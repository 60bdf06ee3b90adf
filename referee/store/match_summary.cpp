#include "referee/store/match_summary.hpp"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/match/budget.hpp"
#include "referee/match/moves_mark.hpp"
#include "referee/match/record_json.hpp"
#include "referee/store/match_summary_keys.hpp"
#include "referee/text/json_events.hpp"
#include "referee/text/json_reader.hpp"
#include "rules/catalogue.hpp"
#include "rules/random.hpp"

namespace referee::store {
namespace {

using namespace summary_keys;  // the items

constexpr std::int64_t any = std::int64_t{1} << 53;
constexpr std::int64_t billion = 1'000'000'000;

// The smallest and the largest value, as in record_json.cpp.
std::pair<std::int64_t, std::int64_t> range_of(Item item) noexcept {
  switch (item) {
    case Item::version:
      return {1, match::record_version};
    case Item::round:
      return {1, billion};
    case Item::plies:
      return {0, billion};
    case Item::seed:
      return {0, static_cast<std::int64_t>(rules::max_seed)};
    case Item::game_points:
      return {0, rules::most_game_points()};
    case Item::fault_seat:
      return {1, 2};
    case Item::score:
    case Item::board_points:
      return {-billion, billion};
    default:
      return {0, any};
  }
}

// Reads the front part of a record's line, and stops as soon as everything is known. If the keys
// come in the order in which match::to_line() writes them, that is before the second bot's stderr
// and all plies; in any other order the line is read to its end.
//
// Also a handler of nlohmann's SAX interface, which says where a line is broken.
class SummaryReader final : public text::JsonEvents {
 public:
  explicit SummaryReader(MatchSummary& summary) : summary_(summary) {}

  bool key(std::string_view text) override {
    if (skipped_ > 0) return true;
    item_ = item_of(levels_[depth_ - 1].item, text);
    if (depth_ == 1 && text == moves_key) has_moves_ = true;
    return true;
  }
  bool string(std::string_view text) override {
    const Item item = next(Kind::text);
    return item == Item::none || (take_text(item, text), go_on());
  }
  bool number_unsigned(std::uint64_t value) {
    const Item item = next(Kind::number);
    if (item == Item::none) return true;
    if (value > static_cast<std::uint64_t>(any)) out_of_range(item, fmt::format("{}", value));
    take_number(item, static_cast<std::int64_t>(value));
    return go_on();
  }
  bool number_integer(std::int64_t value) override {
    const Item item = next(Kind::number);
    return item == Item::none || (take_number(item, value), go_on());
  }
  bool number_float(double) override { return other(Kind::fraction); }
  bool number_float(double value, const std::string&) { return number_float(value); }
  bool boolean(bool) override { return other(Kind::boolean); }
  bool null() override { return other(Kind::null); }
  static bool binary(text::Json::binary_t&) { return true; }  // JSON text has none

  bool start_object() override {
    enter(next(Kind::object));
    return true;
  }
  bool start_object(std::size_t) { return start_object(); }
  bool end_object() override {
    if (leave() == Item::fault) take_fault();
    return go_on();
  }
  bool start_array() override {
    enter(next(Kind::list));
    return true;
  }
  bool start_array(std::size_t) { return start_array(); }
  bool end_array() override {
    const std::size_t count = levels_[depth_ - 1].count;
    const Item list = leave();
    if (list == Item::none) return true;
    if (list != Item::faults && count != 2) fail(list, "must have two elements");
    seen_ |= bit(list);
    return go_on();
  }
  template <typename Error>
  bool parse_error(std::size_t byte, const std::string&, const Error& error) {
    throw text::JsonError(fmt::format("byte {}: {}", byte, text::syntax_message(error.what())));
  }

  // Call this after the last value: throws if something is missing.
  void finish() {
    for (const Item item : {Item::schema, Item::version, Item::game}) require(item);
    require(Item::bots, Item::name);
    if ((seen_ & bit(Item::seats)) == 0) missing(Item::result, Item::seats);
    for (const Item item : {Item::score, Item::status}) require(Item::seats, item);
    if ((seen_ & bit(Item::plies)) == 0) missing(Item::result, Item::plies);
    require(Item::faults);
    // A reader that stopped early has not reached the list of plies.
    if (go_on() && !has_moves_) missing(std::string(moves_key));
    // Only the record of a single match may do without a number: it has no tournament.
    if (!summary_.tournament.empty()) require(Item::match);
  }

 private:
  struct Level {
    Item item = Item::none;
    std::size_t count = 0;  // elements of a list that have begun
  };

  // Which item the value that begins now is; throws if it is of the wrong kind.
  Item next(Kind kind) {
    if (skipped_ > 0) return Item::none;
    Item item = Item::record;
    if (depth_ > 0) {
      Level& level = levels_[depth_ - 1];
      item = kind_of(level.item) == Kind::list ? element_of(level.item) : item_;
      ++level.count;
      if (level.count > 2 &&
          (level.item == Item::bots || level.item == Item::seats || level.item == Item::runs)) {
        --depth_;
        fail(level.item, "must have two elements");
      }
    }
    if (item != Item::none && kind_of(item) != kind) {
      fail(item,
           fmt::format("must be {}, not {}", kind_words[static_cast<std::size_t>(kind_of(item))],
                       kind_words[static_cast<std::size_t>(kind)]));
    }
    return item;
  }
  bool other(Kind kind) {
    next(kind);  // no wanted item is of this kind
    return true;
  }

  void enter(Item item) {
    if (item == Item::none) {
      ++skipped_;
    } else {
      levels_[depth_++] = {item, 0};
    }
  }
  Item leave() {
    if (skipped_ > 0) {
      --skipped_;
      return Item::none;
    }
    return levels_[--depth_].item;
  }
  [[nodiscard]] bool go_on() const noexcept { return (seen_ & everything) != everything; }

  // The seat of an object in one of the lists that have one element a seat.
  [[nodiscard]] std::size_t seat() const noexcept { return levels_[depth_ - 2].count - 1; }

  void take_text(Item item, std::string_view text) {
    std::size_t of = 0;
    switch (item) {
      case Item::schema:
        if (text != match::record_schema) {
          fail(item,
               fmt::format("must be \"{}\": this is not a match record", match::record_schema));
        }
        break;
      case Item::tournament:
        summary_.tournament = text;
        break;
      case Item::game:
        summary_.game = text;
        break;
      case Item::name:
        of = seat();
        summary_.bots[of] = text;
        break;
      case Item::status:
        of = seat();
        take_status(text);
        break;
      default:
        kind_ = bot::fault_kind(text);
        if (!kind_) fail(item, fmt::format("unknown kind of fault \"{}\"", text));
        break;
    }
    seen_ |= bit(item, of);
  }

  void take_status(std::string_view text) {
    const auto status = match::status_named(text);
    if (!status) fail(Item::status, "must be " + match::status_choices());
    summary_.seats[seat()].status = *status;
  }

  void take_number(Item item, std::int64_t value) {
    const auto [least, most] = range_of(item);
    if (value < least || value > most) out_of_range(item, fmt::format("{}", value));
    std::size_t of = 0;
    const auto own = [&]() -> MatchSummary::Seat& { return summary_.seats[of = seat()]; };
    switch (item) {
      case Item::match:
        summary_.match = static_cast<std::uint64_t>(value);
        break;
      case Item::round:
        summary_.round = static_cast<int>(value);
        break;
      case Item::seed:
        summary_.seed = static_cast<std::uint64_t>(value);
        break;
      case Item::plies:
        summary_.plies = static_cast<int>(value);
        break;
      case Item::score:
        own().score = static_cast<int>(value);
        break;
      case Item::game_points:
        own().game_points = static_cast<int>(value);
        break;
      case Item::board_points:
        own().board_points = static_cast<int>(value);
        break;
      case Item::fault_seat:
        fault_seat_ = static_cast<std::size_t>(value) - 1;
        break;
      case Item::cpu_us:
        own().cpu_us = value;
        break;
      case Item::wall_us:
        own().wall_us = value;
        break;
      case Item::waited_us:
        own().waited_us = value;
        break;
      default:  // the version, whose range is all that matters
        break;
    }
    seen_ |= bit(item, of);
  }

  void take_fault() {
    if (!kind_) missing(Item::faults, Item::fault_kind);
    if (!fault_seat_) missing(Item::faults, Item::fault_seat);
    auto& fault = summary_.seats[*fault_seat_].fault;
    if (!fault) fault = kind_;
    kind_.reset();
    fault_seat_.reset();
  }

  void require(Item item) const {
    if ((seen_ & bit(item)) == 0) missing(Item::record, item);
  }
  void require(Item list, Item item) const {
    if ((seen_ & bit(list)) == 0) missing(Item::record, list);
    if ((seen_ & both(item)) != both(item)) missing(list, item);
  }

  [[noreturn]] static void missing(const std::string& key, const std::string& within = "") {
    throw text::JsonError(fmt::format("{}the key \"{}\" is missing", within, key));
  }
  [[noreturn]] static void missing(Item within, Item item) {
    missing(std::string(key_of(item)),
            within == Item::record ? "" : fmt::format("{}: ", key_of(within)));
  }
  [[noreturn]] void out_of_range(Item item, const std::string& value) const {
    const auto [least, most] = range_of(item);
    fail(item, fmt::format("must be a whole number from {} to {}, not {}", least, most, value));
  }
  [[noreturn]] void fail(Item item, const std::string& what) const {
    std::string place;
    for (std::size_t i = 1; i < depth_; ++i) append_place(place, i, levels_[i].item);
    append_place(place, depth_, item);
    throw text::JsonError(fmt::format("{}: {}", place.empty() ? "the record" : place, what));
  }
  // Appends ".key" or, in a list, "[index]".
  void append_place(std::string& place, std::size_t depth, Item item) const {
    if (depth == 0) return;
    const Level& parent = levels_[depth - 1];
    if (kind_of(parent.item) == Kind::list) {
      place += fmt::format("[{}]", parent.count - 1);
    } else {
      place += (place.empty() ? "" : ".") + std::string(key_of(item));
    }
  }

  static constexpr std::string_view moves_key = "plies";  // of the record itself

  MatchSummary& summary_;
  std::array<Level, 4> levels_;  // record, result, seats, seat
  std::size_t depth_ = 0;
  std::size_t skipped_ = 0;  // depth within a value that is skipped
  Item item_ = Item::none;   // of the last key
  std::uint64_t seen_ = 0;
  bool has_moves_ = false;
  std::optional<bot::FaultKind> kind_;  // of the fault being read
  std::optional<std::size_t> fault_seat_;
};

// Checks what can be checked without parsing the whole line: that it was written to its end, and
// that a power failure has not left a block of zeros in it.
void check_whole(std::string_view line) {
  if (line.empty()) throw text::JsonError("the line is empty");
  if (std::memchr(line.data(), '\0', line.size()) != nullptr) {
    throw text::JsonError("the line has zero bytes in it");
  }
  if (line.back() != '}') throw text::JsonError("the line is not whole: it does not end in }");
}

}  // namespace

MatchSummary summary_of(const match::MatchRecord& record) {
  MatchSummary summary;
  summary.tournament = record.tournament;
  summary.match = record.match.value_or(0);
  summary.round = record.round;
  summary.game = record.game->name;
  summary.seed = record.seed;
  summary.plies = static_cast<int>(record.plies.size());
  summary.moves = match::moves_mark(record);
  for (std::size_t i = 0; i < summary.seats.size(); ++i) {
    const match::SeatScore& score = record.scores[i];
    MatchSummary::Seat& seat = summary.seats[i];
    summary.bots[i] = record.bots[i].name;
    seat.score = score.result.score;
    seat.game_points = score.result.game_points;
    seat.board_points = score.result.board_points;
    seat.status = score.status;
    if (!record.measured.known) continue;
    seat.cpu_us = match::whole_microseconds(record.measured.bots[i].cpu);
    seat.wall_us = match::whole_microseconds(record.measured.bots[i].wall);
    if (const auto& waited = record.measured.bots[i].departure.waited) {
      seat.waited_us = match::whole_microseconds(*waited);
    }
  }
  for (const match::MatchFault& fault : record.faults) {
    auto& first = summary.seats[rules::index(fault.seat)].fault;
    if (!first) first = fault.fault.kind;
  }
  return summary;
}

std::uint64_t game_mark(const MatchSummary& match) noexcept {
  using rules::Stream;
  if (match.moves == 0) return Stream::mix(match.match);
  return Stream::mix(match.moves + Stream::fnv1a64(match.bots[0]) +
                     3 * Stream::fnv1a64(match.bots[1]));
}

MatchSummary summary_of_line(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  check_whole(line);
  MatchSummary summary;
  SummaryReader reader(summary);
  if (text::read_json(line, reader) != text::JsonEnd::refused) {
    reader.finish();
  } else {
    summary = {};
    SummaryReader exact(summary);
    text::Json::sax_parse(line.data(), line.data() + line.size(), &exact);
    exact.finish();
  }
  summary.moves = match::moves_mark(line);
  return summary;
}

}  // namespace referee::store
