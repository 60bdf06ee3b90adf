#include "referee/show/report/live/display.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/evidence/pairs_left.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/catalogue.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

// What the answer rests on, after what a reader looks for first.
std::vector<std::string> evidence_parts(const evidence::Comparison& comparison) {
  if (comparison.rules().until) return {};
  if (const auto evidence = comparison.point_evidence()) {
    return {"points " + estimate_text(comparison.points().interval(), 2),
            fmt::format("evidence for H1 {} of {}, for H0 {} of {}", fixed(evidence->for_h1, 2),
                        fixed(evidence->needed_for_h1, 2), fixed(evidence->for_h0, 2),
                        fixed(evidence->needed_for_h0, 2))};
  }
  const auto& sprt = comparison.sprt();
  return {"Elo " + estimate_text(statistics::strength(comparison.pairs()).elo, 1),
          fmt::format("LLR {} ({} to {})", fixed(sprt.llr, 2), fixed(sprt.bounds.lower, 2),
                      fixed(sprt.bounds.upper, 2))};
}

}  // namespace

void Crowding::add(const match::MatchRecord& record) {
  if (record.clock != kernel::ClockKind::cpu || !record.measured.known) return;
  const auto seconds = [](match::Duration time) {
    return std::chrono::duration<double>(time).count();
  };
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    Times& times = bots_[record.bots[seat].name];
    times.cpu += seconds(record.measured.bots[seat].cpu);
    times.wall += seconds(record.measured.bots[seat].wall);
    ++times.games;
  }
}

std::string Crowding::warning(double waited) const {
  constexpr double busy = 0.5;
  constexpr double long_game = 1;  // seconds; in shorter ones nobody looks at a clock
  constexpr double twice = 2;
  if (waited < busy) return {};
  std::vector<std::string> starved;
  for (const auto& [name, times] : bots_) {
    if (times.wall < long_game * static_cast<double>(times.games)) continue;
    if (times.wall < twice * times.cpu) continue;
    starved.push_back(fmt::format("{} ({:.0f} % of the time that its moves took)",
                                  text::safe_text(name), 100 * times.cpu / times.wall));
  }
  if (starved.empty()) return {};
  return fmt::format(
      "this machine was busy: some program waited for a processor in {:.0f} % of the time; little "
      "CPU time was used by {}; if these bots measure wall time, they had "
      "less time to think than allowed: play fewer matches at a time (--jobs)",
      100 * waited, text::join_with(starved, "and"));
}

Display::Display(Shown shown)
    : shown_(std::move(shown)),
      notes_(shown_.store ? shown_.store->folder().string() : "", shown_.games()) {
  if (shown_.store == nullptr || shown_.store->manifest().events.size() < 2) return;
  several_games_ = true;
  const config::Manifest& manifest = shown_.store->manifest();
  const config::Schedule schedule(manifest);
  for (std::size_t i = 0; i < manifest.events.size(); ++i) {
    count_.plan(manifest.events[i].game->name, schedule.planned_of(i));
  }
}

void Display::note_time(const store::MatchSummary& match, bool in_this_run) {
  constexpr std::int64_t around = 20'000;  // the start and the end of two bots
  std::int64_t all = around;
  for (const store::SeatSummary& seat : match.seats) all += seat.wall_us.value_or(0);
  count_.note_time(match.game, static_cast<std::uint64_t>(std::max<std::int64_t>(all, 0)),
                   in_this_run);
}

void Display::note_earlier_times(std::uint64_t done) {
  if (!several_games_ || done == 0 || shown_.quiet) return;
  shown_.store->read(
      [this](const store::MatchSummary& match, std::string_view) { note_time(match, false); });
}

void Display::happened(const tournament::Event& event) {
  std::visit(
      tournament::EventCases{
          [this](const tournament::MatchesPlanned& now) { count_.set_total(now.total); },
          [this](const tournament::ProgramChanged& program) {
            say(fmt::format(
                "the program of \"{}\" in {} has been changed ({}); this run goes on with a copy "
                "of the one that it began with",
                text::safe_text(program.bot), program.game->name,
                text::safe_text(program.file.filename().string())));
          },
          [this](const tournament::AnswerReplaced& answer) {
            if (shown_.quiet) return;
            say(replaced_text(
                text::safe_text(answer.bot),
                fmt::format("{} at move {} of match {}", text::safe_text(answer.answer),
                            answer.number, answer.match)));
          },
          [this](const tournament::MatchVoided& match) {
            count_.add_void();
            say(text::safe_text(fmt::format("match {}, {}: {}; it is played again", match.match,
                                            text::join(match.bots, " - "), match.why)));
          },
          [this](const tournament::MatchLeftOpen& match) { leave_open(match); },
          [this](const tournament::RunStopping& run) { stop(run.running); },
          [](const auto& /*other*/) {},
      },
      event);
}

// All of them are listed after the run.
void Display::leave_open(const tournament::MatchLeftOpen& match) {
  constexpr int most_told = 3;
  if (++left_open_ > most_told || shown_.quiet) return;
  say(text::safe_text(fmt::format("match {}, {}, has no result: {}", match.match.number,
                                  text::join(match.match.bots, " - "), match.why)));
}

void Display::stop(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (shown_.quiet) return;
  const std::string how =
      again ? "leaving at once"
            : fmt::format("finishing {}; again to leave at once",
                          text::plural(running, "running match", "running matches"));
  say(how + (shown_.store != nullptr ? "; the same command continues" : ""));
}

void Display::pair_counted(const evidence::Comparison& comparison) {
  const std::uint64_t most_pairs =
      std::min(comparison.rules().most_pairs, evidence::most_compared_pairs);
  matches_of_pair_ = count_.total() / most_pairs;
  counted_ = comparison.played() * matches_of_pair_;
  // Not for every pair of the thousands that a store may hold.
  const Time time = shown_.now();
  if (shown_.quiet || time - evidence_from_ < draw_interval) return;
  evidence_from_ = time;
  standing_ = text::plural(comparison.count(), "pair") + ", " + leaning_text(comparison);
  evidence_ = evidence_parts(comparison);
  pairs_left_ = evidence::pairs_left(comparison);
}

std::string Display::first_line() const {
  if (shown_.comparison) {
    if (count_.done() == 0) return {};
    return text::plural(count_.done(), "match", "matches") + " played already";
  }
  if (count_.done() > 0) return count_.begin_line();
  return text::plural(count_.total(), "match", "matches") + " to play";
}

std::vector<std::string> Display::evidence(Time time) const {
  std::vector<std::string> parts{standing_.empty() ? "no pair yet" : standing_};
  const double seconds = std::chrono::duration<double>(count_.took(time)).count();
  const bool measured = count_.played() > 0 && seconds > 0;
  const double rate = measured ? static_cast<double>(count_.played()) / seconds : 0;
  if (measured && pairs_left_) {
    const double wait = pairs_left_->mean * static_cast<double>(matches_of_pair_) / rate;
    parts.push_back(fmt::format(
        "about {} left ({})", wait_text(std::chrono::seconds(std::llround(wait))),
        text::plural(static_cast<std::uint64_t>(std::ceil(pairs_left_->mean)), "pair")));
  }
  parts.insert(parts.end(), evidence_.begin(), evidence_.end());
  if (measured) parts.push_back(fixed(rate, rate < 10 ? 2 : 0) + " matches/s");
  return parts;
}

std::string Display::state_line(Time time) const {
  std::vector<std::string> parts;
  if (shown_.comparison) {
    parts = evidence(time);
  } else {
    parts = {fmt::format("{} of {} ({} %)", count_.done(),
                         text::plural(count_.total(), "match", "matches"), count_.percent()),
             count_.rate(time), count_.left(time)};
  }
  parts.push_back(faults_text(notes_.count()));
  std::erase(parts, std::string());
  return text::join(parts);
}

std::vector<std::string> Display::last_lines(Time time) const {
  std::vector<std::string> lines;
  if (!shown_.title.empty()) return lines;
  lines = notes_.counted();
  if (shown_.quiet || !count_.begun() || (count_.played() == 0 && !stopping_)) return lines;
  if (!shown_.comparison) {
    lines.push_back(count_.end_line(time, notes_.count()));
    return lines;
  }
  if (count_.played() == 0) return lines;
  lines.push_back(fmt::format("{} played in {}, {}",
                              text::plural(count_.played(), "match", "matches"),
                              time_text(count_.took(time)),
                              notes_.count() == 0 ? "no faults" : faults_text(notes_.count())));
  if (const std::uint64_t surplus = count_.done() - std::min(count_.done(), counted_);
      surplus > 0) {
    lines.back() +=
        fmt::format("; {} beyond the pairs that count", text::plural(surplus, "match", "matches"));
  }
  return lines;
}

void Display::warn_of_crowding() const {
  if (shown_.quiet || following_) return;
  const std::string warning = crowding_.warning(demand_.waited());
  if (!warning.empty()) text::warn("{}", warning);
}

void LogLines::happened(const tournament::Event& event) {
  std::visit(tournament::EventCases{
                 [this](const tournament::RunBegun& run) { begin(run); },
                 [this](const tournament::MatchStart& match) { start(match); },
                 [this](const tournament::MatchFinished& match) { count(match.record); },
                 [this](const tournament::MatchAdopted& match) { adopt(match.match); },
                 [&](const auto& /*other*/) { Display::happened(event); },
             },
             event);
}

void LogLines::begin(const tournament::RunBegun& run) {
  last_shown_ = shown_.now();
  count_.begin(last_shown_, run.done, run.total);
  done_shown_ = run.done;
  note_earlier_times(run.done);
  if (!shown_.quiet && !each_) say(first_line());
}

void LogLines::found(const std::vector<store::MatchSummary>& matches) {
  following_ = true;
  if (each_) {
    out_ << fmt::format("{}: {} of {} played\n", text::safe_text(shown_.store->folder().string()),
                        matches.size(), text::plural(count_.total(), "match", "matches"));
  }
  for (const store::MatchSummary& match : matches) {
    adopt(match);
    notes_.count(match);
  }
  for (const std::string& line : notes_.counted()) say(line);
  told_ = notes_.count();
}

void LogLines::start(const tournament::MatchStart& match) {
  if (!each_) return;
  say(fmt::format("match {} begins: {}, round {}: {}", match.number, match.game->title,
                  match.pairing.round, text::safe_text(text::join(match.bots, " - "))));
}

void LogLines::adopt(const store::MatchSummary& match) {
  count_.adopt();
  note_time(match, false);
}

void LogLines::ended(const store::MatchSummary& match) {
  count_.add();
  note_time(match, true);
  notes_.count(match);
  tell(match);
}

void LogLines::count(const match::MatchRecord& record) {
  count_.add();
  crowding_.add(record);
  const store::MatchSummary match = store::summary_of(record);
  note_time(match, true);
  if (each_) tell(match);
  for (const std::string& line : notes_.add(record)) {
    if (shown_.title.empty()) say(line);
  }
  tick();
}

void LogLines::tell(const store::MatchSummary& match) {
  if (!each_) return;
  const rules::GameInfo* game = shown_.games().of_record(match.game, {});
  std::string scores;
  for (const store::SeatSummary& seat : match.seats) {
    text::add_to_list(scores, fmt::format("{}", seat.score), " - ");
  }
  say(fmt::format("match {}: {}, round {}: {}  {}", match.match,
                  game != nullptr ? game->title : match.game, match.round,
                  text::safe_text(text::join(match.bots, " - ")), scores));
}

void LogLines::tick() {
  if (shown_.quiet || each_ || !count_.begun()) return;
  const Time time = shown_.now();
  count_.sample(time);
  const auto since = time - last_shown_;
  const bool tenth = !shown_.comparison && since >= 1s && count_.done() < count_.total() &&
                     10 * count_.done() / count_.total() > 10 * done_shown_ / count_.total();
  if (count_.done() == done_shown_ || (since < plain_interval && !tenth)) return;
  say(state_line(time));
  last_shown_ = time;
  done_shown_ = count_.done();
}

void LogLines::finish() {
  if (each_) {
    if (notes_.count() == told_) return;
    for (const std::string& line : notes_.counted()) say(line);
    return;
  }
  for (const std::string& line : last_lines(shown_.now())) say(line);
  warn_of_crowding();
}

void LogLines::say(const std::string& line) {
  if (line.empty()) return;
  const bool own = line.front() == ' ' || shown_.title.empty();
  out_ << (own ? "" : text::safe_text(shown_.title) + ": ") << line << '\n';
  out_.flush();  // at once, for the reader of a pipe
}

}  // namespace referee::report
