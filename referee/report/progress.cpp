#include "referee/report/progress.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/report/match_text.hpp"
#include "referee/report/text.hpp"
#include "referee/report/utf8.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto draw_interval = 100ms;
constexpr auto plain_interval = 30s;
constexpr auto plain_least = 1s;
constexpr auto sample_interval = 1s;
constexpr auto sample_window = 60s;

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::string rate_text(double rate) {
  return fixed(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0) + "/s";
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
  samples_ = {{start_, done}};
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
  for (const match::MatchFault& fault : record.faults) note_fault(record, fault);
  tick();
}

void Progress::tick() {
  if (quiet_ || !begun_) return;
  const Time time = now_();
  take_sample(time);
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
  line += ", " + (faults_ == 0 ? "no faults" : counted(faults_, "fault", "faults"));
  if (done_ < total_) line += "; " + std::to_string(total_ - done_) + " still to play";
  say(line);
}

void Progress::note_fault(const match::MatchRecord& record, const match::MatchFault& fault) {
  ++faults_;
  const std::string kind(bot::name(fault.fault.kind));
  const std::string& bot = record.bots[rules::index(fault.seat)].name;
  // A newline cannot stand in a name: names of different bots never run together.
  const std::uint64_t count =
      ++faults_of_[std::string(record.game->name) + '\n' + kind + '\n' + bot];
  if (count > faults_in_full) return;
  std::string line = "fault: " + std::string(record.game->title);
  if (record.match) line += ", match " + std::to_string(*record.match);
  say(line + ", " + fault_text(record, fault));
  if (count == faults_in_full) {
    say("fault: further " + kind + " faults of " + safe_text(bot) + " in " +
        std::string(record.game->title) + " are only counted");
  }
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
  if (const double now = rate(last_plain_); now > 0) line += ", " + rate_text(now);
  line += left(last_plain_);
  if (faults_ > 0) line += ", " + counted(faults_, "fault", "faults");
  say(line);
}

void Progress::take_sample(Time time) {
  if (time - samples_.back().time >= sample_interval) samples_.push_back({time, done_});
  while (samples_.size() > 2 && time - samples_.front().time > sample_window) samples_.pop_front();
}

// Over the last minute: the games of a tournament need not be equally long.
double Progress::rate(Time time) const {
  const double span = seconds(time - samples_.front().time);
  const auto played = static_cast<double>(done_ - samples_.front().done);
  return span > 0 ? played / span : 0;
}

std::string Progress::left(Time time) const {
  const double now = rate(time);
  if (now <= 0 || done_ >= total_) return {};
  const double wait = std::ceil(static_cast<double>(total_ - done_) / now);
  constexpr double most = 1000.0 * 3600;
  if (wait > most) return ", more than 1000 h left";
  return ", about " + wait_text(std::chrono::seconds(static_cast<std::int64_t>(wait))) + " left";
}

// The most important first: a narrow terminal cuts the end.
std::string Progress::live_line(Time time) const {
  std::string line = std::to_string(done_) + "/" + std::to_string(total_) + " (" +
                     std::to_string(total_ == 0 ? 100 : 100 * done_ / total_) + " %)";
  line += left(time);
  if (faults_ > 0) line += ", " + counted(faults_, "fault", "faults");
  if (const double now = rate(time); now > 0) line += ", " + rate_text(now);
  if (stopping_) line += ", stopping";
  return line;
}

}  // namespace referee::report
