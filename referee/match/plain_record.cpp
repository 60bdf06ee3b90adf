#include "referee/match/plain_record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/kernel/limits.hpp"
#include "referee/match/budget.hpp"
#include "referee/match/record_json.hpp"
#include "referee/match/status.hpp"
#include "referee/text/json_events.hpp"
#include "rules/catalogue.hpp"
#include "rules/random.hpp"

// A namespace of its own: its names are short ones.
namespace referee::match::plain_record {
namespace {

constexpr std::int64_t any = std::int64_t{1} << 53;
constexpr std::int64_t billion = 1'000'000'000;

// What a value may be.
enum class Kind : std::uint8_t {
  skipped,  // anything
  text,
  schema,
  game,
  status,
  clock,
  by,
  whole,   // a whole number
  points,  // game points
  budget,
  speed,
  boolean,
  object,
  list,
};

// Objects and lists that are looked into.
enum class Node : std::uint8_t {
  none,
  record,
  bots,
  bot,
  source,
  result,
  seats,
  seat,
  faults,
  measured,
  runs,
  run,
  texts,
  turns,
  amounts,
  plies,
  ply,
};

struct Value {
  Kind kind = Kind::skipped;
  Node node = Node::none;  // of an object or a list
  std::int64_t least = 0;  // of a whole number
  std::int64_t most = 0;
};

struct Member {
  Node within;
  std::string_view key;
  Value value;
  bool required = false;
};

constexpr Value whole(std::int64_t least, std::int64_t most) {
  return {Kind::whole, Node::none, least, most};
}
constexpr Value object(Node node) { return {Kind::object, node, 0, 0}; }
constexpr Value list(Node node) { return {Kind::list, node, 0, 0}; }
constexpr Value of(Kind kind) { return {kind, Node::none, 0, 0}; }

// As record_json.cpp reads them. Those of one node stand together.
constexpr std::array members{
    Member{Node::record, "schema", of(Kind::schema), true},
    Member{Node::record, "version", whole(1, record_version), true},
    Member{Node::record, "tournament", of(Kind::text)},
    Member{Node::record, "match", whole(0, any)},
    Member{Node::record, "round", whole(1, billion)},
    Member{Node::record, "game", of(Kind::game), true},
    Member{Node::record, "seed", whole(0, static_cast<std::int64_t>(rules::max_seed))},
    Member{Node::record, "told_seed", whole(0, most_told_seed)},
    Member{Node::record, "deal", of(Kind::text)},
    Member{Node::record, "clock", of(Kind::clock), true},
    Member{Node::record, "budget", of(Kind::budget), true},
    Member{Node::record, "turn_limit", of(Kind::budget)},
    Member{Node::record, "first_turn_limit", of(Kind::budget)},
    Member{Node::record, "speed", of(Kind::speed)},
    Member{Node::record, "isolated", of(Kind::boolean)},
    Member{Node::record, "ponder", of(Kind::boolean)},
    Member{Node::record, "given", whole(0, 1'000'000)},
    Member{Node::record, "bots", list(Node::bots), true},
    Member{Node::record, "result", object(Node::result), true},
    Member{Node::record, "faults", list(Node::faults), true},
    Member{Node::record, "measured", object(Node::measured)},
    Member{Node::record, "plies", list(Node::plies), true},
    Member{Node::bot, "name", of(Kind::text), true},
    Member{Node::bot, "command", of(Kind::text)},
    Member{Node::bot, "hash", of(Kind::text)},
    Member{Node::bot, "source", object(Node::source)},
    Member{Node::bot, "read", list(Node::faults)},  // must be empty
    Member{Node::source, "file", of(Kind::text), true},
    Member{Node::source, "hash", of(Kind::text), true},
    Member{Node::source, "language", of(Kind::text), true},
    Member{Node::source, "toolchain", whole(0, 9999), true},
    Member{Node::source, "compiler", of(Kind::text), true},
    Member{Node::source, "compile", of(Kind::text)},
    Member{Node::source, "run", of(Kind::text), true},
    Member{Node::result, "plies", whole(0, any)},
    Member{Node::result, "seats", list(Node::seats), true},
    Member{Node::seat, "score", whole(-billion, billion), true},
    Member{Node::seat, "status", of(Kind::status), true},
    Member{Node::seat, "game_points", of(Kind::points)},
    Member{Node::seat, "board_points", whole(-billion, billion)},
    Member{Node::measured, "started", of(Kind::text)},
    Member{Node::measured, "bots", list(Node::runs)},
    Member{Node::measured, "early", list(Node::turns)},
    Member{Node::measured, "cpu_us", list(Node::amounts)},
    Member{Node::measured, "wall_us", list(Node::amounts)},
    Member{Node::measured, "stderr_bytes", list(Node::amounts)},
    Member{Node::run, "cpu_us", whole(0, any)},
    Member{Node::run, "wall_us", whole(0, any)},
    Member{Node::run, "total_cpu_us", whole(0, any)},
    Member{Node::run, "waited_us", whole(0, any)},
    Member{Node::run, "peak_memory", whole(0, any)},
    Member{Node::run, "stderr_bytes", whole(0, any)},
    Member{Node::run, "exit_code", whole(0, 255)},
    Member{Node::run, "signal", whole(1, 128)},
    Member{Node::run, "killed", of(Kind::boolean)},
    Member{Node::run, "blind_spot", of(Kind::text)},
    Member{Node::run, "stderr_head", of(Kind::text)},
    Member{Node::run, "stderr_tail", of(Kind::text)},
    Member{Node::run, "refused", list(Node::texts)},
    Member{Node::ply, "seat", whole(1, 2), true},
    Member{Node::ply, "line", of(Kind::text), true},
    Member{Node::ply, "relayed", of(Kind::text)},
    Member{Node::ply, "by", of(Kind::by)},
};

constexpr std::size_t nodes = static_cast<std::size_t>(Node::ply) + 1;
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  unsigned required = 0;  // members
};

constexpr std::array<Range, nodes> ranges = [] {
  std::array<Range, nodes> all{};
  for (std::size_t i = 0; i < members.size(); ++i) {
    Range& range = all[static_cast<std::size_t>(members[i].within)];
    if (range.end == 0) range.begin = i;
    range.end = i + 1;
    if (members[i].required) ++range.required;
  }
  return all;
}();
constexpr const Range& range_of(Node node) { return ranges[static_cast<std::size_t>(node)]; }

// What the elements of a list are, and how many there must be.
constexpr std::size_t any_number = ~std::size_t{0};
struct Elements {
  Value value;
  std::size_t count = any_number;
};
constexpr Elements elements_of(Node list) {
  switch (list) {
    case Node::bots:
      return {object(Node::bot), 2};
    case Node::seats:
      return {object(Node::seat), 2};
    case Node::runs:
      return {object(Node::run), 2};
    case Node::faults:
      return {of(Kind::skipped), 0};
    case Node::plies:
      return {object(Node::ply), any_number};
    case Node::texts:
      return {of(Kind::text), any_number};
    case Node::turns:
      return {whole(1, 1'000'000), any_number};
    case Node::amounts:
      return {whole(0, any), any_number};
    default:
      return {};
  }
}

// Each function returns whether the line can still be a plain record.
class PlainRecord final : public text::JsonEvents {
 public:
  PlainRecord() {
    levels_.reserve(8);
    keys_.reserve(most_keys);
  }

  bool key(std::string_view text) override {
    Level& level = levels_.back();
    const std::uint64_t mark = rules::Stream::fnv1a64(text);
    for (std::size_t i = level.first_key; i < keys_.size(); ++i) {
      if (keys_[i] == mark) return false;  // twice, or so it seems
    }
    if (keys_.size() - level.first_key >= most_keys) return false;
    keys_.push_back(mark);
    next_ = {};
    const Range& range = range_of(level.node);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (members[i].key != text) continue;
      next_ = members[i].value;
      if (members[i].required) ++level.required;
      break;
    }
    return true;
  }
  bool string(std::string_view text) override {
    switch (next().kind) {
      case Kind::skipped:
      case Kind::text:
        return true;
      case Kind::schema:
        return text == record_schema;
      case Kind::game:
        return rules::find_game(text) != nullptr;
      case Kind::status:
        return status_named(text).has_value();
      case Kind::clock:
        return kernel::clock_kind(text).has_value();
      case Kind::by:
        return text == "jury" || text == "bot";
      default:
        return false;
    }
  }
  bool number_integer(std::int64_t value) override {
    const Value wanted = next();
    switch (wanted.kind) {
      case Kind::whole:
        return value >= wanted.least && value <= wanted.most;
      case Kind::points:
        return value >= 0 && value <= rules::most_game_points();
      default:
        return is_number(wanted.kind, static_cast<double>(value));
    }
  }
  bool number_float(double value) override {
    // Its last digit is not certain, so what is next to a limit is left to the slow way.
    const Kind kind = next().kind;
    return is_number(kind, value * (1 - 1e-9)) && is_number(kind, value * (1 + 1e-9));
  }
  bool boolean(bool) override {
    const Kind kind = next().kind;
    return kind == Kind::skipped || kind == Kind::boolean;
  }
  bool null() override { return next().kind == Kind::skipped; }

  bool start_object() override { return enter(Kind::object); }
  bool end_object() override {
    const bool whole = levels_.back().required == range_of(levels_.back().node).required;
    keys_.resize(levels_.back().first_key);
    levels_.pop_back();
    return whole;
  }
  bool start_array() override { return enter(Kind::list); }
  bool end_array() override {
    const Level& level = levels_.back();
    const std::size_t count = elements_of(level.node).count;
    const bool whole = count == any_number || level.count == count;
    levels_.pop_back();
    return whole;
  }

 private:
  struct Level {
    Node node = Node::none;
    bool is_list = false;
    unsigned required = 0;      // members that were there
    std::size_t count = 0;      // elements
    std::size_t first_key = 0;  // of the object, in keys_
  };
  static constexpr std::size_t most_levels = 50;
  static constexpr std::size_t most_keys = 64;  // of one object

  // What the value that begins now must be.
  Value next() {
    if (levels_.empty()) return object(Node::record);
    Level& level = levels_.back();
    if (!level.is_list) return next_;
    ++level.count;
    return elements_of(level.node).value;
  }
  bool enter(Kind kind) {
    const Value wanted = next();
    if (wanted.kind != kind && wanted.kind != Kind::skipped) return false;
    if (levels_.size() >= most_levels) return false;
    levels_.push_back({wanted.node, kind == Kind::list, 0, 0, keys_.size()});
    return true;
  }
  static bool is_number(Kind kind, double value) {
    if (kind == Kind::budget) return value > 0 && value <= 1e6;
    return kind == Kind::skipped || (kind == Kind::speed && is_speed(value));
  }

  std::vector<Level> levels_;
  std::vector<std::uint64_t> keys_;  // marks of those of all open objects
  Value next_;
};

}  // namespace
}  // namespace referee::match::plain_record

namespace referee::match {

bool is_plain_record(std::string_view line) {
  plain_record::PlainRecord reader;
  return text::read_json(line, reader) == text::JsonEnd::whole;
}

}  // namespace referee::match
