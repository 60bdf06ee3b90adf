#include "referee/show/report/live/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/pairs_left.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "referee/show/report/wording.hpp"

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
    : CountingDisplay(std::move(options.folder), std::move(options.now), options.kept,
                      options.quiet),
      live_(options.live && !options.quiet),
      width_(std::move(options.width)),
      line_(out, width_) {}

void Progress::begun(std::uint64_t done, std::uint64_t total) {
  last_shown_ = now_();
  count_.begin(last_shown_, done, total);
  done_shown_ = done;
  redraw_ = true;
  if (!quiet_) say(first_line());
}

void Progress::finished(const match::MatchRecord& record) {
  count_.add();
  faults_ += record.faults.size();
  for (const std::string& line : fault_lines(record)) say(line);
}

std::vector<std::string> Progress::fault_lines(const match::MatchRecord& record) {
  return notes_.add(record);
}

void Progress::tick() {
  if (quiet_ || !count_.begun()) return;
  const Time time = now_();
  count_.sample(time);
  const auto since = time - last_shown_;
  const bool due = live_ ? redraw_ || since >= draw_interval : since >= plain_interval;
  if (due || is_due(since)) show(time);
}

void Progress::show(Time time) {
  const std::string state = state_line(time);
  if (live_) {
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
  for (const std::string& part : said_lines(line, live_ ? width_() : 0)) line_.say(part);
  redraw_ = true;
}

void Progress::finish() {
  line_.clear();
  for (const std::string& line : notes_.counted()) say(line);
  if (!quiet_ && count_.begun()) say(last_line(now_()));
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
  if (count_.done() > 0) return count_.begin_line();
  return live_ ? std::string() : text::plural(count_.total(), "match", "matches") + " to play";
}

bool TournamentProgress::is_due(Time::duration since_last) const {
  const std::uint64_t done = count_.done();
  const std::uint64_t total = count_.total();
  if (live_ || since_last < plain_least || done >= total) return false;
  return 10 * done / total > 10 * done_shown_ / total;
}

std::string TournamentProgress::state_line(Time time) const {
  const RunCount& run = count_;
  if (!live_) {
    std::string line = fmt::format("{} of {} ({} %)", run.done(),
                                   text::plural(run.total(), "match", "matches"), run.percent());
    append(line, run.rate(time));
    append(line, run.left(time));
    append(line, faults_text(faults_));
    return line;
  }
  // The most important first: a narrow terminal cuts the end.
  std::string line = fmt::format("{}/{} ({} %)", run.done(), run.total(), run.percent());
  append(line, run.left(time));
  append(line, faults_text(faults_));
  append(line, run.rate(time));
  if (stopping_) append(line, "stopping");
  return line;
}

std::string TournamentProgress::last_line(Time time) const {
  const bool nothing = count_.played() == 0 && !stopping_;
  return nothing ? std::string() : count_.end_line(time, faults_);
}

CheckProgress::CheckProgress(std::ostream& out, const std::string& title, Options options)
    : Progress(out, std::move(options)), title_(text::safe_text(title)) {}

std::string CheckProgress::first_line() const { return live_ ? std::string() : state_line(now_()); }

std::string CheckProgress::state_line(Time /*time*/) const {
  std::string line =
      fmt::format("{}: {} of {}", title_, count_.done(), text::plural(count_.total(), "game"));
  append(line, faults_text(faults_));
  return line;
}

void CompareProgress::pair_counted(const evidence::Comparison& comparison) {
  const std::uint64_t most_pairs =
      std::min(comparison.rules().most_pairs, evidence::most_compared_pairs);
  counted_ = comparison.played() * (count_.total() / most_pairs);
  // Not for every pair of the thousands that a store may hold.
  if (!quiet_ && now_() - last_shown_ >= draw_interval) {
    evidence_ = evidence_line(comparison);
    pairs_left_ = evidence::pairs_left(comparison);
    matches_of_pair_ = count_.total() / most_pairs;
  }
}

std::string CompareProgress::first_line() const {
  if (count_.done() == 0) return {};
  return text::plural(count_.done(), "match", "matches") + " played already";
}

std::string CompareProgress::state_line(Time time) const {
  std::string line = evidence_.empty() ? "no pair yet" : evidence_;
  const double seconds = std::chrono::duration<double>(count_.took(time)).count();
  if (count_.played() > 0 && seconds > 0) {
    const double rate = static_cast<double>(count_.played()) / seconds;
    append(line, fixed(rate, rate < 10 ? 2 : 0) + " matches/s");
    if (pairs_left_) {
      const double wait = *pairs_left_ * static_cast<double>(matches_of_pair_) / rate;
      append(line, fmt::format("about {} more pairs, {}", fixed(std::ceil(*pairs_left_), 0),
                               wait_text(std::chrono::seconds(std::llround(wait)))));
    }
  }
  append(line, faults_text(faults_));
  return line;
}

std::string CompareProgress::last_line(Time time) const {
  if (count_.played() == 0) return {};
  std::string line =
      fmt::format("{} played in {}, {}", text::plural(count_.played(), "match", "matches"),
                  time_text(count_.took(time)), faults_ == 0 ? "no faults" : faults_text(faults_));
  if (const std::uint64_t surplus = count_.done() - std::min(count_.done(), counted_);
      surplus > 0) {
    line +=
        fmt::format("; {} beyond the pairs that count", text::plural(surplus, "match", "matches"));
  }
  return line;
}

}  // namespace referee::report
