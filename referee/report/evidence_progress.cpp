#include <algorithm>
#include <utility>

#include "referee/report/evidence.hpp"
#include "referee/report/evidence_compare.hpp"
#include "referee/report/match_text.hpp"
#include "referee/report/text.hpp"
#include "referee/report/utf8.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto draw_interval = 100ms;
constexpr auto plain_interval = 30s;

std::string evidence_line(const tournament::Comparison& comparison) {
  std::string text = counted(comparison.count(), "pair", "pairs");
  const auto& rules = comparison.rules();
  if (const auto evidence = comparison.point_evidence()) {
    return text + ", evidence for H1 " + fixed(evidence->for_h1, 2) + " of " +
           fixed(evidence->needed_for_h1, 2) + ", for H0 " + fixed(evidence->for_h0, 2) + " of " +
           fixed(evidence->needed_for_h0, 2) + ", points " +
           estimate_text(comparison.points().interval(), 2);
  }
  const auto& sprt = comparison.sprt();
  return text + ", LLR " + fixed(sprt.llr, 2) + " (" + fixed(sprt.bounds.lower, 2) + " to " +
         fixed(sprt.bounds.upper, 2) + "), Elo " +
         estimate_text(statistics::strength(comparison.pairs()).elo, 1) + " [" +
         fixed(rules.elo.elo0, 1) + ", " + fixed(rules.elo.elo1, 1) + "]";
}

}  // namespace

CompareProgress::CompareProgress(std::ostream& out, bool live, bool quiet, bool kept, Width width,
                                 Clock now)
    : out_(out),
      live_(live && !quiet),
      quiet_(quiet),
      kept_(kept),
      width_(std::move(width)),
      now_(std::move(now)) {}

CompareProgress::~CompareProgress() {
  // The terminal is left in order when a comparison ends with an exception.
  try {
    clear();
  } catch (...) {  // a stream that throws: nothing to be done about a display
  }
}

void CompareProgress::begun(std::uint64_t matches_before) {
  start_ = last_shown_ = now_();
  if (!quiet_ && matches_before > 0) {
    say(counted(matches_before, "match", "matches") + " played already");
  }
}

void CompareProgress::finished(const match::MatchRecord& record) {
  ++played_;
  for (const match::MatchFault& fault : record.faults) note_fault(record, fault);
}

void CompareProgress::pair_counted(const tournament::Comparison& comparison) {
  // Not for every pair of the thousands that a store may hold.
  if (!quiet_ && now_() - last_shown_ >= draw_interval) evidence_ = evidence_line(comparison);
}

void CompareProgress::tick() {
  if (quiet_) return;
  const Time time = now_();
  if (time - last_shown_ < (live_ ? Time::duration(draw_interval) : plain_interval)) return;
  if (live_) {
    // One column stays free: a full line would wrap on some terminals.
    out_ << "\r\x1b[K" << cut(state_line(), std::max(width_() - 1, 1));
    out_.flush();
    drawn_ = true;
  } else {
    say(state_line());
  }
  last_shown_ = time;
}

void CompareProgress::stopping(std::size_t running) {
  if (quiet_) return;
  say("finishing " + counted(running, "running match", "running matches") +
      "; again to leave at once" + (kept_ ? "; the same command continues" : ""));
}

void CompareProgress::finish() {
  clear();
  if (quiet_ || played_ == 0) return;
  const auto took = now_() - start_;
  std::string line = counted(played_, "match", "matches") + " played in " + time_text(took) + ", ";
  line += faults_ == 0 ? "no faults" : counted(faults_, "fault", "faults");
  say(line);
}

void CompareProgress::note_fault(const match::MatchRecord& record, const match::MatchFault& fault) {
  ++faults_;
  const std::string kind(bot::name(fault.fault.kind));
  const std::string& bot = record.bots[rules::index(fault.seat)].name;
  const std::uint64_t count = ++faults_of_[bot + '\n' + kind];
  if (count > faults_in_full) return;
  std::string line = "fault: ";
  if (record.match) line += "match " + std::to_string(*record.match) + ", ";
  say(line + fault_text(record, fault));
  if (count == faults_in_full) {
    say("fault: further " + kind + " faults of " + safe_text(bot) + " are only counted");
  }
}

void CompareProgress::say(const std::string& line) {
  clear();
  out_ << line << '\n';
  out_.flush();
}

void CompareProgress::clear() {
  if (!drawn_) return;
  out_ << "\r\x1b[K";
  out_.flush();
  drawn_ = false;
}

std::string CompareProgress::state_line() const {
  std::string line = evidence_.empty() ? std::string("no pair yet") : evidence_;
  const double seconds = std::chrono::duration<double>(now_() - start_).count();
  if (played_ > 0 && seconds > 0) {
    const double rate = static_cast<double>(played_) / seconds;
    line += ", " + fixed(rate, rate < 10 ? 2 : 0) + " matches/s";
  }
  if (faults_ > 0) line += ", " + counted(faults_, "fault", "faults");
  return line;
}

}  // namespace referee::report
