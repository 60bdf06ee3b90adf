#include "referee/show/report/live/events.hpp"

#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"

namespace referee::report {
namespace {

constexpr int events_version = 1;

text::Json event(std::string_view name) { return text::Json{{"event", name}}; }

text::Json event(std::string_view name, std::uint64_t match) {
  return text::Json{{"event", name}, {"match", match}};
}

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
  write(match::started_line(tournament::record_of(match)));
}

void EventStream::moved(const tournament::MoveMade& move) {
  write(match::move_line(move.match, move.number, move.ply, move.cpu, move.wall));
}

void EventStream::failed(const tournament::BotFailed& fault) {
  write(match::fault_line(fault.match, fault.bot, fault.fault,
                          config::advice_for(fault.fault.fault)));
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
  write(match::finished_line(record));
}

void EventStream::standings(const text::Json& standings, bool complete) {
  text::Json json = event("standings");
  json["complete"] = complete;
  json["standings"] = standings;
  write(json);
}

void EventStream::write(const text::Json& event) {
  write(event.dump(-1, ' ', false, text::Json::error_handler_t::replace));
}

void EventStream::write(const std::string& line) {
  out_ << line << '\n';
  out_.flush();
  if (!out_) throw std::runtime_error("cannot write the events to standard output");
}

}  // namespace referee::report
