// Reads a record: one table of its members, a quick way over it and an exact one.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/budget.hpp"
#include "referee/match/escaped_line.hpp"
#include "referee/match/record_json.hpp"
#include "referee/text/json_events.hpp"
#include "referee/text/json_text.hpp"
#include "rules/catalogue.hpp"

// A namespace of its own: its names are short ones.
namespace referee::match::record_reader {
namespace {

constexpr std::int64_t any = std::int64_t{1} << 53;
constexpr std::int64_t billion = 1'000'000'000;
constexpr std::int64_t million = 1'000'000;
constexpr auto most_seed = static_cast<std::int64_t>(rules::max_seed);
// rules::most_game_points(), which is known only when the program runs.
constexpr std::int64_t most_points = -1;

enum class Kind : std::uint8_t { text, whole, number, boolean, object, list, raw };

// The objects of a record.
enum class Node : std::uint8_t {
  judge,
  record,
  bot,
  source,
  read,
  result,
  seat,
  fault,
  fact,
  measured,
  run,
  ply
};
constexpr std::size_t nodes = 12;

// Where a value goes.
struct Target {
  MatchRecord& whole;
  std::size_t index = 0;  // of the element, in the innermost list of a pair
  bool relayed = false;   // the ply that is being read says what was relayed

  [[nodiscard]] MatchRecord& record() const { return whole; }
  [[nodiscard]] BotIdentity& bot() const { return whole.bots[index]; }
  [[nodiscard]] program::SourceFacts& source() const { return *bot().source; }
  [[nodiscard]] program::ReadFacts& read() const { return bot().read.back(); }
  [[nodiscard]] SeatScore& score() const { return whole.scores[index]; }
  [[nodiscard]] rules::SeatResult& result() const { return score().result; }
  [[nodiscard]] MatchFault& fault() const { return whole.faults.back(); }
  [[nodiscard]] bot::Fact& fact() const { return fault().fault.facts.back(); }
  [[nodiscard]] Measurements& measured() const { return whole.measured; }
  [[nodiscard]] BotMeasurements& run() const { return whole.measured.bots[index]; }
  [[nodiscard]] bot::Departure& departure() const { return run().departure; }
  [[nodiscard]] Ply& ply() const { return whole.plies.back(); }
};

struct Value {
  std::string_view text = {};
  std::int64_t whole = 0;
  double number = 0;
  bool flag = false;
};

// Thrown for a value of the right kind that is wrong, or for an object that is.
struct Wrong {
  std::string what;
};

using Set = void (*)(Target&, const Value&);

// What a value must be, and what is done with it; with an object when it begins.
struct Form {
  Kind kind;
  Node node = Node::record;  // of an object
  std::int64_t least = 0;    // of a whole number
  std::int64_t most = 0;
  Set set = nullptr;
  const Form* element = nullptr;  // of a list
  bool pair = false;              // a list with an element for each seat
};

enum class Use : std::uint8_t {
  whole,    // only whole records need it
  summary,  // summaries, too
  front,    // and once all of these are there, summaries need no more
};

struct Member {
  Node within;
  std::string_view key;
  Form form;
  bool required = false;
  Use use = Use::whole;
};

// Puts a value into a place, as the type of that has it. Times are microseconds.
template <typename Place>
void put_into(Place& place, const Value& value) {
  if constexpr (std::is_same_v<Place, bool>) {
    place = value.flag;
  } else if constexpr (std::is_same_v<Place, Seat>) {
    place = value.whole == 1 ? Seat::first : Seat::second;
  } else if constexpr (std::is_same_v<Place, Duration>) {
    place = std::chrono::microseconds(value.whole);
  } else if constexpr (std::is_integral_v<Place>) {
    place = static_cast<Place>(value.whole);
  } else {
    place = value.text;
  }
}
template <typename Place>
void put_into(std::optional<Place>& place, const Value& value) {
  put_into(place.emplace(), value);
}
template <typename Place>
void put_into(std::vector<Place>& place, const Value& value) {
  put_into(place.emplace_back(), value);
}

// Puts a value into a member of what a function of the target returns.
template <auto Where, auto Which>
void put(Target& target, const Value& value) {
  put_into(std::invoke(Which, std::invoke(Where, target)), value);
}

constexpr Form text(Set set) { return {Kind::text, {}, 0, 0, set}; }
constexpr Form boolean(Set set) { return {Kind::boolean, {}, 0, 0, set}; }
constexpr Form number(Set set) { return {Kind::number, {}, 0, 0, set}; }
constexpr Form whole(std::int64_t least, std::int64_t most, Set set) {
  return {Kind::whole, {}, least, most, set};
}
constexpr Form object(Node node, Set begin = nullptr) { return {Kind::object, node, 0, 0, begin}; }
constexpr Form list(const Form& element, bool pair = false) {
  return {Kind::list, {}, 0, 0, nullptr, &element, pair};
}

void set_status(Target& target, const Value& value) {
  const auto known = status_named(value.text);
  if (!known) throw Wrong{"must be " + status_choices()};
  target.score().status = *known;
  target.score().result.outcome = *known == Status::win    ? rules::Outcome::win
                                  : *known == Status::draw ? rules::Outcome::draw
                                                           : rules::Outcome::lose;
}

void set_version(Target&, const Value& value) {
  if (value.whole <= record_version) return;
  throw Wrong{fmt::format("is newer than this program, which knows version {}", record_version)};
}

void set_schema(Target&, const Value& value) {
  if (value.text == record_schema) return;
  throw Wrong{fmt::format("must be \"{}\": this is not a match record", record_schema)};
}

void set_game(Target& target, const Value& value) {
  target.whole.game = rules::find_game(value.text);
  if (target.whole.game == nullptr) throw Wrong{fmt::format("unknown game \"{}\"", value.text)};
}

void set_clock(Target& target, const Value& value) {
  const auto known = kernel::clock_kind(value.text);
  if (!known) throw Wrong{"must be \"cpu\" or \"wall\""};
  target.whole.clock = *known;
}

Duration duration_of(const Value& value) {
  constexpr double most = 1e6;
  if (!(value.number > 0) || value.number > most) {
    throw Wrong{"must be a number of seconds above 0"};
  }
  return Duration(std::llround(value.number * 1e9));
}
void set_budget(Target& target, const Value& value) { target.whole.budget = duration_of(value); }
void set_turn(Target& target, const Value& value) { target.whole.turns.every = duration_of(value); }
void set_first_turn(Target& target, const Value& value) {
  target.whole.turns.first = duration_of(value);
}

void set_judge_hash(Target& target, const Value& value) {
  const rules::GameInfo* const game = target.whole.game;
  if (game == nullptr) throw Wrong{"must follow the game"};
  if (game->outside && value.text != game->outside->hash) target.whole.other_judge = value.text;
}

void set_speed(Target& target, const Value& value) {
  if (!is_speed(value.number)) throw Wrong{"must be a number from 0.01 to 100"};
  target.whole.speed = value.number;
}

void set_fault_kind(Target& target, const Value& value) {
  const auto known = bot::fault_kind(value.text);
  if (!known) throw Wrong{fmt::format("unknown kind of fault \"{}\"", value.text)};
  target.fault().fault.kind = *known;
}

void set_what(Target& target, const Value& value) {
  target.fact().what = bot::fact_named(value.text);
}

void set_reason(Target& target, const Value& value) { target.fault().fault.reason = value.text; }

void set_fault_line(Target& target, const Value& value) {
  try {
    target.fault().line = unescape_line(std::string(value.text));
  } catch (const std::invalid_argument& error) {
    throw Wrong{error.what()};
  }
}

void set_relayed(Target& target, const Value& value) {
  target.ply().relayed = value.text;
  target.relayed = true;
}

void set_maker(Target& target, const Value& value) {
  if (value.text != "jury" && value.text != "bot") throw Wrong{"must be \"bot\" or \"jury\""};
  target.ply().jury = value.text == "jury";
}

constexpr Form bot_form = object(Node::bot);
constexpr Form read_form =
    object(Node::read, [](Target& target, const Value&) { target.bot().read.emplace_back(); });
constexpr Form seat_form = object(Node::seat);
constexpr Form fault_form =
    object(Node::fault, [](Target& target, const Value&) { target.whole.faults.emplace_back(); });
constexpr Form fact_form = object(
    Node::fact, [](Target& target, const Value&) { target.fault().fault.facts.emplace_back(); });
constexpr Form run_form = object(Node::run);
constexpr Form ply_form = object(Node::ply, [](Target& target, const Value&) {
  target.whole.plies.emplace_back();
  target.relayed = false;
});
using T = Target;
using D = bot::Departure;
constexpr Form refused_form = text(put<&T::departure, &D::refused>);
constexpr Form early_form = whole(1, million, put<&T::measured, &Measurements::early>);
constexpr Form cpu_form = whole(0, any, put<&T::measured, &Measurements::cpu>);
constexpr Form wall_form = whole(0, any, put<&T::measured, &Measurements::wall>);
constexpr Form stderr_form = whole(0, any, put<&T::measured, &Measurements::stderr_bytes>);

// All that a record may have. Those of one node stand together, in the order in which errors name
// what is missing.
constexpr std::array members{
    Member{Node::record, "schema", text(set_schema), true, Use::front},
    Member{Node::record, "version", whole(1, million, set_version), true, Use::front},
    Member{Node::record, "tournament", text(put<&T::record, &MatchRecord::tournament>), false,
           Use::front},
    Member{Node::record, "match", whole(0, any, put<&T::record, &MatchRecord::match>), false,
           Use::front},
    Member{Node::record, "round", whole(1, billion, put<&T::record, &MatchRecord::round>), false,
           Use::front},
    Member{Node::record, "game", text(set_game), true, Use::front},
    Member{Node::record, "judge", object(Node::judge)},
    Member{Node::record, "seed", whole(0, most_seed, put<&T::record, &MatchRecord::seed>), false,
           Use::front},
    Member{Node::record, "told_seed",
           whole(0, most_told_seed, put<&T::record, &MatchRecord::told_seed>)},
    Member{Node::record, "deal", text(put<&T::record, &MatchRecord::deal>)},
    Member{Node::record, "clock", text(set_clock), true},
    Member{Node::record, "budget", number(set_budget), true},
    Member{Node::record, "turn_limit", number(set_turn)},
    Member{Node::record, "first_turn_limit", number(set_first_turn)},
    Member{Node::record, "speed", number(set_speed)},
    Member{Node::record, "isolated", boolean(put<&T::record, &MatchRecord::isolated>)},
    Member{Node::record, "ponder", boolean(put<&T::record, &MatchRecord::ponders>)},
    Member{Node::record, "given", whole(0, million, put<&T::record, &MatchRecord::given>)},
    Member{Node::record, "bots", list(bot_form, true), true},
    Member{Node::record, "result", object(Node::result), true},
    Member{Node::record, "faults", list(fault_form), true, Use::front},
    Member{Node::record, "measured", object(Node::measured)},
    Member{Node::record, "plies", list(ply_form), true},
    Member{Node::judge, "version", text([](T&, const Value&) {})},
    Member{Node::judge, "hash", text(set_judge_hash), true},
    Member{Node::bot, "name", text(put<&T::bot, &BotIdentity::name>), true, Use::front},
    Member{Node::bot, "command", text(put<&T::bot, &BotIdentity::command>)},
    Member{Node::bot, "hash", text(put<&T::bot, &BotIdentity::hash>)},
    Member{Node::bot, "source",
           object(Node::source, [](T& to, const Value&) { to.bot().source.emplace(); })},
    Member{Node::bot, "read", list(read_form)},
    Member{Node::source, "file", text(put<&T::source, &program::SourceFacts::file>), true},
    Member{Node::source, "hash", text(put<&T::source, &program::SourceFacts::hash>), true},
    Member{Node::source, "language", text(put<&T::source, &program::SourceFacts::language>), true},
    Member{Node::source, "toolchain",
           whole(0, 9999, put<&T::source, &program::SourceFacts::toolchain>), true},
    Member{Node::source, "compiler", text(put<&T::source, &program::SourceFacts::compiler>), true},
    Member{Node::source, "compile", text(put<&T::source, &program::SourceFacts::compile>)},
    Member{Node::source, "run", text(put<&T::source, &program::SourceFacts::run>), true},
    Member{Node::read, "path", text(put<&T::read, &program::ReadFacts::path>), true},
    Member{Node::read, "hash", text(put<&T::read, &program::ReadFacts::hash>)},
    Member{Node::read, "files", whole(0, any, put<&T::read, &program::ReadFacts::files>)},
    Member{Node::read, "bytes", whole(0, any, put<&T::read, &program::ReadFacts::bytes>)},
    Member{Node::result, "plies", whole(0, any, put<&T::record, &MatchRecord::stated_plies>), false,
           Use::front},
    Member{Node::result, "seats", list(seat_form, true), true},
    Member{Node::seat, "score",
           whole(-billion, billion, put<&T::result, &rules::SeatResult::score>), true, Use::front},
    Member{Node::seat, "status", text(set_status), true, Use::front},
    Member{Node::seat, "game_points",
           whole(0, most_points, put<&T::result, &rules::SeatResult::game_points>), false,
           Use::summary},
    Member{Node::seat, "board_points",
           whole(-billion, billion, put<&T::result, &rules::SeatResult::board_points>), false,
           Use::summary},
    Member{Node::fault, "kind", text(set_fault_kind), true, Use::summary},
    Member{Node::fault, "reason", text(set_reason), true},
    Member{Node::fault, "seat", whole(1, 2, put<&T::fault, &MatchFault::seat>), true, Use::summary},
    Member{Node::fault, "ply", whole(1, million, put<&T::fault, &MatchFault::ply>)},
    Member{Node::fault, "facts", list(fact_form)},
    Member{Node::fault, "line", text(set_fault_line)},
    Member{Node::fault, "word", text(put<&T::fault, &MatchFault::word>)},
    Member{Node::fact, "what", text(set_what), true},
    Member{Node::fact, "value", whole(0, any, put<&T::fact, &bot::Fact::value>)},
    Member{Node::fact, "name", text(put<&T::fact, &bot::Fact::name>)},
    Member{Node::measured, "started", text(put<&T::measured, &Measurements::started>)},
    Member{Node::measured, "host", {Kind::raw, {}, 0, 0, put<&T::measured, &Measurements::host>}},
    Member{Node::measured, "bots", list(run_form, true)},
    Member{Node::measured, "early", list(early_form)},
    Member{Node::measured, "cpu_us", list(cpu_form)},
    Member{Node::measured, "wall_us", list(wall_form)},
    Member{Node::measured, "stderr_bytes", list(stderr_form)},
    Member{Node::run, "waited_us", whole(0, any, put<&T::departure, &D::waited>), false,
           Use::summary},
    Member{Node::run, "cpu_us", whole(0, any, put<&T::run, &BotMeasurements::cpu>), false,
           Use::front},
    Member{Node::run, "wall_us", whole(0, any, put<&T::run, &BotMeasurements::wall>), false,
           Use::front},
    Member{Node::run, "total_cpu_us", whole(0, any, put<&T::departure, &D::cpu>)},
    Member{Node::run, "peak_memory", whole(0, any, put<&T::departure, &D::peak_memory>)},
    Member{Node::run, "exit_code", whole(0, 255, put<&T::departure, &D::exit_code>)},
    Member{Node::run, "signal", whole(1, 128, put<&T::departure, &D::signal>)},
    Member{Node::run, "killed", boolean(put<&T::departure, &D::killed>)},
    Member{Node::run, "refused", list(refused_form)},
    Member{Node::run, "blind_spot", text(put<&T::departure, &D::blind_spot>)},
    Member{Node::run, "stderr_bytes", whole(0, any, put<&T::departure, &D::stderr_total>)},
    Member{Node::run, "stderr_head", text(put<&T::departure, &D::stderr_head>)},
    Member{Node::run, "stderr_tail", text(put<&T::departure, &D::stderr_tail>)},
    Member{Node::ply, "seat", whole(1, 2, put<&T::ply, &Ply::seat>), true},
    Member{Node::ply, "line", text(put<&T::ply, &Ply::line>), true},
    Member{Node::ply, "relayed", text(set_relayed)},
    Member{Node::ply, "by", text(set_maker)},
};

// The members of a node, as positions in the table, and a bit for each that is required.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t required = 0;
};
constexpr std::array<Range, nodes> ranges = [] {
  std::array<Range, nodes> all{};
  for (std::size_t i = 0; i < members.size(); ++i) {
    Range& range = all[static_cast<std::size_t>(members[i].within)];
    if (range.end == 0) range.begin = i;
    range.end = i + 1;
    if (members[i].required) range.required |= std::uint32_t{1} << (i - range.begin);
  }
  return all;
}();
constexpr const Range& range_of(Node node) { return ranges[static_cast<std::size_t>(node)]; }

// How many values a summary waits for: those of bots, seats and runs come twice.
constexpr std::size_t front_values = [] {
  std::size_t count = 0;
  for (const Member& member : members) {
    if (member.use != Use::front) continue;
    const bool twice = member.within != Node::record && member.within != Node::result;
    count += twice ? 2U : 1U;
  }
  return count;
}();

std::int64_t most_of(const Form& form) {
  return form.most == most_points ? rules::most_game_points() : form.most;
}

// What follows from an object once all of it is there.
void end(Node node, Target& target) {
  if (node == Node::ply && !target.relayed) target.ply().relayed = target.ply().line;
  // A later version has more of them.
  if (node == Node::fact && target.fact().what == bot::What::unknown) {
    target.fault().fault.facts.pop_back();
  }
  if (node == Node::fault) {
    target.whole.scores[rules::index(target.fault().seat)].result.forfeited = true;
  }
}

// ---- the exact way: a document, whose reader names the places of errors ----

void read_value(const Form& form, const text::JsonReader& reader, Target& target);

void read_object(Node node, const text::JsonReader& reader, Target& target) {
  const Range& range = range_of(node);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Member& member = members[i];
    if (member.required) {
      read_value(member.form, reader.at(member.key), target);
    } else if (const auto found = reader.find(member.key)) {
      read_value(member.form, *found, target);
    }
  }
  end(node, target);
}

void read_list(const Form& form, const text::JsonReader& reader, Target& target) {
  const std::size_t items = reader.items();
  if (form.pair && items != 2) reader.fail("must have two elements");
  for (std::size_t i = 0; i < items; ++i) {
    if (form.pair) target.index = i;
    read_value(*form.element, reader.item(i), target);
  }
}

void read_value(const Form& form, const text::JsonReader& reader, Target& target) {
  std::string text;
  Value value;
  switch (form.kind) {
    case Kind::text:
      text = reader.text();
      break;
    case Kind::raw:
      text = reader.value().dump();
      break;
    case Kind::whole:
      value.whole = reader.integer(form.least, most_of(form));
      break;
    case Kind::number:
      value.number = reader.number();
      break;
    case Kind::boolean:
      value.flag = reader.boolean();
      break;
    case Kind::list:
      return read_list(form, reader, target);
    case Kind::object:
      if (form.set != nullptr) form.set(target, value);
      return read_object(form.node, reader, target);
  }
  value.text = text;
  try {
    form.set(target, value);
  } catch (const Wrong& wrong) {
    reader.fail(wrong.what);
  }
}

// ---- the quick way: values as they come; it leaves all errors, and what is rare, to the other
// ----

class Quick final : public text::JsonEvents {
 public:
  Quick(MatchRecord& record, Extent extent) : target_{record}, extent_(extent) {
    levels_.reserve(8);
  }

  // All is known that a summary needs.
  [[nodiscard]] bool has_front() const noexcept { return front_ == front_values; }

  bool key(std::string_view text) override {
    if (raw_depth_ > 0) {
      // JsonText takes no names with escapes.
      for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') return false;
      }
      for (const std::string& other : raw_keys_.back()) {
        if (other == text) return false;  // twice
      }
      raw_keys_.back().emplace_back(text);
      raw_.key(text);
      return true;
    }
    Level& level = levels_.back();
    if (level.node == Node::measured) target_.whole.measured.known = true;
    const Range& range = range_of(level.node);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (members[i].key != text) continue;
      const std::uint32_t bit = std::uint32_t{1} << (i - range.begin);
      if ((level.seen & bit) != 0) return false;
      level.seen |= bit;
      member_ = &members[i];
      return true;
    }
    return false;  // of a later version
  }
  bool string(std::string_view text) override {
    return raw_depth_ > 0 ? raw(text) : take(Kind::text, {.text = text});
  }
  bool number_integer(std::int64_t value) override {
    if (raw_depth_ > 0) return raw(value);
    const Form& form = next();
    if (form.kind == Kind::number) {
      return put(form, {.number = static_cast<double>(value)});
    }
    return form.kind == Kind::whole && value >= form.least && value <= most_of(form) &&
           put(form, {.whole = value});
  }
  bool number_float(double value) override {
    return raw_depth_ > 0 ? raw(value) : take(Kind::number, {.number = value});
  }
  bool boolean(bool value) override {
    return raw_depth_ > 0 ? raw(value) : take(Kind::boolean, {.flag = value});
  }
  bool null() override {
    if (raw_depth_ > 0) raw_.raw("null");
    return raw_depth_ > 0;
  }

  bool start_object() override {
    if (raw_begins()) {
      raw_keys_.emplace_back();
      raw_.begin_object();
      return true;
    }
    static constexpr Form root = object(Node::record);
    const Form& form = levels_.empty() ? root : next();
    if (form.kind != Kind::object) return false;
    if (form.set != nullptr) form.set(target_, {});
    levels_.push_back({form.node, nullptr, 0, 0, member_});
    return true;
  }
  bool end_object() override {
    if (raw_depth_ > 0) {
      raw_keys_.pop_back();
      raw_.end_object();
      return raw_ends();
    }
    const Level level = levels_.back();
    levels_.pop_back();
    const std::uint32_t required = range_of(level.node).required;
    if ((level.seen & required) != required) return false;
    end(level.node, target_);
    return true;
  }
  bool start_array() override {
    if (raw_begins()) {
      raw_.begin_array();
      return true;
    }
    if (levels_.empty()) return false;
    const Form& form = next();
    if (form.kind != Kind::list) return false;
    levels_.push_back({Node::record, &form, 0, 0, member_});
    return true;
  }
  bool end_array() override {
    if (raw_depth_ > 0) {
      raw_.end_array();
      return raw_ends();
    }
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.list->pair && level.count != 2) return false;
    member_ = level.member;
    return passed();
  }

 private:
  struct Level {
    Node node = Node::record;
    const Form* list = nullptr;      // null: an object
    std::uint32_t seen = 0;          // members of the object
    std::size_t count = 0;           // elements of the list
    const Member* member = nullptr;  // what it is the value of
  };

  // What the value that begins now must be. Of a list that has too many elements: no kind at all.
  const Form& next() {
    static constexpr Form none{Kind::raw};
    if (levels_.empty()) return none;
    Level& level = levels_.back();
    if (level.list == nullptr) return member_->form;
    if (level.list->pair) {
      if (level.count >= 2) return none;
      target_.index = level.count;
    }
    ++level.count;
    return *level.list->element;
  }
  bool take(Kind kind, const Value& value) {
    const Form& form = next();
    return form.kind == kind && put(form, value);
  }
  bool put(const Form& form, const Value& value) {
    if (extent_ == Extent::whole || member_->use != Use::whole) {
      try {
        form.set(target_, value);
      } catch (const Wrong&) {
        return false;
      }
    }
    return levels_.back().list != nullptr || passed();
  }
  // Counts a member that is there now; false if a summary needs no more.
  bool passed() {
    if (member_->use == Use::front) ++front_;
    return extent_ == Extent::whole || !has_front();
  }

  // A value that is kept as text.
  bool raw_begins() {
    if (raw_depth_ == 0 && (levels_.empty() || levels_.back().list != nullptr ||
                            member_ == nullptr || member_->form.kind != Kind::raw)) {
      return false;
    }
    ++raw_depth_;
    return true;
  }
  bool raw_ends() {
    if (--raw_depth_ > 0) return true;
    const std::string text = std::move(raw_).take();
    raw_ = text::JsonText();
    return put(member_->form, {.text = text});
  }
  template <typename Item>
  bool raw(const Item& item) {
    raw_.value(item);
    return true;
  }

  Target target_;
  Extent extent_;
  std::vector<Level> levels_;
  const Member* member_ = nullptr;  // whose value is next
  std::size_t front_ = 0;           // values that a summary waits for and that are there
  std::size_t raw_depth_ = 0;
  text::JsonText raw_;
  std::vector<std::vector<std::string>> raw_keys_;  // of its objects that are open
};

MatchRecord nothing_measured() {
  MatchRecord record;
  record.measured.known = false;
  return record;
}

}  // namespace
}  // namespace referee::match::record_reader

namespace referee::match {

MatchRecord record_from_json(const text::JsonReader& reader) {
  using namespace record_reader;
  MatchRecord record = nothing_measured();
  if (const auto game = reader.find("game");
      game && reader.find("judge") && rules::find_game(game->text()) == nullptr) {
    // Not a mistake of the record.
    throw text::InputError(fmt::format(
        "{}: the rules of \"{}\" are a program, whose folder is not known here: give the command "
        "`referee games FOLDER` once, with the folder of the game",
        game->place(), game->text()));
  }
  Target target{record};
  read_object(Node::record, reader, target);
  if (const auto measured = reader.find("measured")) {
    record.measured.known = !measured->value().empty();
  }
  return record;
}

MatchRecord record_of_line(std::string_view line, const std::string& source, Extent extent) {
  using namespace record_reader;
  MatchRecord record = nothing_measured();
  Quick quick(record, extent);
  const bool whole = text::read_json(line, quick) == text::JsonEnd::whole;
  if (whole || (extent == Extent::front && quick.has_front())) return record;
  const text::Json json = text::parse_json(line, source);
  return record_from_json(text::JsonReader(json, source + ":"));
}

}  // namespace referee::match
