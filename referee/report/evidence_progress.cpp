#include <utility>

#include "referee/report/evidence.hpp"
#include "referee/report/evidence_compare.hpp"
#include "referee/report/pace.hpp"
#include "referee/report/run_count.hpp"
#include "referee/report/text.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

std::string evidence_line(const evidence::Comparison& comparison) {
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
    : line_(out, std::move(width)),
      live_(live && !quiet),
      quiet_(quiet),
      kept_(kept),
      now_(std::move(now)) {}

void CompareProgress::begun(std::uint64_t matches_before) {
  start_ = last_shown_ = now_();
  if (!quiet_ && matches_before > 0) {
    line_.say(counted(matches_before, "match", "matches") + " played already");
  }
}

void CompareProgress::finished(const match::MatchRecord& record) {
  ++played_;
  for (const std::string& line : faults_.add(record)) line_.say(line);
}

void CompareProgress::pair_counted(const evidence::Comparison& comparison) {
  // Not for every pair of the thousands that a store may hold.
  if (!quiet_ && now_() - last_shown_ >= draw_interval) evidence_ = evidence_line(comparison);
}

void CompareProgress::tick() {
  if (quiet_) return;
  const Time time = now_();
  if (time - last_shown_ < (live_ ? Time::duration(draw_interval) : plain_interval)) return;
  if (live_) {
    line_.draw(state_line());
  } else {
    line_.say(state_line());
  }
  last_shown_ = time;
}

void CompareProgress::stopping(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (!quiet_) line_.say(stopping_line(running, kept_, again));
}

void CompareProgress::finish() {
  line_.clear();
  if (quiet_ || played_ == 0) return;
  const auto took = now_() - start_;
  std::string line = counted(played_, "match", "matches") + " played in " + time_text(took) + ", ";
  line += faults_.count() == 0 ? "no faults" : counted(faults_.count(), "fault", "faults");
  line_.say(line);
}

std::string CompareProgress::state_line() const {
  std::string line = evidence_.empty() ? std::string("no pair yet") : evidence_;
  const double seconds = std::chrono::duration<double>(now_() - start_).count();
  if (played_ > 0 && seconds > 0) {
    const double rate = static_cast<double>(played_) / seconds;
    line += ", " + fixed(rate, rate < 10 ? 2 : 0) + " matches/s";
  }
  if (faults_.count() > 0) line += ", " + counted(faults_.count(), "fault", "faults");
  return line;
}

}  // namespace referee::report
