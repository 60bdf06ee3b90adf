#include <algorithm>
#include <utility>

#include "referee/report/regress_report.hpp"
#include "referee/report/text.hpp"
#include "referee/report/utf8.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto draw_interval = 100ms;
constexpr auto plain_interval = 30s;

}  // namespace

CheckProgress::CheckProgress(std::ostream& out, bool live, bool quiet, bool kept,
                             const std::string& title, Width width, Clock now)
    : out_(out),
      live_(live && !quiet),
      quiet_(quiet),
      kept_(kept),
      title_(safe_text(title)),
      width_(std::move(width)),
      now_(std::move(now)) {}

CheckProgress::~CheckProgress() {
  try {
    clear();
  } catch (...) {  // a stream that throws: nothing to be done about a display
  }
}

void CheckProgress::begun(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  last_shown_ = now_();
  if (quiet_ || live_) return;
  out_ << line() << '\n';
  out_.flush();
}

void CheckProgress::finished(const match::MatchRecord& record) {
  ++done_;
  faults_ += record.faults.size();
}

void CheckProgress::tick() {
  if (quiet_) return;
  const auto now = now_();
  if (now - last_shown_ < (live_ ? draw_interval : std::chrono::milliseconds(plain_interval))) {
    return;
  }
  last_shown_ = now;
  if (live_) {
    out_ << "\r\x1b[K" << cut(line(), std::max(width_() - 1, 1));
    drawn_ = true;
  } else {
    out_ << line() << '\n';
  }
  out_.flush();
}

void CheckProgress::stopping(std::size_t running) {
  if (quiet_) return;
  clear();
  out_ << "finishing " << counted(running, "running match", "running matches")
       << "; again to leave at once" << (kept_ ? "; the same command continues" : "") << '\n';
  out_.flush();
}

std::string CheckProgress::line() const {
  std::string text =
      title_ + ": " + std::to_string(done_) + " of " + counted(total_, "game", "games");
  if (faults_ > 0) text += ", " + counted(faults_, "fault", "faults");
  return text;
}

void CheckProgress::clear() {
  if (!drawn_) return;
  out_ << "\r\x1b[K";
  out_.flush();
  drawn_ = false;
}

}  // namespace referee::report
