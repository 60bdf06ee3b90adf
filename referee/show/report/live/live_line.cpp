#include "referee/show/report/live/live_line.hpp"

#include <algorithm>
#include <utility>

#include "referee/base/text/utf8.hpp"

namespace referee::report {

LiveLine::LiveLine(std::ostream& out, Width width) : out_(out), width_(std::move(width)) {}

LiveLine::~LiveLine() {
  try {
    clear();
  } catch (...) {  // the stream throws: a display ignores that
  }
}

void LiveLine::draw(const std::string& line) {
  // One column stays free: a full line would wrap on some terminals.
  out_ << "\r\x1b[K" << text::cut(line, std::max(width_() - 1, 1));
  out_.flush();
  drawn_ = true;
}

void LiveLine::say(const std::string& line) {
  clear();
  out_ << line << '\n';
  out_.flush();
}

void LiveLine::clear() {
  if (!drawn_) return;
  out_ << "\r\x1b[K";
  out_.flush();
  drawn_ = false;
}

}  // namespace referee::report
