#include "referee/play/match/record_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_text.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "rules/random.hpp"

namespace referee::match {

text::Json points_json(const rules::Points& points) {
  constexpr std::int64_t most_of_double = std::int64_t{1} << 53;
  std::string digits = points.text();
  if (!points.is_whole()) {
    text::Json number = std::strtod(digits.c_str(), nullptr);
    if (number.dump() == digits) return number;
  } else if (points >= -most_of_double && points <= most_of_double) {
    return points.whole();
  }
  return digits;
}

namespace {

// A member that is an object, whose members `write` adds.
template <typename Write>
void object_member(text::JsonText& json, std::string_view key, const Write& write) {
  json.key(key);
  json.begin_object();
  write();
  json.end_object();
}
// A member that is a list of objects.
template <typename List, typename Write>
void objects_member(text::JsonText& json, std::string_view key, const List& list,
                    const Write& write) {
  json.list_member(key, list, [&](const auto& one) {
    json.begin_object();
    write(one);
    json.end_object();
  });
}

void write_times(text::JsonText& json, const kernel::TimeLimits& times) {
  for_each_limit(times, [&](std::string_view key, double seconds) { json.member(key, seconds); });
}

void write_head(text::JsonText& json, const MatchRecord& record) {
  json.member("schema", record_schema);
  json.member("version", record_version);
  if (!record.tournament.empty()) json.member("tournament", record.tournament);
  if (record.match) json.member("match", *record.match);
  if (record.round > 0) json.member("round", record.round);
  json.member("game", record.game->name);
  if (const auto& judge = record.game->outside) {
    object_member(json, "judge", [&] {
      json.member("version", judge->version);
      json.member("hash", judge->hash);
    });
  }
  if (record.seed) json.member("seed", *record.seed);
  if (record.told_seed) json.member("told_seed", *record.told_seed);
  json.member("deal", record.deal);
  json.member("clock", kernel::name(record.clock));
  write_times(json, record.times);
  if (record.speed != 1) json.member("speed", record.speed);
  json.member("isolated", record.isolated);
  if (record.ponders) json.member("ponder", true);
  if (record.given > 0) json.member("given", record.given);
}

void write_read(text::JsonText& json, const std::vector<program::ReadFacts>& all) {
  if (all.empty()) return;
  objects_member(json, "read", all, [&json](const program::ReadFacts& one) {
    json.member("path", one.path);
    if (one.hash.empty()) {
      json.member("files", one.files);
      json.member("bytes", one.bytes);
    } else {
      json.member("hash", one.hash);
    }
  });
}

void write_source(text::JsonText& json, const std::optional<program::SourceFacts>& source) {
  if (!source) return;
  object_member(json, "source", [&] {
    json.member("file", source->file.filename().string());
    json.member("hash", source->hash);
    json.member("language", source->language);
    json.member("toolchain", source->toolchain);
    json.member("compiler", source->compiler);
    if (!source->compile.empty()) json.member("compile", source->compile);
    json.member("run", source->run);
  });
}

void write_bots(text::JsonText& json, const MatchRecord& record) {
  objects_member(json, "bots", record.bots, [&json](const BotIdentity& bot) {
    json.member("name", bot.name);
    json.member("command", bot.command);
    json.member("hash", bot.hash);
    write_read(json, bot.read);
    write_times(json, bot.times);
    write_source(json, bot.source);
  });
}

void write_result(text::JsonText& json, const MatchRecord& record) {
  const auto& ranking = record.game->ranking;
  const bool game_points =
      std::find(ranking.begin(), ranking.end(), rules::RankingKey::game_points) != ranking.end();
  object_member(json, "result", [&] {
    objects_member(json, "seats", record.scores, [&](const SeatScore& score) {
      json.member("score", score.result.score);
      json.member("status", name(score.status));
      if (game_points) json.member("game_points", score.result.game_points);
      if (const auto& points = score.result.board_points) {
        json.key("board_points");
        json.raw(points->text());
      }
    });
    json.member("plies", record.plies.size());
  });
}

void write_facts(text::JsonText& json, const std::vector<bot::Fact>& facts) {
  if (facts.empty()) return;
  objects_member(json, "facts", facts, [&json](const bot::Fact& fact) {
    json.member("what", bot::name(fact.what));
    if (fact.value > 0) json.member("value", fact.value);
    if (!fact.name.empty()) json.member("name", fact.name);
  });
}

void write_fault(text::JsonText& json, const MatchFault& fault) {
  json.member("kind", bot::name(fault.fault.kind));
  json.member("seat", number_of(fault.seat));
  if (fault.ply > 0) json.member("ply", fault.ply);
  json.member("reason", fault.fault.reason);
  write_facts(json, fault.fault.facts);
  if (fault.line) json.member("line", escape_line(*fault.line));
  if (!fault.word.empty()) json.member("word", fault.word);
  if (fault.found_after > 0) json.member("found_after", fault.found_after);
}

void write_departure(text::JsonText& json, const BotMeasurements& measured) {
  const bot::Departure& departure = measured.departure;
  // First, because a reader of summaries stops after the next two.
  if (departure.waited) json.member("waited_us", whole_microseconds(*departure.waited));
  if (measured.before_first_turn) {
    json.member("before_first_turn_us", whole_microseconds(*measured.before_first_turn));
  }
  json.member("cpu_us", whole_microseconds(measured.cpu));
  json.member("wall_us", whole_microseconds(measured.wall));
  json.member("total_cpu_us", whole_microseconds(departure.cpu));
  json.member("peak_memory", departure.peak_memory);
  if (departure.exit_code) json.member("exit_code", *departure.exit_code);
  if (departure.signal) json.member("signal", *departure.signal);
  if (departure.killed) json.member("killed", true);
  if (!departure.refused.empty()) json.list_member("refused", departure.refused);
  if (!departure.blind_spot.empty()) json.member("blind_spot", departure.blind_spot);
  json.member("stderr_bytes", departure.stderr_total);
  if (!departure.stderr_head.empty()) json.member("stderr_head", departure.stderr_head);
  json.member("stderr_tail", departure.stderr_tail);
}

void write_measured(text::JsonText& json, const Measurements& measured) {
  if (!measured.known) return;
  json.member("started", measured.started);
  if (!measured.host.empty()) {
    json.key("host");
    json.raw(measured.host);
  }
  objects_member(json, "bots", measured.bots,
                 [&json](const BotMeasurements& one) { write_departure(json, one); });
  json.list_member("early", measured.early);
  const auto write_time = [&json](Duration time) { json.value(whole_microseconds(time)); };
  json.list_member("cpu_us", measured.cpu, write_time);
  json.list_member("wall_us", measured.wall, write_time);
  if (!measured.stderr_bytes.empty()) json.list_member("stderr_bytes", measured.stderr_bytes);
}

void write_ply(text::JsonText& json, const Ply& ply) {
  json.member("seat", number_of(ply.seat));
  json.member("line", ply.line);
  if (ply.relayed != ply.line) json.member("relayed", ply.relayed);
  if (ply.jury) json.member("by", "jury");
}

void write_plies(text::JsonText& json, const MatchRecord& record) {
  json.list(record.plies, [&json](const Ply& ply) {
    json.begin_object();
    write_ply(json, ply);
    json.end_object();
  });
}

// An event with its members.
template <typename Write>
std::string event(std::string_view name, std::uint64_t match, Write write) {
  text::JsonText json;
  json.begin_object();
  json.member("event", name);
  json.member("match", match);
  write(json);
  json.end_object();
  return std::move(json).take();
}

void write_names(text::JsonText& json, const MatchRecord& record) {
  json.list_member("bots", record.bots, [&](const BotIdentity& bot) { json.value(bot.name); });
}

}  // namespace

std::string to_line(const MatchRecord& record) {
  // What most records need; longer moves and commands take more.
  text::JsonText json(2048 + 48 * record.plies.size());
  json.begin_object();
  write_head(json, record);
  write_bots(json, record);
  write_result(json, record);
  objects_member(json, "faults", record.faults,
                 [&json](const MatchFault& fault) { write_fault(json, fault); });
  object_member(json, "measured", [&] { write_measured(json, record.measured); });
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

text::Json to_json(const MatchRecord& record) {
  text::Json json = text::Json::parse(to_line(record));
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const auto& points = record.scores[seat].result.board_points;
    if (points) json["result"]["seats"][seat]["board_points"] = points_json(*points);
  }
  return json;
}

std::uint64_t moves_hash(std::string_view deal, std::string_view plies) noexcept {
  const std::hash<std::string_view> hash;
  return std::max<std::uint64_t>(rules::Stream::mix(hash(deal) + 3 * hash(plies)), 1);
}

std::uint64_t moves_hash(const MatchRecord& record) {
  text::JsonText deal;
  deal.value(record.deal);
  const std::string quoted = std::move(deal).take();
  const std::string plies = plies_text(record) + '}';
  return moves_hash(std::string_view(quoted).substr(1, quoted.size() - 2),
                    std::string_view(plies).substr(1));
}

std::string started_line(const MatchRecord& match) {
  return event("started", match.match.value_or(0), [&](text::JsonText& json) {
    json.member("game", match.game->name);
    if (match.round > 0) json.member("round", match.round);
    if (match.seed) json.member("seed", *match.seed);
    write_names(json, match);
  });
}

std::string move_line(std::uint64_t match, int number, const Ply& ply, Duration cpu,
                      Duration wall) {
  return event("move", match, [&](text::JsonText& json) {
    json.member("ply", number);
    write_ply(json, ply);
    if (ply.jury) return;
    json.member("cpu_us", whole_microseconds(cpu));
    json.member("wall_us", whole_microseconds(wall));
  });
}

std::string fault_line(std::uint64_t match, const std::string& bot, const MatchFault& fault,
                       const std::string& advice) {
  return event("fault", match, [&](text::JsonText& json) {
    json.member("bot", bot);
    write_fault(json, fault);
    if (!advice.empty()) json.member("advice", advice);
  });
}

std::string finished_line(const MatchRecord& record) {
  return event("finished", record.match.value_or(0), [&](text::JsonText& json) {
    json.member("game", record.game->name);
    if (record.round > 0) json.member("round", record.round);
    write_names(json, record);
    write_result(json, record);
    json.member("faults", record.faults.size());
    const auto write_times = [&](std::string_view key, Duration BotMeasurements::*time) {
      json.list_member(key, record.measured.bots, [&json, time](const BotMeasurements& one) {
        json.value(whole_microseconds(one.*time));
      });
    };
    write_times("cpu_us", &BotMeasurements::cpu);
    write_times("wall_us", &BotMeasurements::wall);
  });
}

}  // namespace referee::match
