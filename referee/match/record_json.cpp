#include "referee/match/record_json.hpp"

#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/budget.hpp"
#include "referee/match/escaped_line.hpp"
#include "referee/program/content_hash.hpp"
#include "referee/text/json_text.hpp"

namespace referee::match {
namespace {

using std::chrono::microseconds;

// ---- writing ----

int number(Seat seat) { return static_cast<int>(rules::index(seat)) + 1; }

bool uses(const rules::GameInfo& game, rules::RankingKey key) {
  for (const auto used : game.ranking) {
    if (used == key) return true;
  }
  return false;
}

void write_head(text::JsonText& json, const MatchRecord& record) {
  json.member("schema", record_schema);
  json.member("version", record_version);
  if (!record.tournament.empty()) json.member("tournament", record.tournament);
  if (record.match) json.member("match", *record.match);
  if (record.round > 0) json.member("round", record.round);
  json.member("game", record.game->name);
  if (const auto& judge = record.game->outside) {
    json.key("judge");
    json.begin_object();
    json.member("version", judge->version);
    json.member("hash", record.other_judge.empty() ? judge->hash : record.other_judge);
    json.end_object();
  }
  if (record.seed) json.member("seed", *record.seed);
  if (record.told_seed) json.member("told_seed", *record.told_seed);
  json.member("deal", record.deal);
  json.member("clock", kernel::name(record.clock));
  json.member("budget", std::chrono::duration<double>(record.budget).count());
  const auto write_limit = [&json](std::string_view key, Duration limit) {
    if (limit > Duration{}) json.member(key, std::chrono::duration<double>(limit).count());
  };
  write_limit("turn_limit", record.turns.every);
  write_limit("first_turn_limit", record.turns.first);
  if (record.speed != 1) json.member("speed", record.speed);
  json.member("isolated", record.isolated);
  if (record.ponders) json.member("ponder", true);
  if (record.given > 0) json.member("given", record.given);
}

void write_read(text::JsonText& json, const std::vector<program::ReadFacts>& all) {
  if (all.empty()) return;
  json.key("read");
  json.begin_array();
  for (const program::ReadFacts& one : all) {
    json.begin_object();
    json.member("path", one.path);
    if (one.hash.empty()) {
      json.member("files", one.files);
      json.member("bytes", one.bytes);
    } else {
      json.member("hash", one.hash);
    }
    json.end_object();
  }
  json.end_array();
}

void write_source(text::JsonText& json, const std::optional<program::SourceFacts>& source) {
  if (!source) return;
  json.key("source");
  json.begin_object();
  json.member("file", source->file.filename().string());
  json.member("hash", source->hash);
  json.member("language", source->language);
  json.member("toolchain", source->toolchain);
  json.member("compiler", source->compiler);
  if (!source->compile.empty()) json.member("compile", source->compile);
  json.member("run", source->run);
  json.end_object();
}

void write_bots(text::JsonText& json, const MatchRecord& record) {
  json.key("bots");
  json.begin_array();
  for (const BotIdentity& bot : record.bots) {
    json.begin_object();
    json.member("name", bot.name);
    json.member("command", bot.command);
    json.member("hash", bot.hash);
    write_read(json, bot.read);
    write_source(json, bot.source);
    json.end_object();
  }
  json.end_array();
}

void write_result(text::JsonText& json, const MatchRecord& record) {
  const bool game_points = uses(*record.game, rules::RankingKey::game_points);
  json.key("result");
  json.begin_object();
  json.key("seats");
  json.begin_array();
  for (const SeatScore& score : record.scores) {
    json.begin_object();
    json.member("score", score.result.score);
    json.member("status", name(score.status));
    if (game_points) json.member("game_points", score.result.game_points);
    json.member("board_points", score.result.board_points);
    json.end_object();
  }
  json.end_array();
  json.member("plies", record.plies.size());
  json.end_object();
}

void write_faults(text::JsonText& json, const MatchRecord& record) {
  json.key("faults");
  json.begin_array();
  for (const MatchFault& fault : record.faults) {
    json.begin_object();
    json.member("kind", bot::name(fault.fault.kind));
    json.member("seat", number(fault.seat));
    if (fault.ply > 0) json.member("ply", fault.ply);
    json.member("reason", fault.fault.reason);
    if (fault.line) json.member("line", escape_line(*fault.line));
    if (!fault.word.empty()) json.member("word", fault.word);
    json.end_object();
  }
  json.end_array();
}

void write_departure(text::JsonText& json, const BotMeasurements& measured) {
  const bot::Departure& departure = measured.departure;
  json.begin_object();
  // First, because who wants a summary reads no further than the next two.
  if (departure.waited) json.member("waited_us", whole_microseconds(*departure.waited));
  json.member("cpu_us", whole_microseconds(measured.cpu));
  json.member("wall_us", whole_microseconds(measured.wall));
  json.member("total_cpu_us", whole_microseconds(departure.cpu));
  json.member("peak_memory", departure.peak_memory);
  if (departure.exit_code) json.member("exit_code", *departure.exit_code);
  if (departure.signal) json.member("signal", *departure.signal);
  if (departure.killed) json.member("killed", true);
  if (!departure.refused.empty()) {
    json.key("refused");
    json.begin_array();
    for (const std::string& call : departure.refused) json.value(call);
    json.end_array();
  }
  if (!departure.blind_spot.empty()) json.member("blind_spot", departure.blind_spot);
  json.member("stderr_bytes", departure.stderr_total);
  if (!departure.stderr_head.empty()) json.member("stderr_head", departure.stderr_head);
  json.member("stderr_tail", departure.stderr_tail);
  json.end_object();
}

void write_durations(text::JsonText& json, std::string_view key,
                     const std::vector<Duration>& durations) {
  json.key(key);
  json.begin_array();
  for (const Duration duration : durations) json.value(whole_microseconds(duration));
  json.end_array();
}

void write_measured(text::JsonText& json, const Measurements& measured) {
  json.key("measured");
  json.begin_object();
  if (!measured.known) {
    json.end_object();
    return;
  }
  json.member("started", measured.started);
  if (!measured.host.empty()) {
    json.key("host");
    json.raw(measured.host);
  }
  json.key("bots");
  json.begin_array();
  for (const BotMeasurements& one : measured.bots) write_departure(json, one);
  json.end_array();
  json.key("early");
  json.begin_array();
  for (const int ply : measured.early) json.value(ply);
  json.end_array();
  write_durations(json, "cpu_us", measured.cpu);
  write_durations(json, "wall_us", measured.wall);
  if (!measured.stderr_bytes.empty()) {
    json.key("stderr_bytes");
    json.begin_array();
    for (const std::uint64_t bytes : measured.stderr_bytes) json.value(bytes);
    json.end_array();
  }
  json.end_object();
}

void write_plies(text::JsonText& json, const MatchRecord& record) {
  json.begin_array();
  for (const Ply& ply : record.plies) {
    json.begin_object();
    json.member("seat", number(ply.seat));
    json.member("line", ply.line);
    if (ply.relayed != ply.line) json.member("relayed", ply.relayed);
    if (ply.jury) json.member("by", "jury");
    json.end_object();
  }
  json.end_array();
}

// ---- reading ----

Seat seat_of(const text::JsonReader& reader) {
  return reader.integer(1, 2) == 1 ? Seat::first : Seat::second;
}

constexpr std::int64_t any = std::int64_t{1} << 53;

std::string host_of(const text::JsonReader& measured) {
  const auto host = measured.find("host");
  return host ? host->value().dump() : "";
}

std::vector<Duration> durations_of(const text::JsonReader& measured, std::string_view key) {
  std::vector<Duration> result;
  const auto list = measured.find(key);
  if (!list) return result;
  for (std::size_t i = 0; i < list->items(); ++i) {
    result.push_back(microseconds(list->item(i).integer(0, any)));
  }
  return result;
}

void read_bot_measurements(const text::JsonReader& reader, BotMeasurements& measured) {
  const auto whole = [&](std::string_view key) {
    const auto value = reader.find(key);
    return value ? value->integer(0, any) : 0;
  };
  measured.cpu = microseconds(whole("cpu_us"));
  measured.wall = microseconds(whole("wall_us"));
  bot::Departure& departure = measured.departure;
  departure.cpu = microseconds(whole("total_cpu_us"));
  if (reader.find("waited_us")) departure.waited = microseconds(whole("waited_us"));
  departure.peak_memory = static_cast<std::size_t>(whole("peak_memory"));
  departure.stderr_total = static_cast<std::uint64_t>(whole("stderr_bytes"));
  if (const auto code = reader.find("exit_code")) {
    departure.exit_code = static_cast<int>(code->integer(0, 255));
  }
  if (const auto signal = reader.find("signal")) {
    departure.signal = static_cast<int>(signal->integer(1, 128));
  }
  if (const auto killed = reader.find("killed")) departure.killed = killed->boolean();
  if (const auto spot = reader.find("blind_spot")) departure.blind_spot = spot->text();
  if (const auto head = reader.find("stderr_head")) departure.stderr_head = head->text();
  if (const auto tail = reader.find("stderr_tail")) departure.stderr_tail = tail->text();
  if (const auto refused = reader.find("refused")) {
    for (std::size_t i = 0; i < refused->items(); ++i) {
      departure.refused.push_back(refused->item(i).text());
    }
  }
}

void read_measurements(const text::JsonReader& reader, Measurements& measured) {
  measured.known = !reader.value().empty();
  if (const auto started = reader.find("started")) measured.started = started->text();
  measured.host = host_of(reader);
  if (const auto bots = reader.find("bots")) {
    if (bots->items() != 2) bots->fail("must have two elements");
    for (std::size_t i = 0; i < 2; ++i) read_bot_measurements(bots->item(i), measured.bots[i]);
  }
  if (const auto early = reader.find("early")) {
    for (std::size_t i = 0; i < early->items(); ++i) {
      measured.early.push_back(static_cast<int>(early->item(i).integer(1, 1'000'000)));
    }
  }
  measured.cpu = durations_of(reader, "cpu_us");
  measured.wall = durations_of(reader, "wall_us");
  if (const auto bytes = reader.find("stderr_bytes")) {
    for (std::size_t i = 0; i < bytes->items(); ++i) {
      measured.stderr_bytes.push_back(static_cast<std::uint64_t>(bytes->item(i).integer(0, any)));
    }
  }
}

Ply ply_of(const text::JsonReader& reader) {
  Ply ply;
  ply.seat = seat_of(reader.at("seat"));
  ply.line = reader.at("line").text();
  const auto relayed = reader.find("relayed");
  ply.relayed = relayed ? relayed->text() : ply.line;
  if (const auto by = reader.find("by")) {
    if (by->text() != "jury" && by->text() != "bot") by->fail("must be \"bot\" or \"jury\"");
    ply.jury = by->text() == "jury";
  }
  return ply;
}

MatchFault fault_of(const text::JsonReader& reader) {
  MatchFault fault;
  const text::JsonReader kind = reader.at("kind");
  const auto known = bot::fault_kind(kind.text());
  if (!known) kind.fail("unknown kind of fault \"" + kind.text() + "\"");
  fault.fault = {*known, reader.at("reason").text()};
  fault.seat = seat_of(reader.at("seat"));
  if (const auto ply = reader.find("ply")) {
    fault.ply = static_cast<int>(ply->integer(1, 1'000'000));
  }
  if (const auto line = reader.find("line")) {
    try {
      fault.line = unescape_line(line->text());
    } catch (const std::invalid_argument& error) {
      line->fail(error.what());
    }
  }
  if (const auto word = reader.find("word")) fault.word = word->text();
  return fault;
}

void read_result(const text::JsonReader& reader, MatchRecord& record) {
  if (const auto plies = reader.find("plies")) {
    record.stated_plies = static_cast<std::uint64_t>(plies->integer(0, any));
  }
  const text::JsonReader seats = reader.at("seats");
  if (seats.items() != 2) seats.fail("must have two elements");
  for (std::size_t i = 0; i < 2; ++i) {
    const text::JsonReader seat = seats.item(i);
    SeatScore& score = record.scores[i];
    constexpr std::int64_t most = 1'000'000'000;
    score.result.score = static_cast<int>(seat.at("score").integer(-most, most));
    const text::JsonReader status = seat.at("status");
    const auto known = status_named(status.text());
    if (!known) status.fail("must be " + status_choices());
    score.status = *known;
    if (const auto points = seat.find("game_points")) {
      score.result.game_points = static_cast<int>(points->integer(0, rules::most_game_points()));
    }
    if (const auto points = seat.find("board_points")) {
      score.result.board_points = static_cast<int>(points->integer(-most, most));
    }
    score.result.outcome = score.status == Status::win    ? rules::Outcome::win
                           : score.status == Status::draw ? rules::Outcome::draw
                                                          : rules::Outcome::lose;
  }
}

Duration duration_of(const text::JsonReader& reader) {
  const double value = reader.number();
  constexpr double most = 1e6;
  if (!(value > 0) || value > most) reader.fail("must be a number of seconds above 0");
  return Duration(std::llround(value * 1e9));
}

program::SourceFacts source_of(const text::JsonReader& reader) {
  program::SourceFacts source;
  source.file = reader.at("file").text();
  source.hash = reader.at("hash").text();
  source.language = reader.at("language").text();
  source.toolchain = static_cast<unsigned>(reader.at("toolchain").integer(0, 9999));
  source.compiler = reader.at("compiler").text();
  if (const auto compile = reader.find("compile")) source.compile = compile->text();
  source.run = reader.at("run").text();
  return source;
}

std::vector<program::ReadFacts> read_facts_of(const text::JsonReader& list) {
  std::vector<program::ReadFacts> all;
  for (std::size_t i = 0; i < list.items(); ++i) {
    const text::JsonReader one = list.item(i);
    program::ReadFacts facts;
    facts.path = one.at("path").text();
    if (const auto hash = one.find("hash")) facts.hash = hash->text();
    if (const auto files = one.find("files")) {
      facts.files = static_cast<std::uint64_t>(files->integer(0, any));
    }
    if (const auto bytes = one.find("bytes")) {
      facts.bytes = static_cast<std::uint64_t>(bytes->integer(0, any));
    }
    all.push_back(std::move(facts));
  }
  return all;
}

void read_bots(const text::JsonReader& bots, MatchRecord& record) {
  if (bots.items() != 2) bots.fail("must have two elements");
  for (std::size_t i = 0; i < 2; ++i) {
    const text::JsonReader bot = bots.item(i);
    record.bots[i].name = bot.at("name").text();
    if (const auto command = bot.find("command")) record.bots[i].command = command->text();
    if (const auto hash = bot.find("hash")) record.bots[i].hash = hash->text();
    if (const auto source = bot.find("source")) record.bots[i].source = source_of(*source);
    if (const auto read = bot.find("read")) record.bots[i].read = read_facts_of(*read);
  }
}

void read_head(const text::JsonReader& reader, MatchRecord& record) {
  const text::JsonReader schema = reader.at("schema");
  if (schema.text() != record_schema) {
    schema.fail("must be \"" + std::string(record_schema) + "\": this is not a match record");
  }
  const text::JsonReader version = reader.at("version");
  if (version.integer(1, 1'000'000) > record_version) {
    version.fail("is newer than this program, which knows version " +
                 fmt::format("{}", record_version));
  }
  if (const auto id = reader.find("tournament")) record.tournament = id->text();
  if (const auto match = reader.find("match")) {
    record.match = static_cast<std::uint64_t>(match->integer(0, any));
  }
  if (const auto round = reader.find("round")) {
    record.round = static_cast<int>(round->integer(1, 1'000'000'000));
  }
  const text::JsonReader game = reader.at("game");
  record.game = rules::find_game(game.text());
  const auto judge = reader.find("judge");
  if (record.game == nullptr && judge) {
    // Not a mistake of the record.
    throw text::InputError(fmt::format(
        "{}: the rules of \"{}\" are a program, whose folder is not known here: give the command "
        "`referee games FOLDER` once, with the folder of the game",
        game.place(), game.text()));
  }
  if (record.game == nullptr) game.fail("unknown game \"" + game.text() + "\"");
  if (judge && record.game->outside) {
    std::string hash = judge->at("hash").text();
    if (hash != record.game->outside->hash) record.other_judge = std::move(hash);
  }
  if (const auto seed = reader.find("seed")) {
    record.seed =
        static_cast<std::uint64_t>(seed->integer(0, static_cast<std::int64_t>(rules::max_seed)));
  }
  if (const auto told = reader.find("told_seed")) {
    record.told_seed = static_cast<std::uint64_t>(told->integer(0, most_told_seed));
  }
  if (const auto deal = reader.find("deal")) record.deal = deal->text();
  const text::JsonReader clock = reader.at("clock");
  const auto kind = kernel::clock_kind(clock.text());
  if (!kind) clock.fail("must be \"cpu\" or \"wall\"");
  record.clock = *kind;
  record.budget = duration_of(reader.at("budget"));
  if (const auto turn = reader.find("turn_limit")) record.turns.every = duration_of(*turn);
  if (const auto turn = reader.find("first_turn_limit")) record.turns.first = duration_of(*turn);
  if (const auto speed = reader.find("speed")) {
    record.speed = speed->number();
    if (!is_speed(record.speed)) speed->fail("must be a number from 0.01 to 100");
  }
  if (const auto isolated = reader.find("isolated")) record.isolated = isolated->boolean();
  if (const auto ponder = reader.find("ponder")) record.ponders = ponder->boolean();
  if (const auto given = reader.find("given")) {
    record.given = static_cast<int>(given->integer(0, 1'000'000));
  }
}

}  // namespace

std::string to_line(const MatchRecord& record) {
  // What most records need; longer moves and commands take more.
  text::JsonText json(2048 + 48 * record.plies.size());
  json.begin_object();
  write_head(json, record);
  write_bots(json, record);
  write_result(json, record);
  write_faults(json, record);
  write_measured(json, record.measured);
  json.key("plies");
  write_plies(json, record);
  json.end_object();
  return std::move(json).take();
}

std::string plies_text(const MatchRecord& record) {
  text::JsonText json;
  write_plies(json, record);
  return std::move(json).take();
}

text::Json to_json(const MatchRecord& record) { return text::Json::parse(to_line(record)); }

MatchRecord record_from_json(const text::JsonReader& reader) {
  MatchRecord record;
  read_head(reader, record);
  read_bots(reader.at("bots"), record);
  read_result(reader.at("result"), record);
  const text::JsonReader faults = reader.at("faults");
  for (std::size_t i = 0; i < faults.items(); ++i) {
    record.faults.push_back(fault_of(faults.item(i)));
    const MatchFault& fault = record.faults.back();
    record.scores[rules::index(fault.seat)].result.forfeited = true;
  }
  record.measured.known = false;
  if (const auto measured = reader.find("measured")) read_measurements(*measured, record.measured);
  const text::JsonReader plies = reader.at("plies");
  record.plies.reserve(plies.items());
  for (std::size_t i = 0; i < plies.items(); ++i) record.plies.push_back(ply_of(plies.item(i)));
  return record;
}

}  // namespace referee::match
