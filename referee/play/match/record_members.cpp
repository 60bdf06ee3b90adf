#include "referee/play/match/record_members.hpp"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/record_json.hpp"
#include "rules/catalogue.hpp"

namespace referee::match::record_reader {
namespace {

constexpr std::int64_t any = std::int64_t{1} << 53;
constexpr std::int64_t billion = 1'000'000'000;
constexpr std::int64_t million = 1'000'000;
constexpr auto most_seed = static_cast<std::int64_t>(rules::max_seed);
// rules::most_game_points(), which is known only when the program runs.
constexpr std::int64_t most_points = -1;

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

// Puts a value into a member of the object that is being read.
template <typename Part, typename Place>
Part& part_with(Place Part::*, Target& target) {
  return target.at<Part>();
}
template <auto Which>
void put(Target& target, const Value& value) {
  put_into(part_with(Which, target).*Which, value);
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
  const auto known = rules::status_named(value.text);
  if (!known) throw Wrong{"must be " + status_choices()};
  target.at<SeatScore>().status = *known;
  target.at<SeatScore>().result.outcome = *known == Status::win    ? rules::Outcome::win
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

// Names of configs and of files are shorter.
void set_name(Target& target, const Value& value) {
  constexpr std::size_t most = 300;
  std::string& name = target.at<BotIdentity>().name;
  name = value.text;
  if (name.size() > most) {
    name = fmt::format("{}~{}", text::cut(value.text.substr(0, most), most / 2),
                       text::sha256(value.text).substr(0, 8));
  }
}

void find_judge(Target& target) {
  if (target.whole.game != nullptr || target.game.empty() || target.judge.empty()) return;
  target.whole.game = target.games.of_record(target.game, target.judge);
}

void set_game(Target& target, const Value& value) {
  target.game = value.text;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.name == value.text) target.whole.game = &game;
  }
  find_judge(target);
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
template <Duration kernel::TimeLimits::*limit>
void set_time(Target& target, const Value& value) {
  target.whole.times.*limit = duration_of(value);
}
template <Duration kernel::TimeLimits::*limit>
void set_own_time(Target& target, const Value& value) {
  target.at<BotIdentity>().times.*limit = duration_of(value);
}

void set_judge_hash(Target& target, const Value& value) {
  if (value.text.empty() && target.whole.game == nullptr) {
    throw Wrong{"must be the hash of a judge"};
  }
  target.judge = value.text;
  find_judge(target);
}

void set_board_points(Target& target, const Value& value) {
  const auto points = rules::Points::read(value.text);
  if (!points) {
    throw Wrong{fmt::format("must be a number of digits, with at most {} decimals",
                            rules::Points::most_decimals)};
  }
  target.at<rules::SeatResult>().board_points = *points;
}

void set_speed(Target& target, const Value& value) {
  if (!is_speed(value.number)) throw Wrong{"must be a number from 0.01 to 100"};
  target.whole.speed = value.number;
}

void set_fault_kind(Target& target, const Value& value) {
  const auto known = bot::fault_kind(value.text);
  if (!known) throw Wrong{fmt::format("unknown kind of fault \"{}\"", value.text)};
  target.at<MatchFault>().fault.kind = *known;
}

void set_what(Target& target, const Value& value) {
  target.at<bot::Fact>().what = bot::fact_named(value.text);
}

void set_reason(Target& target, const Value& value) {
  target.at<MatchFault>().fault.reason = value.text;
}

void set_fault_line(Target& target, const Value& value) {
  try {
    target.at<MatchFault>().line = unescape_line(std::string(value.text));
  } catch (const std::invalid_argument& error) {
    throw Wrong{error.what()};
  }
}

void set_relayed(Target& target, const Value& value) {
  target.at<Ply>().relayed = value.text;
  target.relayed = true;
}

void set_maker(Target& target, const Value& value) {
  if (value.text != "jury" && value.text != "bot") throw Wrong{"must be \"bot\" or \"jury\""};
  target.at<Ply>().jury = value.text == "jury";
}

constexpr Form bot_form = object(Node::bot);
constexpr Form read_form = object(
    Node::read, [](Target& target, const Value&) { target.at<BotIdentity>().read.emplace_back(); });
constexpr Form seat_form = object(Node::seat);
constexpr Form fault_form =
    object(Node::fault, [](Target& target, const Value&) { target.whole.faults.emplace_back(); });
constexpr Form fact_form = object(Node::fact, [](Target& target, const Value&) {
  target.at<MatchFault>().fault.facts.emplace_back();
});
constexpr Form run_form = object(Node::run);
constexpr Form ply_form = object(Node::ply, [](Target& target, const Value&) {
  target.whole.plies.emplace_back();
  target.relayed = false;
});
using D = bot::Departure;
constexpr Form refused_form = text(put<&D::refused>);
constexpr Form early_form = whole(1, million, put<&Measurements::early>);
constexpr Form cpu_form = whole(0, any, put<&Measurements::cpu>);
constexpr Form wall_form = whole(0, any, put<&Measurements::wall>);
constexpr Form stderr_form = whole(0, any, put<&Measurements::stderr_bytes>);

// All that a record may have, one node after the other, in the order in which it is written.
constexpr auto all_members = std::to_array<Member>({
    {Node::record, "schema", text(set_schema), true, Use::front},
    {Node::record, "version", whole(1, million, set_version), true, Use::front},
    {Node::record, "tournament", text(put<&MatchRecord::tournament>), false, Use::front},
    {Node::record, "match", whole(0, any, put<&MatchRecord::match>), false, Use::front},
    {Node::record, "round", whole(1, billion, put<&MatchRecord::round>), false, Use::front},
    {Node::record, "game", text(set_game), true, Use::front},
    {Node::record, "judge", object(Node::judge)},
    {Node::record, "seed", whole(0, most_seed, put<&MatchRecord::seed>), false, Use::front},
    {Node::record, "told_seed", whole(0, most_told_seed, put<&MatchRecord::told_seed>)},
    {Node::record, "deal", text(put<&MatchRecord::deal>)},
    {Node::record, "clock", text(set_clock), true},
    {Node::record, "budget", number(set_time<&kernel::TimeLimits::budget>), true},
    {Node::record, "turn_limit", number(set_time<&kernel::TimeLimits::turn>)},
    {Node::record, "first_turn_limit", number(set_time<&kernel::TimeLimits::first_turn>)},
    {Node::record, "speed", number(set_speed)},
    {Node::record, "isolated", boolean(put<&MatchRecord::isolated>)},
    {Node::record, "ponder", boolean(put<&MatchRecord::ponders>)},
    {Node::record, "given", whole(0, million, put<&MatchRecord::given>)},
    {Node::record, "bots", list(bot_form, true), true, Use::front},
    {Node::record, "result", object(Node::result), true, Use::front},
    {Node::record, "faults", list(fault_form), true, Use::front},
    {Node::record, "measured", object(Node::measured), false, Use::front},
    {Node::record, "plies", list(ply_form), true},
    {Node::judge, "version", text([](Target&, const Value&) {})},
    {Node::judge, "hash", text(set_judge_hash), true, Use::front},
    {Node::bot, "name", text(set_name), true, Use::front},
    {Node::bot, "command", text(put<&BotIdentity::command>)},
    {Node::bot, "hash", text(put<&BotIdentity::hash>)},
    {Node::bot, "read", list(read_form)},
    {Node::bot, "budget", number(set_own_time<&kernel::TimeLimits::budget>)},
    {Node::bot, "turn_limit", number(set_own_time<&kernel::TimeLimits::turn>)},
    {Node::bot, "first_turn_limit", number(set_own_time<&kernel::TimeLimits::first_turn>)},
    {Node::bot, "source",
     object(Node::source, [](Target& to, const Value&) { to.at<BotIdentity>().source.emplace(); })},
    {Node::source, "file", text(put<&program::SourceFacts::file>), true},
    {Node::source, "hash", text(put<&program::SourceFacts::hash>), true},
    {Node::source, "language", text(put<&program::SourceFacts::language>), true},
    {Node::source, "toolchain", whole(0, 9999, put<&program::SourceFacts::toolchain>), true},
    {Node::source, "compiler", text(put<&program::SourceFacts::compiler>), true},
    {Node::source, "compile", text(put<&program::SourceFacts::compile>)},
    {Node::source, "run", text(put<&program::SourceFacts::run>), true},
    {Node::read, "path", text(put<&program::ReadFacts::path>), true},
    {Node::read, "hash", text(put<&program::ReadFacts::hash>)},
    {Node::read, "files", whole(0, any, put<&program::ReadFacts::files>)},
    {Node::read, "bytes", whole(0, any, put<&program::ReadFacts::bytes>)},
    {Node::result, "seats", list(seat_form, true), true},
    {Node::result, "plies", whole(0, any, put<&MatchRecord::stated_plies>), false, Use::front},
    {Node::seat, "score",
     whole(-rules::most_outside_score, rules::most_outside_score, put<&rules::SeatResult::score>),
     true, Use::front},
    {Node::seat, "status", text(set_status), true, Use::front},
    {Node::seat, "game_points", whole(0, most_points, put<&rules::SeatResult::game_points>), false,
     Use::front},
    {Node::seat, "board_points", {Kind::exact, {}, 0, 0, set_board_points}, false, Use::front},
    {Node::fault, "kind", text(set_fault_kind), true, Use::front},
    {Node::fault, "seat", whole(1, 2, put<&MatchFault::seat>), true, Use::front},
    {Node::fault, "ply", whole(1, million, put<&MatchFault::ply>)},
    {Node::fault, "reason", text(set_reason), true},
    {Node::fault, "facts", list(fact_form)},
    {Node::fault, "line", text(set_fault_line)},
    {Node::fault, "word", text(put<&MatchFault::word>)},
    {Node::fault, "found_after", whole(1, million, put<&MatchFault::found_after>)},
    {Node::fact, "what", text(set_what), true},
    {Node::fact, "value", whole(0, any, put<&bot::Fact::value>)},
    {Node::fact, "name", text(put<&bot::Fact::name>)},
    {Node::measured, "started", text(put<&Measurements::started>)},
    {Node::measured, "host", {Kind::raw, {}, 0, 0, put<&Measurements::host>}},
    {Node::measured, "bots", list(run_form, true)},
    {Node::measured, "early", list(early_form)},
    {Node::measured, "cpu_us", list(cpu_form)},
    {Node::measured, "wall_us", list(wall_form)},
    {Node::measured, "stderr_bytes", list(stderr_form)},
    {Node::run, "waited_us", whole(0, any, put<&D::waited>), false, Use::front},
    {Node::run, "before_first_turn_us", whole(0, any, put<&BotMeasurements::before_first_turn>),
     false, Use::front},
    {Node::run, "cpu_us", whole(0, any, put<&BotMeasurements::cpu>), false, Use::front},
    {Node::run, "wall_us", whole(0, any, put<&BotMeasurements::wall>), false, Use::front},
    {Node::run, "total_cpu_us", whole(0, any, put<&D::cpu>)},
    {Node::run, "peak_memory", whole(0, any, put<&D::peak_memory>)},
    {Node::run, "exit_code", whole(0, 255, put<&D::exit_code>)},
    {Node::run, "signal", whole(1, 128, put<&D::signal>)},
    {Node::run, "killed", boolean(put<&D::killed>)},
    {Node::run, "refused", list(refused_form)},
    {Node::run, "blind_spot", text(put<&D::blind_spot>)},
    {Node::run, "stderr_bytes", whole(0, any, put<&D::stderr_total>)},
    {Node::run, "stderr_head", text(put<&D::stderr_head>)},
    {Node::run, "stderr_tail", text(put<&D::stderr_tail>)},
    {Node::ply, "seat", whole(1, 2, put<&Ply::seat>), true},
    {Node::ply, "line", text(put<&Ply::line>), true},
    {Node::ply, "relayed", text(set_relayed)},
    {Node::ply, "by", text(set_maker)},
});

constexpr std::size_t nodes = static_cast<std::size_t>(Node::ply) + 1;
constexpr std::array<Members, nodes> by_node = [] {
  std::array<Members, nodes> all{};
  for (const Member& member : all_members) {
    Members& of = all[static_cast<std::size_t>(member.within)];
    if (of.begin == nullptr) of.begin = &member;
    of.end = &member + 1;
    const std::uint32_t bit = std::uint32_t{1} << (&member - of.begin);
    if (member.use == Use::front) of.front |= bit;
  }
  return all;
}();

}  // namespace

const Members& members_of(Node node) noexcept { return by_node[static_cast<std::size_t>(node)]; }

std::int64_t most_of(const Form& form) {
  return form.most == most_points ? rules::most_game_points() : form.most;
}

// What follows from an object once all of it is there.
void end(Node node, Target& target) {
  if (node == Node::ply && !target.relayed) target.at<Ply>().relayed = target.at<Ply>().line;
  // A later version has more of them.
  if (node == Node::fact && target.at<bot::Fact>().what == bot::What::unknown) {
    target.at<MatchFault>().fault.facts.pop_back();
  }
  if (node == Node::fault) {
    target.whole.scores[rules::index(target.at<MatchFault>().seat)].result.forfeited = true;
  }
}

MatchRecord nothing_read() {
  MatchRecord record;
  record.measured.known = false;
  for (SeatScore& seat : record.scores) seat.result.board_points.reset();
  return record;
}

}  // namespace referee::match::record_reader
