#include "referee/report/progress.hpp"

#include <string>
#include <utility>

#include "referee/report/text.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto plain_least = 1s;

}  // namespace

Progress::Progress(std::ostream& out, bool live, bool quiet, Width width, Clock now)
    : line_(out, std::move(width)), live_(live && !quiet), quiet_(quiet), now_(std::move(now)) {}

void Progress::begun(std::uint64_t done, std::uint64_t total) {
  begun_ = true;
  last_plain_ = now_();
  count_.begin(last_plain_, done, total);
  last_drawn_ = last_plain_ - draw_interval;
  pace_.begin(last_plain_, done);
  next_tenth_ = total == 0 ? 10 : 10 * done / total + 1;
  if (quiet_) return;
  if (done > 0) {
    say(count_.begin_line());
  } else if (!live_) {
    say(counted(total, "match", "matches") + " to play");
  }
  tick();
}

void Progress::finished(const match::MatchRecord& record) {
  count_.add();
  for (const std::string& line : faults_.add(record)) say(line);
  tick();
}

void Progress::adopted(const store::MatchSummary& /*match*/) { count_.adopt(); }

void Progress::tick() {
  if (quiet_ || !begun_) return;
  const Time time = now_();
  pace_.sample(time, count_.done());
  if (live_) {
    if (time - last_drawn_ < draw_interval) return;
    last_drawn_ = time;
    line_.draw(live_line(time));
    return;
  }
  const bool tenth = count_.total() > 0 && 10 * count_.done() / count_.total() >= next_tenth_ &&
                     count_.done() < count_.total();
  const auto since = time - last_plain_;
  if (since >= plain_interval || (tenth && since >= plain_least)) plain();
}

void Progress::stopping(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (!quiet_) say(stopping_line(running, true, again));
}

void Progress::finish() {
  line_.clear();
  if (quiet_ || !begun_) return;
  begun_ = false;
  if (count_.played() > 0 || stopping_) say(count_.end_line(now_(), faults_.count()));
}

void Progress::say(const std::string& line) {
  line_.say(line);
  if (live_ && begun_) last_drawn_ = now_() - draw_interval;
}

void Progress::plain() {
  last_plain_ = now_();
  const std::uint64_t done = count_.done();
  const std::uint64_t total = count_.total();
  if (total > 0) next_tenth_ = 10 * done / total + 1;
  std::string line = std::to_string(done) + " of " + counted(total, "match", "matches") + " (" +
                     std::to_string(count_.percent()) + " %)";
  if (const double now = pace_.rate(last_plain_, done); now > 0) line += ", " + rate_text(now);
  if (const std::string left = pace_.left(last_plain_, done, total); !left.empty()) {
    line += ", " + left;
  }
  if (faults_.count() > 0) line += ", " + counted(faults_.count(), "fault", "faults");
  say(line);
}

// The most important first: a narrow terminal cuts the end.
std::string Progress::live_line(Time time) const {
  const std::uint64_t done = count_.done();
  std::string line = std::to_string(done) + "/" + std::to_string(count_.total()) + " (" +
                     std::to_string(count_.percent()) + " %)";
  if (const std::string left = pace_.left(time, done, count_.total()); !left.empty()) {
    line += ", " + left;
  }
  if (faults_.count() > 0) line += ", " + counted(faults_.count(), "fault", "faults");
  if (const double now = pace_.rate(time, done); now > 0) line += ", " + rate_text(now);
  if (stopping_) line += ", stopping";
  return line;
}

}  // namespace referee::report
