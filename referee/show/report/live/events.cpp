#include "referee/show/report/live/events.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/store/records.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/store_report.hpp"

namespace referee::report {
namespace {

constexpr int events_version = 1;

// An event of a match, or of the run.
std::string line_of(std::string_view name, std::optional<std::uint64_t> match,
                    const text::Json& rest) {
  text::Json json{{"event", name}};
  if (match) json["match"] = *match;
  json.update(rest);
  return text::dump(json);
}

std::string line_of(const tournament::MatchesPlanned& planned) {
  return line_of("planned", {}, {{"total", planned.total}});
}

std::string line_of(const tournament::MatchStart& match) {
  return match::started_line(tournament::record_of(match));
}

std::string line_of(const tournament::MoveMade& move) {
  return match::move_line(move.match, move.number, move.ply, move.cpu, move.wall);
}

std::string line_of(const tournament::BotFailed& fault) {
  return match::fault_line(fault.match, fault.bot, fault.fault,
                           config::advice_for(fault.fault.fault));
}

std::string line_of(const tournament::MatchFinished& match) {
  return match::finished_line(match.record);
}

std::string line_of(const tournament::ProgramChanged& program) {
  return line_of("program_changed", {},
                 {{"game", program.game->name},
                  {"bot", program.bot},
                  {"file", text::path_text(program.file.string())}});
}

std::string line_of(const tournament::AnswerReplaced& answer) {
  return line_of(
      "answer_replaced", answer.match,
      {{"bot", answer.bot}, {"ply", answer.number}, {"line", match::escape_line(answer.answer)}});
}

std::string line_of(const tournament::MatchVoided& match) {
  return line_of("void", match.match, {{"reason", match.why}});
}

std::string line_of(const tournament::MatchLeftOpen& match) {
  text::Json rest{{"reason", match.why}};
  if (match.line) rest["line"] = *match.line;
  if (!match.line_of.empty()) rest["line_of"] = match.line_of;
  if (!match.again.empty()) rest["again"] = match.again;
  return line_of("left_open", match.match.number, rest);
}

}  // namespace

void EventStream::happened(const tournament::Event& event) {
  std::visit(tournament::EventCases{
                 [this](const tournament::RunBegun& run) {
                   write(line_of("begun", {},
                                 {{"schema", "referee-events"},
                                  {"version", events_version},
                                  {"tournament", tournament_},
                                  {"done", run.done},
                                  {"total", run.total}}));
                 },
                 // Standings and the end of the stream say it.
                 [](const tournament::MatchAdopted&) {},
                 [](const tournament::RunStopping&) {},
                 [this](const auto& one) { write(line_of(one)); },
             },
             event);
}

void EventStream::standings(const text::Json& standings, bool complete) {
  write(line_of("standings", {}, {{"complete", complete}, {"standings", standings}}));
}

void EventStream::write(const std::string& line) {
  out_ << line << '\n';
  out_.flush();
  if (!out_) throw std::runtime_error("cannot write the events to standard output");
}

bool tell_standings(const store::Store& store, EventStream& events, bool complete) {
  const StoreStandings found = standings_in(store, {});
  events.standings(standings_json(found.report), complete);
  return found.faults;
}

namespace {

tournament::MatchStart start_of(const match::MatchRecord& match, const config::Manifest& manifest) {
  tournament::MatchStart start;
  start.number = match.match.value_or(0);
  start.pairing.round = match.round;
  start.pairing.seed = match.seed.value_or(0);
  for (std::size_t i = 0; i < manifest.events.size(); ++i) {
    if (manifest.events[i].game == match.game) start.pairing.event = i;
  }
  start.game = match.game;
  start.bots = rules::BySeat<std::string>(
      match.bots.size(), [&match](rules::Seat seat) { return match.bots[seat].name; });
  return start;
}

}  // namespace

void Followed::look() {
  const store::Follower::News news = follower_.poll();
  if (display_ == nullptr || news.anew) {
    begin(news);
  } else {
    tell_finished(news);
  }
  if (follower_.total() > total_) {
    total_ = follower_.total();
    display_->happened(tournament::MatchesPlanned{total_});
  }
  if (news.running) tell_running();
}

void Followed::begin(const store::Follower::News& news) {
  told_.clear();
  total_ = follower_.total();
  display_.reset();  // it refers to the store
  store_.emplace(follower_.store());
  display_ = make_(*store_);
  display_->happened(tournament::RunBegun{0, total_});
  display_->found(news.finished);
}

void Followed::tell_finished(const store::Follower::News& news) {
  std::set<std::uint64_t> with_records;
  for (const std::string& line : news.failed) {
    match::MatchRecord record = store::record_of({0, line, "a record", {}, &store_->games()});
    if (!record.match) continue;
    with_records.insert(*record.match);
    display_->happened(tournament::MatchFinished{std::move(record), line});
  }
  for (const store::MatchSummary& match : news.finished) {
    told_.erase(match.match);
    if (with_records.count(match.match) == 0) display_->ended(match);
  }
}

void Followed::tell_running() {
  for (const match::MatchRecord& match : follower_.running()) {
    const auto [at, is_new] = told_.try_emplace(match.match.value_or(0), 0);
    if (is_new) display_->happened(start_of(match, store_->manifest()));
    for (; at->second < match.faults.size(); ++at->second) {
      const match::MatchFault& fault = match.faults[at->second];
      display_->happened(
          tournament::BotFailed{at->first, match.bots[rules::index(fault.seat)].name, fault});
    }
  }
}

}  // namespace referee::report
