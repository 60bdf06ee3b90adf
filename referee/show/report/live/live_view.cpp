#include "referee/show/report/live/live_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto ranking_interval = 500ms;
constexpr std::size_t most_running = 4;
constexpr std::size_t most_rows = 10;

std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size() - 1) + 1;
    } else {
      plain += text[i++];
    }
  }
  return plain;
}

int visible_width(const std::string& text) { return text::display_width(without_colours(text)); }

// A coloured text in at most `columns` columns; if it has to be cut, it loses its colours.
std::string fitted(const std::string& text, int columns) {
  const std::string plain = without_colours(text);
  return text::display_width(plain) <= columns ? text : text::cut(plain, columns);
}

// What a frame is wrapped in: terminals that know it show all of it at once.
constexpr const char* hold = "\x1b[?2026h";
constexpr const char* release = "\x1b[?2026l";

}  // namespace

LiveView::LiveView(std::ostream& out, const store::Store& store, bool colour, SizeOf size,
                   Clock now)
    : CountingDisplay(store.folder().string(), std::move(now)),
      out_(out),
      store_(store),
      style_{colour, 0},
      size_(std::move(size)),
      leaders_(store.manifest()) {}

LiveView::~LiveView() {
  // The terminal is left in order when a run ends with an exception.
  try {
    clear();
  } catch (...) {  // the stream throws: a display ignores that
  }
}

void LiveView::begun(std::uint64_t done, std::uint64_t total) {
  begun_ = true;
  next_ranking_ = now_();
  count_.begin(next_ranking_, done, total);
  last_drawn_ = next_ranking_ - draw_interval;
  if (done > 0) {
    // Matches that the report lists as early come through adopted(), if they count at all.
    store_.read(
        [this](const store::MatchSummary& match, std::string_view) { leaders_.add(match); });
    say(count_.begin_line());
  }
}

void LiveView::started(const tournament::MatchStart& match) {
  running_[match.number] = {match, now_()};
  if (match.pairing.event != event_) {
    event_ = match.pairing.event;
    ranking_stale_ = true;
    next_ranking_ = now_();
  }
}

// At once: until the jury has ended the game the other bot may think for long.
void LiveView::failed(const tournament::BotFailed& fault) {
  const auto running = running_.find(fault.match);
  if (running == running_.end()) return;
  const tournament::MatchStart& match = running->second.match;
  match::MatchRecord so_far;
  so_far.game = match.game;
  so_far.match = match.number;
  for (std::size_t seat = 0; seat < 2; ++seat) so_far.bots[seat].name = match.bots[seat];
  so_far.faults.push_back(fault.fault);
  const std::vector<std::string> lines = notes_.add(so_far);
  running->second.counted = true;
  running->second.told = running->second.told || !lines.empty();
  say_red(lines);
}

void LiveView::finished(const match::MatchRecord& record) {
  count_.add();
  const auto running = running_.find(record.match.value_or(0));
  const bool counted = running != running_.end() && running->second.counted;
  const bool told = running != running_.end() && running->second.told;
  if (running != running_.end()) running_.erase(running);
  leaders_.add(store::summary_of(record));
  ranking_stale_ = true;
  if (!counted) say_red(notes_.add(record));
  if (told) say_red(FaultNotes::last_words(record));
}

void LiveView::left_open(const tournament::MatchLeftOpen& match) {
  running_.erase(match.match.number);
  CountingDisplay::left_open(match);
}

void LiveView::ended(const store::MatchSummary& match) {
  count_.add();
  const auto running = running_.find(match.match);
  if (running == running_.end() || !running->second.counted) notes_.count(match);
  running_.erase(match.match);
  leaders_.add(match);
  ranking_stale_ = true;
}

void LiveView::say_red(const std::vector<std::string>& lines) {
  std::vector<std::string> red;
  for (const std::string& line : lines) {
    for (const std::string& part : said_lines(line, size_().columns)) {
      red.push_back(painted(part, Paint::red, style_));
    }
  }
  if (!red.empty()) draw(red);
}

void LiveView::adopted(const store::MatchSummary& match) {
  count_.adopt();
  leaders_.add(match);
  ranking_stale_ = true;
}

void LiveView::found(const std::vector<store::MatchSummary>& matches) {
  for (const store::MatchSummary& match : matches) {
    adopted(match);
    notes_.count(match);
  }
}

void LiveView::tick() {
  if (!begun_) return;
  const Time time = now_();
  count_.sample(time);
  if (time - last_drawn_ >= draw_interval) draw({});
}

void LiveView::finish() {
  clear();
  if (!begun_) return;
  begun_ = false;
  for (const std::string& line : notes_.counted()) {
    out_ << painted(line, Paint::red, style_) << '\n';
  }
  if (count_.played() == 0 && !stopping_) return;
  out_ << count_.end_line(now_(), notes_.count()) + '\n';
  out_.flush();
}

void LiveView::say(const std::string& line) { draw(said_lines(line, size_().columns)); }

// Up to the first line of the block, as the terminal shows it now: where it has become
// narrower, lines take several rows.
std::string LiveView::frame_begin(int columns) const {
  if (drawn_.empty()) return "\r";
  int rows = 0;
  for (const int width : drawn_) rows += std::max(1, (width + columns - 1) / columns);
  return rows > 1 ? fmt::format("\r\x1b[{}A", rows - 1) : "\r";
}

void LiveView::draw(const std::vector<std::string>& above) {
  const Size size = size_();
  const int columns = std::max(size.columns, 1);
  last_drawn_ = now_();
  std::string frame = hold + frame_begin(columns);
  for (const std::string& line : above) frame += line + "\x1b[K\n";
  // One column stays free: a full line would wrap on some terminals.
  std::vector<std::string> lines = block(last_drawn_, size);
  drawn_.clear();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = fitted(lines[i], std::max(columns - 1, 1));
    frame += (i > 0 ? "\n" : "") + line + "\x1b[K";
    drawn_.push_back(visible_width(line));
  }
  // With one write, so that no partial frame is ever visible.
  out_ << frame + "\x1b[J" + release;
  out_.flush();
}

void LiveView::clear() {
  if (drawn_.empty()) return;
  out_ << frame_begin(std::max(size_().columns, 1)) + "\x1b[J";
  out_.flush();
  drawn_.clear();
}

std::vector<std::string> LiveView::block(Time time, const Size& size) {
  std::vector<std::string> lines;
  const auto room = [&] {
    const std::size_t rows = size.rows > 1 ? static_cast<std::size_t>(size.rows) - 1 : 1;
    return rows > lines.size() ? rows - lines.size() : 0;
  };
  constexpr std::size_t tiny = 3;
  if (room() >= tiny) lines.push_back(bar(size.columns));
  lines.push_back(figures(time));
  for (std::string& line : running_lines(time, std::min(most_running, room()))) {
    lines.push_back(std::move(line));
  }
  // An empty line, title, head and a row.
  constexpr std::size_t least = 4;
  if (room() < least) return lines;
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
  ranked_ = leaders_.lines(event_, rows, {style_.colour, std::max(size.columns - 1, 1)});
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

// The most important first: a narrow terminal cuts the end.
std::string LiveView::figures(Time time) const {
  std::vector<std::string> parts;
  if (stopping_) parts.push_back(painted("stopping", Paint::yellow, style_));
  parts.push_back(count_.left(time));
  parts.push_back(painted(faults_text(notes_.count()), Paint::red, style_));
  parts.push_back(count_.rate(time));
  std::erase(parts, std::string());
  std::string line = fmt::format("{}", fmt::join(parts, ", "));
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
    std::string line =
        fmt::format("match {}  {}, round {}: {} \u2013 {}", number, one.match.game->title,
                    one.match.pairing.round, text::safe_text(one.match.bots[0]),
                    text::safe_text(one.match.bots[1]));
    if (since >= 1s) line += ", " + wait_text(since);
    lines.push_back(painted(line, Paint::dim, style_));
  }
  return lines;
}

}  // namespace referee::report
