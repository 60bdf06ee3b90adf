#include "referee/show/report/live/pace.hpp"

#include <fmt/core.h>

#include <cmath>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto sample_interval = 1s;
constexpr auto sample_window = 60s;

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

void Pace::begin(Time time, std::uint64_t done) { samples_ = {{time, done}}; }

void Pace::sample(Time time, std::uint64_t done) {
  if (time - samples_.back().time >= sample_interval) samples_.push_back({time, done});
  while (samples_.size() > 2 && time - samples_.front().time > sample_window) samples_.pop_front();
}

double Pace::rate(Time time, std::uint64_t done) const {
  const double span = seconds(time - samples_.front().time);
  const auto played = static_cast<double>(done - samples_.front().done);
  return span > 0 ? played / span : 0;
}

std::string Pace::left(Time time, std::uint64_t done, std::uint64_t total) const {
  const double now = rate(time, done);
  if (now <= 0 || done >= total) return {};
  const double wait = std::ceil(static_cast<double>(total - done) / now);
  constexpr double most = 1000.0 * 3600;
  if (wait > most) return "more than 1000 h left";
  return "about " + wait_text(std::chrono::seconds(static_cast<std::int64_t>(wait))) + " left";
}

std::string rate_text(double rate) {
  return fixed(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0) + "/s";
}

void RunCount::begin(Time time, std::uint64_t done, std::uint64_t total) {
  begun_ = true;
  start_ = time;
  pace_.begin(time, done);
  work_pace_.begin(time, 0);
  before_ = done_ = done;
  total_ = total;
}

std::string RunCount::begin_line() const {
  return fmt::format("{}, {} played already, {} to play", text::plural(total_, "match", "matches"),
                     done_, total_ - done_);
}

std::string RunCount::end_line(Time time, std::uint64_t faults) const {
  const auto took = time - start_;
  const double seconds = std::chrono::duration<double>(took).count();
  std::string line =
      fmt::format("{} played in {}", text::plural(played(), "match", "matches"), time_text(took));
  if (seconds > 0 && played() > 0) {
    line += fmt::format(" ({})", rate_text(static_cast<double>(played()) / seconds));
  }
  line += ", " + (faults == 0 ? "no faults" : faults_text(faults));
  if (voids_ > 0) {
    line += fmt::format("; {} because the referee was stopped, and played again",
                        text::plural(voids_, "match was void", "matches were void"));
  }
  if (done_ < total_) line += fmt::format("; {} still to play", total_ - done_);
  return line;
}

void RunCount::plan(std::string_view game, std::uint64_t matches) {
  games_[std::string(game)].planned += matches;
}

void RunCount::note_time(std::string_view game, std::uint64_t microseconds, bool in_this_run) {
  const auto found = games_.find(game);
  if (found == games_.end()) return;
  ++found->second.done;
  found->second.microseconds += microseconds;
  if (in_this_run) work_ += microseconds;
}

// Of the matches left; those of a game of which none has been played take as long as the others.
std::uint64_t RunCount::work_left() const {
  double done = 0;
  double time = 0;
  for (const auto& [name, game] : games_) {
    done += static_cast<double>(game.done);
    time += static_cast<double>(game.microseconds);
  }
  double matches = 0;
  double work = 0;
  for (const auto& [name, game] : games_) {
    if (game.planned <= game.done) continue;
    const auto left = static_cast<double>(game.planned - game.done);
    const double mean =
        game.done > 0 ? static_cast<double>(game.microseconds) / static_cast<double>(game.done)
        : done > 0    ? time / done
                      : 0;
    matches += left;
    work += left * mean;
  }
  if (matches == 0 || done_ >= total_) return 0;
  // A part of a tournament plays a share of each game.
  return static_cast<std::uint64_t>(work * static_cast<double>(total_ - done_) / matches);
}

std::string RunCount::left(Time time) const {
  if (games_.size() < 2) return pace_.left(time, done_, total_);
  return work_pace_.left(time, work_, work_ + work_left());
}

std::string RunCount::rate(Time time) const {
  const double now = pace_.rate(time, done_);
  return now > 0 ? rate_text(now) : std::string();
}

std::string faults_text(std::uint64_t count) {
  return count == 0 ? std::string() : text::plural(count, "fault");
}

std::vector<std::string> said_lines(const std::string& line, int width) {
  constexpr int narrowest = 40;  // narrower ones break words in any case
  const bool as_it_is = width < narrowest || line.starts_with(' ');
  return lines_of((as_it_is ? line : text::wrapped(line, width, 2)) + '\n');
}

std::string replaced_text(const std::string& who, const std::string& answers) {
  return fmt::format(
      "{} would have played {}; it does not know that another move was made, so its later moves "
      "may "
      "mean nothing; a bot can take the given moves from {{moves}} in its command",
      who, answers);
}

}  // namespace referee::report
