#include "referee/show/report/live/live_view.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

namespace {

using namespace std::chrono_literals;

constexpr auto ranking_interval = 500ms;
constexpr std::size_t most_running = 4;
constexpr std::size_t most_rows = 10;

}  // namespace

LiveView::LiveView(std::ostream& out, Shown shown, bool colour, const SizeOf& size)
    : Display(std::move(shown)), out_(out), style_{colour, 0}, size_(size), lines_(out, [size] {
        return size().columns;
      }) {
  if (shown_.store != nullptr && !shown_.comparison && shown_.title.empty()) {
    leaders_ = std::make_unique<Leaders>(shown_.store->manifest());
  }
}

void LiveView::happened(const tournament::Event& event) {
  std::visit(tournament::EventCases{
                 [this](const tournament::RunBegun& run) { begin(run); },
                 [this](const tournament::MatchStart& match) { start(match); },
                 [this](const tournament::BotFailed& fault) { fail(fault); },
                 [this](const tournament::MatchFinished& match) { count(match.record); },
                 [this](const tournament::MatchAdopted& match) { adopt(match.match); },
                 [&](const tournament::MatchLeftOpen& match) {
                   running_.erase(match.match.number);
                   Display::happened(event);
                 },
                 [&](const auto& /*other*/) { Display::happened(event); },
             },
             event);
}

void LiveView::begin(const tournament::RunBegun& run) {
  next_ranking_ = shown_.now();
  count_.begin(next_ranking_, run.done, run.total);
  last_drawn_ = next_ranking_ - draw_interval;
  if (run.done == 0) return;
  note_earlier_times(run.done);
  if (leaders_) {
    // Matches that the report lists as early come as MatchAdopted, if they count at all.
    shown_.store->read(
        [this](const store::MatchSummary& match, std::string_view) { leaders_->add(match); });
  }
  say(first_line());
}

void LiveView::lead(const store::MatchSummary& match) {
  if (leaders_) leaders_->add(match);
  ranking_stale_ = true;
}

void LiveView::start(const tournament::MatchStart& match) {
  running_[match.number] = {match, shown_.now()};
  if (match.pairing.event != event_) {
    event_ = match.pairing.event;
    ranking_stale_ = true;
    next_ranking_ = shown_.now();
  }
}

// At once: until the jury has ended the game the other bot may think for long.
void LiveView::fail(const tournament::BotFailed& fault) {
  const auto running = running_.find(fault.match);
  if (running == running_.end()) return;
  const tournament::MatchStart& match = running->second.match;
  match::MatchRecord so_far = record_of(match);
  so_far.faults.push_back(fault.fault);
  const std::vector<std::string> lines = notes_.add(so_far);
  running->second.counted = true;
  running->second.told = running->second.told || !lines.empty();
  say_red(lines);
}

void LiveView::count(const match::MatchRecord& record) {
  count_.add();
  const auto running = running_.find(record.match.value_or(0));
  const bool counted = running != running_.end() && running->second.counted;
  const bool told = running != running_.end() && running->second.told;
  if (running != running_.end()) running_.erase(running);
  crowding_.add(record);
  const store::MatchSummary match = store::summary_of(record);
  note_time(match, true);
  lead(match);
  if (!counted) say_red(notes_.add(record));
  if (told) say_red(FaultNotes::last_words(record));
}

void LiveView::ended(const store::MatchSummary& match) {
  count_.add();
  note_time(match, true);
  const auto running = running_.find(match.match);
  if (running == running_.end() || !running->second.counted) notes_.count(match);
  running_.erase(match.match);
  lead(match);
}

void LiveView::say_red(const std::vector<std::string>& lines) {
  if (!shown_.title.empty()) return;
  std::vector<std::string> red;
  for (const std::string& line : lines) {
    for (const std::string& part : said_lines(line, size_().columns)) {
      red.push_back(painted(part, Paint::red, style_));
    }
  }
  if (!red.empty()) draw(red);
}

void LiveView::adopt(const store::MatchSummary& match) {
  count_.adopt();
  note_time(match, false);
  lead(match);
}

void LiveView::found(const std::vector<store::MatchSummary>& matches) {
  following_ = true;
  for (const store::MatchSummary& match : matches) {
    adopt(match);
    notes_.count(match);
  }
}

void LiveView::tick() {
  if (!count_.begun()) return;
  const Time time = shown_.now();
  count_.sample(time);
  if (time - last_drawn_ >= draw_interval) draw({});
}

void LiveView::finish() {
  lines_.clear();
  const std::vector<std::string> faults = notes_.counted();
  std::size_t i = 0;
  for (const std::string& line : last_lines(shown_.now())) {
    out_ << (i++ < faults.size() ? painted(line, Paint::red, style_) : line) << '\n';
  }
  out_.flush();
  warn_of_crowding();
}

void LiveView::say(const std::string& line) { draw(said_lines(line, size_().columns)); }

void LiveView::draw(const std::vector<std::string>& above) {
  last_drawn_ = shown_.now();
  lines_.draw(block(last_drawn_, size_()), above);
}

std::vector<std::string> LiveView::block(Time time, const Size& size) {
  std::vector<std::string> lines;
  const auto room = [&] {
    const std::size_t rows = size.rows > 1 ? static_cast<std::size_t>(size.rows) - 1 : 1;
    return rows > lines.size() ? rows - lines.size() : 0;
  };
  constexpr std::size_t tiny = 3;
  if (!shown_.title.empty() && room() >= tiny) {
    lines.push_back(painted(text::safe_text(shown_.title), Paint::bold, style_));
  }
  if (!shown_.comparison && room() >= tiny) lines.push_back(bar(size.columns));
  lines.push_back(figures(time, size.columns));
  for (std::string& line : running_lines(time, std::min(most_running, room()))) {
    lines.push_back(std::move(line));
  }
  // An empty line, title, head and a row.
  constexpr std::size_t least = 4;
  if (room() < least || !leaders_) return lines;
  const std::size_t rows = std::min(most_rows, room() - (least - 1));
  rank(time, size, rows);
  if (ranked_.empty()) return lines;
  lines.emplace_back();
  lines.insert(lines.end(), ranked_.begin(), ranked_.end());
  return lines;
}

// Not with every frame: rating many bots costs time that matches could use.
void LiveView::rank(Time time, const Size& size, std::size_t rows) {
  const bool resized =
      size.columns != ranked_for_.columns || static_cast<int>(rows) != ranked_for_.rows;
  if (!resized && (!ranking_stale_ || time < next_ranking_)) return;
  ranked_for_ = {size.columns, static_cast<int>(rows)};
  ranking_stale_ = false;
  const auto begin = std::chrono::steady_clock::now();
  ranked_ = leaders_->lines(event_, rows, {style_.colour, std::max(size.columns - 1, 1)});
  const auto cost = std::chrono::steady_clock::now() - begin;
  constexpr int share = 50;  // at most 2 % of the time
  next_ranking_ = time + std::max<Time::duration>(ranking_interval, share * cost);
}

std::string LiveView::bar(int columns) const {
  constexpr int widest = 60;
  const std::uint64_t total = count_.total();
  const std::string text = fmt::format(" {}/{}  {} %", count_.done(), total, count_.percent());
  const int width = std::min(widest, columns - 1 - text::display_width(text));
  constexpr int narrowest = 10;
  if (width < narrowest) return text.substr(1);
  const auto full =
      total == 0 ? width
                 : static_cast<int>(static_cast<std::uint64_t>(width) * count_.done() / total);
  std::string done;
  std::string rest;
  for (int i = 0; i < width; ++i) (i < full ? done : rest) += "\u2501";
  return painted(done, stopping_ ? Paint::yellow : Paint::green, style_) +
         painted(rest, Paint::dim, style_) + text;
}

// The most important first: what does not fit is left out.
std::string LiveView::figures(Time time, int columns) const {
  std::vector<std::string> parts =
      shown_.comparison ? evidence(time) : std::vector{count_.left(time), count_.rate(time)};
  std::string line;
  int left = columns - 1;
  const auto add = [&](const std::string& part, Paint paint) {
    const int width = text::display_width(part) + (line.empty() ? 0 : 2);
    if (part.empty() || (!line.empty() && width > left)) return;
    left -= width;
    line += (line.empty() ? "" : ", ") + painted(part, paint, style_);
  };
  if (stopping_) add("stopping", Paint::yellow);
  add(parts.front(), Paint::none);
  add(faults_text(notes_.count()), Paint::red);
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) add(*part, Paint::none);
  if (!line.empty()) return line;
  return fmt::format("{} of {}", count_.done(), text::plural(count_.total(), "match", "matches"));
}

// The longest running first.
std::vector<std::string> LiveView::running_lines(Time time, std::size_t most) const {
  std::vector<std::string> lines;
  for (const auto& [number, one] : running_) {
    if (lines.size() + 1 >= most && running_.size() > most) {
      lines.push_back(
          painted(fmt::format("and {} more", running_.size() - lines.size()), Paint::dim, style_));
      break;
    }
    if (lines.size() == most) break;
    const auto since = std::chrono::duration_cast<std::chrono::seconds>(time - one.since);
    std::string line = fmt::format("match {}  {}, round {}: {}", number, one.match.game->title,
                                   one.match.pairing.round,
                                   text::safe_text(text::join(one.match.bots, " \u2013 ")));
    if (since >= 1s) line += ", " + wait_text(since);
    lines.push_back(painted(line, Paint::dim, style_));
  }
  return lines;
}

}  // namespace referee::report
