#include "referee/match/record_json.hpp"

#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/budget.hpp"
#include "referee/match/escaped_line.hpp"
#include "referee/program/content_hash.hpp"
#include "referee/text/json_text.hpp"

namespace referee::match {
namespace {

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

void write_facts(text::JsonText& json, const std::vector<bot::Fact>& facts) {
  if (facts.empty()) return;
  json.key("facts");
  json.begin_array();
  for (const bot::Fact& fact : facts) {
    json.begin_object();
    json.member("what", bot::name(fact.what));
    if (fact.value > 0) json.member("value", fact.value);
    if (!fact.name.empty()) json.member("name", fact.name);
    json.end_object();
  }
  json.end_array();
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
    write_facts(json, fault.fault.facts);
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

}  // namespace referee::match
