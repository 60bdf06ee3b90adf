#include "referee/report/live/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/evidence/pairs_left.hpp"
#include "referee/report/verdicts/strength.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto plain_least = 1s;

// Appends what is not empty, after a comma.
void append(std::string& line, const std::string& part) {
  if (!part.empty()) line += ", " + part;
}

std::string evidence_line(const evidence::Comparison& comparison) {
  const std::string pairs = text::plural(comparison.count(), "pair");
  if (const auto evidence = comparison.point_evidence()) {
    return fmt::format("{}, evidence for H1 {} of {}, for H0 {} of {}, points {}", pairs,
                       fixed(evidence->for_h1, 2), fixed(evidence->needed_for_h1, 2),
                       fixed(evidence->for_h0, 2), fixed(evidence->needed_for_h0, 2),
                       estimate_text(comparison.points().interval(), 2));
  }
  const auto& sprt = comparison.sprt();
  const auto& elo = comparison.rules().elo;
  return fmt::format("{}, LLR {} ({} to {}), Elo {} [{}, {}]", pairs, fixed(sprt.llr, 2),
                     fixed(sprt.bounds.lower, 2), fixed(sprt.bounds.upper, 2),
                     estimate_text(statistics::strength(comparison.pairs()).elo, 1),
                     fixed(elo.elo0, 1), fixed(elo.elo1, 1));
}

}  // namespace

Progress::Progress(std::ostream& out, Options options)
    : options_(std::move(options)), line_(out, options_.width), notes_(options_.folder) {
  options_.live = options_.live && !options_.quiet;
}

void Progress::begun(std::uint64_t done, std::uint64_t total) {
  last_shown_ = now();
  count_.begin(last_shown_, done, total);
  done_shown_ = done;
  redraw_ = true;
  if (!quiet()) say(first_line());
}

void Progress::finished(const match::MatchRecord& record) {
  count_.add();
  faults_ += record.faults.size();
  for (const std::string& line : fault_lines(record)) say(line);
}

std::vector<std::string> Progress::fault_lines(const match::MatchRecord& record) {
  return notes_.add(record);
}

void Progress::adopted(const store::MatchSummary& /*match*/) { count_.adopt(); }

void Progress::tick() {
  if (quiet() || !count_.begun()) return;
  const Time time = now();
  count_.sample(time);
  const auto since = time - last_shown_;
  const bool due = live() ? redraw_ || since >= draw_interval : since >= plain_interval;
  if (due || is_due(since)) show(time);
}

void Progress::show(Time time) {
  const std::string state = state_line(time);
  if (live()) {
    line_.draw(state);
  } else {
    say(state);
  }
  last_shown_ = time;
  done_shown_ = count_.done();
  redraw_ = false;
}

void Progress::say(const std::string& line) {
  if (line.empty()) return;
  for (const std::string& part : said_lines(line, live() ? options_.width() : 0)) line_.say(part);
  redraw_ = true;
}

void Progress::planned(std::uint64_t total) {
  count_.set_total(total);
  redraw_ = true;
}

void Progress::changed(const tournament::ProgramChanged& program) { say(changed_line(program)); }

void Progress::voided(const tournament::MatchVoided& match) {
  count_.add_void();
  say(void_line(match));
}

void Progress::replaced(const tournament::AnswerReplaced& answer) {
  if (!quiet()) say(replaced_line(answer));
}

void Progress::stopping(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (!quiet()) say(stopping_line(running, options_.kept, again));
}

void Progress::finish() {
  line_.clear();
  for (const std::string& line : notes_.counted()) say(line);
  if (!quiet() && count_.begun()) say(last_line(now()));
}

void TournamentProgress::begun(std::uint64_t done, std::uint64_t total) {
  Progress::begun(done, total);
  tick();
}

void TournamentProgress::finished(const match::MatchRecord& record) {
  Progress::finished(record);
  tick();
}

std::string TournamentProgress::first_line() const {
  if (count().done() > 0) return count().begin_line();
  return live() ? std::string() : text::plural(count().total(), "match", "matches") + " to play";
}

bool TournamentProgress::is_due(Time::duration since_last) const {
  const std::uint64_t done = count().done();
  const std::uint64_t total = count().total();
  if (live() || since_last < plain_least || done >= total) return false;
  return 10 * done / total > 10 * done_shown() / total;
}

std::string TournamentProgress::state_line(Time time) const {
  const RunCount& run = count();
  if (!live()) {
    std::string line = fmt::format("{} of {} ({} %)", run.done(),
                                   text::plural(run.total(), "match", "matches"), run.percent());
    append(line, run.rate(time));
    append(line, run.left(time));
    append(line, faults_text(faults()));
    return line;
  }
  // The most important first: a narrow terminal cuts the end.
  std::string line = fmt::format("{}/{} ({} %)", run.done(), run.total(), run.percent());
  append(line, run.left(time));
  append(line, faults_text(faults()));
  append(line, run.rate(time));
  if (has_been_stopped()) append(line, "stopping");
  return line;
}

std::string TournamentProgress::last_line(Time time) const {
  const bool nothing = count().played() == 0 && !has_been_stopped();
  return nothing ? std::string() : count().end_line(time, faults());
}

CheckProgress::CheckProgress(std::ostream& out, const std::string& title, Options options)
    : Progress(out, std::move(options)), title_(text::safe_text(title)) {}

std::string CheckProgress::first_line() const { return live() ? std::string() : state_line(now()); }

std::string CheckProgress::state_line(Time /*time*/) const {
  std::string line =
      fmt::format("{}: {} of {}", title_, count().done(), text::plural(count().total(), "game"));
  append(line, faults_text(faults()));
  return line;
}

void CompareProgress::pair_counted(const evidence::Comparison& comparison) {
  const std::uint64_t most_pairs =
      std::min(comparison.rules().most_pairs, evidence::most_compared_pairs);
  counted_ = comparison.played() * (count().total() / most_pairs);
  // Not for every pair of the thousands that a store may hold.
  if (!quiet() && since_shown() >= draw_interval) {
    evidence_ = evidence_line(comparison);
    pairs_left_ = evidence::pairs_left(comparison);
    matches_of_pair_ = count().total() / most_pairs;
  }
}

std::string CompareProgress::first_line() const {
  if (count().done() == 0) return {};
  return text::plural(count().done(), "match", "matches") + " played already";
}

std::string CompareProgress::state_line(Time time) const {
  std::string line = evidence_.empty() ? "no pair yet" : evidence_;
  const double seconds = std::chrono::duration<double>(count().took(time)).count();
  if (count().played() > 0 && seconds > 0) {
    const double rate = static_cast<double>(count().played()) / seconds;
    append(line, fixed(rate, rate < 10 ? 2 : 0) + " matches/s");
    if (pairs_left_) {
      const double wait = *pairs_left_ * static_cast<double>(matches_of_pair_) / rate;
      append(line, fmt::format("about {} more pairs, {}", fixed(std::ceil(*pairs_left_), 0),
                               wait_text(std::chrono::seconds(std::llround(wait)))));
    }
  }
  append(line, faults_text(faults()));
  return line;
}

std::string CompareProgress::last_line(Time time) const {
  if (count().played() == 0) return {};
  std::string line = fmt::format(
      "{} played in {}, {}", text::plural(count().played(), "match", "matches"),
      time_text(count().took(time)), faults() == 0 ? "no faults" : faults_text(faults()));
  if (const std::uint64_t surplus = count().done() - std::min(count().done(), counted_);
      surplus > 0) {
    line +=
        fmt::format("; {} beyond the pairs that count", text::plural(surplus, "match", "matches"));
  }
  return line;
}

}  // namespace referee::report
