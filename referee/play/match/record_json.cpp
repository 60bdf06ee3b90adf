#include "referee/play/match/record_json.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_text.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/record_members.hpp"
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

using record_members::write_members;

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
  write_members(json, record);
  json.end_object();
  return std::move(json).take();
}

text::Json to_json(const MatchRecord& record) {
  text::Json json = text::Json::parse(to_line(record));
  for (std::size_t seat = 0; seat < record.scores.size(); ++seat) {
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
  text::JsonText list;
  list.list(record.plies, [&list](const Ply& ply) {
    list.begin_object();
    write_members(list, ply);
    list.end_object();
  });
  const std::string plies = std::move(list).take() + '}';
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
    write_members(json, ply);
    if (ply.jury) return;
    json.member("cpu_us", whole_microseconds(cpu));
    json.member("wall_us", whole_microseconds(wall));
  });
}

std::string fault_line(std::uint64_t match, const std::string& bot, const MatchFault& fault,
                       const std::string& advice) {
  return event("fault", match, [&](text::JsonText& json) {
    json.member("bot", bot);
    write_members(json, fault);
    if (!advice.empty()) json.member("advice", advice);
  });
}

std::string finished_line(const MatchRecord& record) {
  return event("finished", record.match.value_or(0), [&](text::JsonText& json) {
    json.member("game", record.game->name);
    if (record.round > 0) json.member("round", record.round);
    write_names(json, record);
    record_members::write_result(json, record);
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
