#include "referee/play/match/record_members.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "referee/base/text/json_text.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/record_rows.hpp"
#include "rules/catalogue.hpp"

namespace referee::match::record_members {
namespace {

constexpr std::int64_t any = std::int64_t{1} << 53;
constexpr std::int64_t billion = 1'000'000'000;
constexpr std::int64_t million = 1'000'000;
constexpr auto most_seed = static_cast<std::int64_t>(rules::max_seed);
// rules::most_game_points(), which is known only when the program runs.
constexpr std::int64_t most_points = -1;
// The number of the record's bots.
constexpr std::int64_t most_seat = -2;

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
  const rules::GameInfo*& game = target.at<MatchRecord>().game;
  if (game != nullptr || target.game.empty() || target.judge.empty()) return;
  game = target.games.of_record(target.game, target.judge);
}

void set_game(Target& target, const Value& value) {
  target.game = value.text;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.name == value.text) target.at<MatchRecord>().game = &game;
  }
  find_judge(target);
}

void set_clock(Target& target, const Value& value) {
  const auto known = kernel::clock_kind(value.text);
  if (!known) throw Wrong{"must be \"cpu\" or \"wall\""};
  target.at<MatchRecord>().clock = *known;
}

void set_judge_hash(Target& target, const Value& value) {
  if (value.text.empty() && target.at<MatchRecord>().game == nullptr) {
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
  if (!is_speed(value.number)) {
    throw Wrong{fmt::format("must be a number from {} to {}", least_speed, most_speed)};
  }
  target.at<MatchRecord>().speed = value.number;
}

void set_fault_kind(Target& target, const Value& value) {
  const auto known = bot::fault_kind(value.text);
  if (!known) throw Wrong{fmt::format("unknown kind of fault \"{}\"", value.text)};
  target.at<Fault>().kind = *known;
}

void set_what(Target& target, const Value& value) {
  target.at<bot::Fact>().what = bot::fact_named(value.text);
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

const rules::GameInfo& game_of(const Source& from) { return *from.at<MatchRecord>().game; }

bool is_ranked_by_game_points(const Source& from) {
  const auto& ranking = game_of(from).ranking;
  return std::find(ranking.begin(), ranking.end(), rules::RankingKey::game_points) != ranking.end();
}

bool is_folder(const Source& from) { return from.at<program::ReadFacts>().hash.empty(); }

// Of games recorded elsewhere nothing is known.
void write_measured(text::JsonText& json, Source& from) {
  if (from.at<MatchRecord>().measured.known) {
    return write<&MatchRecord::measured, Node::measured>(json, from);
  }
  json.begin_object();
  json.end_object();
}

using D = bot::Departure;
constexpr Form refused_form = text(put<&D::refused>);
constexpr Form early_form = whole(1, million, put<&Measurements::early>);
constexpr Form cpu_form = whole(0, any, put<&Measurements::cpu>);
constexpr Form wall_form = whole(0, any, put<&Measurements::wall>);
constexpr Form stderr_form = whole(0, any, put<&Measurements::stderr_bytes>);

// All that a record may have, one node after the other, in the order in which it is written. Where
// a member is read otherwise than it is written, or left out for a reason of its own, its row says
// both.
constexpr auto all_members = std::to_array<Member>({
    {Node::record, "schema", text(set_schema), required, nullptr,
     [](text::JsonText& json, Source&) { json.value(record_schema); }, front},
    {Node::record, "version", whole(1, million, set_version), required, nullptr,
     [](text::JsonText& json, Source&) { json.value(record_version); }, front},
    value<&MatchRecord::tournament>(Node::record, "tournament", text(), some, front),
    value<&MatchRecord::match>(Node::record, "match", whole(0, any), some, front),
    value<&MatchRecord::round>(Node::record, "round", whole(1, billion), some, front),
    {Node::record, "game", text(set_game), required, nullptr,
     [](text::JsonText& json, Source& from) { json.value(game_of(from).name); }, front},
    {Node::record, "judge", object(Node::judge), some,
     [](const Source& from) { return game_of(from).outside.has_value(); },
     write_object<Node::judge>},
    value<&MatchRecord::seed>(Node::record, "seed", whole(0, most_seed), some, front),
    value<&MatchRecord::told_seed>(Node::record, "told_seed", whole(0, most_told_seed), some),
    value<&MatchRecord::deal>(Node::record, "deal", text(), usual),
    {Node::record, "clock", text(set_clock), required, nullptr, write<&MatchRecord::clock>},
    limit<MatchRecord, 0>(Node::record, required),
    limit<MatchRecord, 1>(Node::record, some),
    limit<MatchRecord, 2>(Node::record, some),
    {Node::record, "speed", number(set_speed), some,
     [](const Source& from) { return from.at<MatchRecord>().speed != 1; },
     write<&MatchRecord::speed>},
    value<&MatchRecord::isolated>(Node::record, "isolated", boolean(), usual),
    value<&MatchRecord::ponders>(Node::record, "ponder", boolean(), some),
    value<&MatchRecord::given>(Node::record, "given", whole(0, million), some),
    objects<&MatchRecord::bots, Node::bot>(Node::record, "bots", required, front),
    {Node::record, "result", object(Node::result), required, nullptr, write_object<Node::result>,
     front},
    objects<&MatchRecord::faults, Node::fault>(Node::record, "faults", required, front),
    {Node::record, "measured", object_in<&MatchRecord::measured, Node::measured>, usual, nullptr,
     write_measured, front},
    objects<&MatchRecord::plies, Node::ply>(Node::record, "plies", required),
    {Node::judge, "version", text([](Target&, const Value&) {}), usual, nullptr,
     [](text::JsonText& json, Source& from) { json.value(game_of(from).outside->version); }},
    {Node::judge, "hash", text(set_judge_hash), required, nullptr,
     [](text::JsonText& json, Source& from) { json.value(game_of(from).outside->hash); }, front},
    {Node::bot, "name", text(set_name), required, nullptr, write<&BotIdentity::name>, front},
    value<&BotIdentity::command>(Node::bot, "command", text(), usual),
    value<&BotIdentity::hash>(Node::bot, "hash", text(), usual),
    objects<&BotIdentity::read, Node::read>(Node::bot, "read", some),
    limit<BotIdentity, 0>(Node::bot, some),
    limit<BotIdentity, 1>(Node::bot, some),
    limit<BotIdentity, 2>(Node::bot, some),
    {Node::bot, "source", object_in<&BotIdentity::source, Node::source>, some,
     has<&BotIdentity::source>, write<&BotIdentity::source, Node::source>},
    {Node::source, "file", text(put<&program::SourceFacts::file>), required, nullptr,
     [](text::JsonText& json, Source& from) {
       json.value(from.at<program::SourceFacts>().file.filename().string());
     }},
    value<&program::SourceFacts::hash>(Node::source, "hash", text(), required),
    value<&program::SourceFacts::language>(Node::source, "language", text(), required),
    value<&program::SourceFacts::toolchain>(Node::source, "toolchain", whole(0, 9999), required),
    value<&program::SourceFacts::compiler>(Node::source, "compiler", text(), required),
    value<&program::SourceFacts::compile>(Node::source, "compile", text(), some),
    value<&program::SourceFacts::run>(Node::source, "run", text(), required),
    value<&program::ReadFacts::path>(Node::read, "path", text(), required),
    value<&program::ReadFacts::hash>(Node::read, "hash", text(), some),
    {Node::read, "files", whole(0, any, put<&program::ReadFacts::files>), some, is_folder,
     write<&program::ReadFacts::files>},
    {Node::read, "bytes", whole(0, any, put<&program::ReadFacts::bytes>), some, is_folder,
     write<&program::ReadFacts::bytes>},
    objects<&MatchRecord::scores, Node::seat>(Node::result, "seats", required),
    {Node::result, "plies", whole(0, any, put<&MatchRecord::stated_plies>), usual, nullptr,
     [](text::JsonText& json, Source& from) { json.value(from.at<MatchRecord>().plies.size()); },
     front},
    value<&rules::SeatResult::score>(Node::seat, "score",
                                     whole(-rules::most_outside_score, rules::most_outside_score),
                                     required, front),
    {Node::seat, "status", text(set_status), required, nullptr, write<&SeatScore::status>, front},
    value<&rules::SeatResult::place>(Node::seat, "place", whole(1, rules::most_seats), some, front),
    {Node::seat, "game_points", whole(0, most_points, put<&rules::SeatResult::game_points>), some,
     is_ranked_by_game_points, write<&rules::SeatResult::game_points>, front},
    {Node::seat, "board_points", exact(set_board_points), some,
     has<&rules::SeatResult::board_points>, write<&rules::SeatResult::board_points>, front},
    {Node::fault, "kind", text(set_fault_kind), required, nullptr, write<&Fault::kind>, front},
    value<&MatchFault::seat>(Node::fault, "seat", whole(1, most_seat), required, front),
    value<&MatchFault::ply>(Node::fault, "ply", whole(1, million), some),
    value<&Fault::reason>(Node::fault, "reason", text(), required),
    objects<&Fault::facts, Node::fact>(Node::fault, "facts", some),
    {Node::fault, "line", text(set_fault_line), some, has<&MatchFault::line>,
     [](text::JsonText& json, Source& from) {
       json.value(escape_line(*from.at<MatchFault>().line));
     }},
    value<&MatchFault::word>(Node::fault, "word", text(), some),
    value<&MatchFault::found_after>(Node::fault, "found_after", whole(1, million), some),
    {Node::fact, "what", text(set_what), required, nullptr, write<&bot::Fact::what>},
    value<&bot::Fact::value>(Node::fact, "value", whole(0, any), some),
    value<&bot::Fact::name>(Node::fact, "name", text(), some),
    value<&Measurements::started>(Node::measured, "started", text(), usual),
    {Node::measured, "host", raw(put<&Measurements::host>), some, has<&Measurements::host>,
     [](text::JsonText& json, Source& from) { json.raw(from.at<Measurements>().host); }},
    objects<&Measurements::bots, Node::run>(Node::measured, "bots", usual),
    {Node::measured, "early", list(early_form), usual, nullptr, write<&Measurements::early>},
    {Node::measured, "cpu_us", list(cpu_form), usual, nullptr, write<&Measurements::cpu>},
    {Node::measured, "wall_us", list(wall_form), usual, nullptr, write<&Measurements::wall>},
    {Node::measured, "stderr_bytes", list(stderr_form), some, has<&Measurements::stderr_bytes>,
     write<&Measurements::stderr_bytes>},
    // First the two that may be missing, because a reader of summaries stops after the next two.
    value<&D::waited>(Node::run, "waited_us", whole(0, any), some, front),
    value<&BotMeasurements::before_first_turn>(Node::run, "before_first_turn_us", whole(0, any),
                                               some, front),
    value<&BotMeasurements::cpu>(Node::run, "cpu_us", whole(0, any), usual, front),
    value<&BotMeasurements::wall>(Node::run, "wall_us", whole(0, any), usual, front),
    value<&D::cpu>(Node::run, "total_cpu_us", whole(0, any), usual),
    value<&D::peak_memory>(Node::run, "peak_memory", whole(0, any), usual),
    value<&D::exit_code>(Node::run, "exit_code", whole(0, 255), some),
    value<&D::signal>(Node::run, "signal", whole(1, 128), some),
    value<&D::killed>(Node::run, "killed", boolean(), some),
    {Node::run, "refused", list(refused_form), some, has<&D::refused>, write<&D::refused>},
    value<&D::blind_spot>(Node::run, "blind_spot", text(), some),
    value<&D::stderr_total>(Node::run, "stderr_bytes", whole(0, any), usual),
    value<&D::stderr_head>(Node::run, "stderr_head", text(), some),
    value<&D::stderr_tail>(Node::run, "stderr_tail", text(), usual),
    value<&Ply::seat>(Node::ply, "seat", whole(1, most_seat), required),
    value<&Ply::line>(Node::ply, "line", text(), required),
    {Node::ply, "relayed", text(set_relayed), some,
     [](const Source& from) { return from.at<Ply>().relayed != from.at<Ply>().line; },
     write<&Ply::relayed>},
    {Node::ply, "by", text(set_maker), some, has<&Ply::jury>,
     [](text::JsonText& json, Source&) { json.value("jury"); }},
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

// One after the other, each as if its row stood here as code.
template <Node node>
void write_members(text::JsonText& json, Source& from) {
  constexpr Members members = by_node[static_cast<std::size_t>(node)];
  const auto write_one = [&]<std::size_t number>() {
    constexpr Member member = members.begin[number];
    // Not constexpr: with sanitizers the address of a function is no constant.
    if (member.has != nullptr && !member.has(from)) return;
    json.key(member.key);
    member.write(json, from);
  };
  [&]<std::size_t... number>(std::index_sequence<number...>) {
    (write_one.template operator()<number>(), ...);
  }
  (std::make_index_sequence<static_cast<std::size_t>(members.end - members.begin)>());
}

// Of an object of its own.
template <Node node, typename Part>
void write_part(text::JsonText& json, const Part& part) {
  Source from;
  from.go_to(part);
  write_members<node>(json, from);
}

}  // namespace

template <Node node>
void write_object(text::JsonText& json, Source& from) {
  json.begin_object();
  write_members<node>(json, from);
  json.end_object();
}

const Members& members_of(Node node) noexcept { return by_node[static_cast<std::size_t>(node)]; }

std::int64_t most_of(const Form& form, const MatchRecord& record) {
  if (form.most == most_seat) {
    return static_cast<std::int64_t>(record.bots.size() > 0 ? record.bots.size()
                                                            : rules::most_seats);
  }
  return form.most == most_points ? rules::most_game_points() : form.most;
}

// What follows from an object once all of it is there.
void end(Node node, Target& target) {
  if (node == Node::ply && !std::exchange(target.relayed, false)) {
    target.at<Ply>().relayed = target.at<Ply>().line;
  }
  // A later version has more of them.
  if (node == Node::fact && target.at<bot::Fact>().what == bot::What::unknown) {
    target.at<MatchFault>().fault.facts.pop_back();
  }
  if (node == Node::fault) {
    const auto seat = rules::index(target.at<MatchFault>().seat);
    auto& scores = target.at<MatchRecord>().scores;
    grow(scores, seat + 1);
    scores[seat].result.forfeited = true;
  }
}

MatchRecord nothing_read() {
  MatchRecord record;
  record.measured.known = false;
  record.bots.resize(0);
  record.scores.resize(0);
  record.measured.bots.resize(0);
  return record;
}

void write_members(text::JsonText& json, const MatchRecord& record) {
  write_part<Node::record>(json, record);
}
void write_members(text::JsonText& json, const MatchFault& fault) {
  write_part<Node::fault>(json, fault);
}
void write_members(text::JsonText& json, const Ply& ply) { write_part<Node::ply>(json, ply); }
void write_result(text::JsonText& json, const MatchRecord& record) {
  Source from;
  from.go_to(record);
  json.key("result");
  write_object<Node::result>(json, from);
}

}  // namespace referee::match::record_members
