// Writing records; record_json.cpp reads them.

#include <chrono>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/budget.hpp"
#include "referee/match/record_json.hpp"
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
  if (record.seed) json.member("seed", *record.seed);
  json.member("deal", record.deal);
  json.member("clock", bot::name(record.clock));
  json.member("budget", std::chrono::duration<double>(record.budget).count());
  json.member("isolated", record.isolated);
}

void write_bots(text::JsonText& json, const MatchRecord& record) {
  json.key("bots");
  json.begin_array();
  for (const BotIdentity& bot : record.bots) {
    json.begin_object();
    json.member("name", bot.name);
    json.member("command", bot.command);
    json.member("hash", bot.hash);
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
    json.end_object();
  }
  json.end_array();
}

void write_departure(text::JsonText& json, const BotMeasurements& measured) {
  const bot::Departure& departure = measured.departure;
  json.begin_object();
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
  json.end_object();
}

void write_plies(text::JsonText& json, const MatchRecord& record) {
  json.key("plies");
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
  text::JsonText json;
  json.begin_object();
  write_head(json, record);
  write_bots(json, record);
  write_result(json, record);
  write_faults(json, record);
  write_measured(json, record.measured);
  write_plies(json, record);
  json.end_object();
  return std::move(json).take();
}

text::Json to_json(const MatchRecord& record) { return text::Json::parse(to_line(record)); }

}  // namespace referee::match
