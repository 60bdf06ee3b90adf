#include "referee/report/progress.hpp"

#include <algorithm>
#include <string>

#include "referee/report/text.hpp"
#include "referee/report/utf8.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto draw_interval = 100ms;
constexpr auto plain_interval = 30s;
constexpr auto plain_least = 1s;

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

Progress::Progress(std::ostream& out, bool live, bool quiet, Width width, Clock now)
    : out_(out),
      live_(live && !quiet),
      quiet_(quiet),
      width_(std::move(width)),
      now_(std::move(now)) {}

Progress::~Progress() {
  // The terminal is left in order when a run ends with an exception.
  try {
    clear();
  } catch (...) {  // a stream that throws: nothing to be done about a display
  }
}

void Progress::begun(std::uint64_t done, std::uint64_t total) {
  begun_ = true;
  before_ = done_ = done;
  total_ = total;
  start_ = last_plain_ = now_();
  last_drawn_ = start_ - draw_interval;
  pace_.begin(start_, done);
  next_tenth_ = total == 0 ? 10 : 10 * done / total + 1;
  if (quiet_) return;
  if (done > 0) {
    say(counted(total, "match", "matches") + ", " + std::to_string(done) + " played already, " +
        std::to_string(total - done) + " to play");
  } else if (!live_) {
    say(counted(total, "match", "matches") + " to play");
  }
  tick();
}

void Progress::finished(const match::MatchRecord& record) {
  ++done_;
  for (const std::string& line : faults_.add(record)) say(line);
  tick();
}

void Progress::tick() {
  if (quiet_ || !begun_) return;
  const Time time = now_();
  pace_.sample(time, done_);
  if (live_) {
    if (time - last_drawn_ >= draw_interval) draw();
    return;
  }
  const bool tenth = total_ > 0 && 10 * done_ / total_ >= next_tenth_ && done_ < total_;
  const auto since = time - last_plain_;
  if (since >= plain_interval || (tenth && since >= plain_least)) plain();
}

void Progress::stopping(std::size_t running) {
  stopping_ = true;
  if (quiet_) return;
  say("finishing " + counted(running, "running match", "running matches") +
      "; again to leave at once; the same command continues");
}

void Progress::finish() {
  clear();
  if (quiet_ || !begun_) return;
  begun_ = false;
  const std::uint64_t played = done_ - before_;
  if (played == 0 && !stopping_) return;
  const auto took = now_() - start_;
  std::string line = counted(played, "match", "matches") + " played in " + time_text(took);
  if (took > 0s && played > 0) {
    line += " (" + rate_text(static_cast<double>(played) / seconds(took)) + ")";
  }
  line += ", " + (faults_.count() == 0 ? "no faults" : counted(faults_.count(), "fault", "faults"));
  if (done_ < total_) line += "; " + std::to_string(total_ - done_) + " still to play";
  say(line);
}

void Progress::say(const std::string& line) {
  clear();
  out_ << line << '\n';
  out_.flush();
  if (live_ && begun_) last_drawn_ = now_() - draw_interval;
}

void Progress::clear() {
  if (!drawn_) return;
  out_ << "\r\x1b[K";
  out_.flush();
  drawn_ = false;
}

void Progress::draw() {
  last_drawn_ = now_();
  // One column stays free: a full line would wrap on some terminals.
  out_ << "\r\x1b[K" << cut(live_line(last_drawn_), std::max(width_() - 1, 1));
  out_.flush();
  drawn_ = true;
}

void Progress::plain() {
  last_plain_ = now_();
  if (total_ > 0) next_tenth_ = 10 * done_ / total_ + 1;
  std::string line = std::to_string(done_) + " of " + counted(total_, "match", "matches") + " (" +
                     std::to_string(total_ == 0 ? 100 : 100 * done_ / total_) + " %)";
  if (const double now = pace_.rate(last_plain_, done_); now > 0) line += ", " + rate_text(now);
  if (const std::string left = pace_.left(last_plain_, done_, total_); !left.empty()) {
    line += ", " + left;
  }
  if (faults_.count() > 0) line += ", " + counted(faults_.count(), "fault", "faults");
  say(line);
}

// The most important first: a narrow terminal cuts the end.
std::string Progress::live_line(Time time) const {
  std::string line = std::to_string(done_) + "/" + std::to_string(total_) + " (" +
                     std::to_string(total_ == 0 ? 100 : 100 * done_ / total_) + " %)";
  if (const std::string left = pace_.left(time, done_, total_); !left.empty()) line += ", " + left;
  if (faults_.count() > 0) line += ", " + counted(faults_.count(), "fault", "faults");
  if (const double now = pace_.rate(time, done_); now > 0) line += ", " + rate_text(now);
  if (stopping_) line += ", stopping";
  return line;
}

}  // namespace referee::report
