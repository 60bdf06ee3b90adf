#include "referee/show/report/live/live_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/utf8.hpp"

namespace referee::report {
namespace {

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

// What a frame is wrapped in: terminals that know it show all of it at once.
constexpr const char* hold = "\x1b[?2026h";
constexpr const char* release = "\x1b[?2026l";

}  // namespace

LiveLine::LiveLine(std::ostream& out, Width width) : out_(out), width_(std::move(width)) {}

LiveLine::~LiveLine() {
  try {
    clear();
  } catch (...) {  // the stream throws: a display ignores that
  }
}

void LiveLine::draw(const std::vector<std::string>& lines, const std::vector<std::string>& above) {
  std::string frame = hold + to_begin();
  for (const std::string& line : above) frame += line + "\x1b[K\n";
  // One column stays free: a full line would wrap on some terminals.
  const int columns = std::max(width_() - 1, 1);
  drawn_.clear();
  for (const std::string& line : lines) {
    const std::string plain = without_colours(line);
    const bool fits = text::display_width(plain) <= columns;
    // What has to be cut loses its colours.
    const std::string cut = fits ? plain : text::cut(plain, columns);
    frame += (drawn_.empty() ? "" : "\n") + (fits ? line : cut) + "\x1b[K";
    drawn_.push_back(text::display_width(cut));
  }
  // With one write, so that no partial frame is ever visible.
  out_ << frame + "\x1b[J" + release;
  out_.flush();
}

void LiveLine::say(const std::string& line) {
  clear();
  out_ << line << '\n';
  out_.flush();
}

void LiveLine::clear() {
  if (drawn_.empty()) return;
  out_ << to_begin() + "\x1b[J";
  out_.flush();
  drawn_.clear();
}

// Up to the first line as the terminal shows it now: where it has become narrower, lines take
// several rows.
std::string LiveLine::to_begin() const {
  const int columns = std::max(width_(), 1);
  int rows = 0;
  for (const int width : drawn_) rows += std::max(1, (width + columns - 1) / columns);
  return rows > 1 ? fmt::format("\r\x1b[{}A", rows - 1) : "\r";
}

}  // namespace referee::report
