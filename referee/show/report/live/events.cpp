#include "referee/show/report/live/events.hpp"

#include <chrono>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/report/standings/standings_tables.hpp"

namespace referee::report {
namespace {

constexpr int events_version = 1;

text::Json event(std::string_view name) { return text::Json{{"event", name}}; }

text::Json event(std::string_view name, std::uint64_t match) {
  return text::Json{{"event", name}, {"match", match}};
}

int number(rules::Seat seat) { return static_cast<int>(rules::index(seat)) + 1; }

}  // namespace

void EventStream::begun(std::uint64_t done, std::uint64_t total) {
  text::Json json = event("begun");
  json["schema"] = "referee-events";
  json["version"] = events_version;
  json["tournament"] = tournament_;
  json["done"] = done;
  json["total"] = total;
  write(json);
}

void EventStream::planned(std::uint64_t total) {
  text::Json json = event("planned");
  json["total"] = total;
  write(json);
}

void EventStream::started(const tournament::MatchStart& match) {
  text::Json json = event("started", match.number);
  json["game"] = match.game->name;
  json["round"] = match.pairing.round;
  json["seed"] = match.pairing.seed;
  json["bots"] = match.bots;
  write(json);
}

void EventStream::moved(const tournament::MoveMade& move) {
  text::Json json = event("move", move.match);
  json["ply"] = move.number;
  json["seat"] = number(move.ply.seat);
  json["line"] = move.ply.line;
  if (move.ply.relayed != move.ply.line) json["relayed"] = move.ply.relayed;
  if (move.ply.jury) {
    json["by"] = "jury";
  } else {
    json["cpu_us"] = match::whole_microseconds(move.cpu);
    json["wall_us"] = match::whole_microseconds(move.wall);
  }
  write(json);
}

void EventStream::failed(const tournament::BotFailed& fault) {
  text::Json json = event("fault", fault.match);
  json["ply"] = fault.fault.ply;
  json["seat"] = number(fault.fault.seat);
  json["bot"] = fault.bot;
  json["kind"] = bot::name(fault.fault.fault.kind);
  json["reason"] = fault.fault.fault.reason;
  if (const std::string advice = config::advice_for(fault.fault.fault); !advice.empty()) {
    json["advice"] = advice;
  }
  if (fault.fault.line) json["line"] = match::escape_line(*fault.fault.line);
  write(json);
}

void EventStream::changed(const tournament::ProgramChanged& program) {
  text::Json json = event("program_changed");
  json["game"] = program.game->name;
  json["bot"] = program.bot;
  write(json);
}

void EventStream::replaced(const tournament::AnswerReplaced& answer) {
  text::Json json = event("answer_replaced", answer.match);
  json["bot"] = answer.bot;
  json["ply"] = answer.number;
  json["line"] = match::escape_line(answer.answer);
  write(json);
}

void EventStream::voided(const tournament::MatchVoided& match) {
  text::Json json = event("void", match.match);
  json["reason"] = match.why;
  write(json);
}

void EventStream::left_open(const tournament::MatchLeftOpen& match) {
  text::Json json = event("left_open", match.match.number);
  json["reason"] = match.why;
  if (match.line) json["line"] = *match.line;
  if (!match.line_of.empty()) json["line_of"] = match.line_of;
  if (!match.again.empty()) json["again"] = match.again;
  write(json);
}

void EventStream::finished(const match::MatchRecord& record) {
  const store::MatchSummary match = store::summary_of(record);
  text::Json json = event("finished", match.match);
  json["game"] = match.game;
  if (match.round > 0) json["round"] = match.round;
  json["bots"] = match.bots;
  const bool game_points = ranked_by(*record.game, rules::RankingKey::game_points);
  json["result"]["seats"] = text::Json::array();
  for (const auto& seat : match.seats) {
    text::Json one{{"score", seat.score}, {"status", name(seat.status)}};
    if (game_points) one["game_points"] = seat.game_points;
    one["board_points"] = seat.board_points;
    json["result"]["seats"].push_back(std::move(one));
  }
  json["result"]["plies"] = match.plies;
  json["faults"] = record.faults.size();
  const auto& [first, second] = match.seats;
  json["cpu_us"] = {first.cpu_us.value_or(0), second.cpu_us.value_or(0)};
  json["wall_us"] = {first.wall_us.value_or(0), second.wall_us.value_or(0)};
  write(json);
}

void EventStream::standings(const text::Json& standings, bool complete) {
  text::Json json = event("standings");
  json["complete"] = complete;
  json["standings"] = standings;
  write(json);
}

void EventStream::write(const text::Json& event) {
  out_ << event.dump(-1, ' ', false, text::Json::error_handler_t::replace) << '\n';
  out_.flush();
  if (!out_) throw std::runtime_error("cannot write the events to standard output");
}

}  // namespace referee::report
