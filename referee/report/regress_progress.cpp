#include <utility>

#include "referee/report/pace.hpp"
#include "referee/report/regress_report.hpp"
#include "referee/report/run_count.hpp"
#include "referee/report/text.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

}  // namespace

CheckProgress::CheckProgress(std::ostream& out, bool live, bool quiet, bool kept,
                             const std::string& title, Width width, Clock now)
    : line_(out, std::move(width)),
      live_(live && !quiet),
      quiet_(quiet),
      kept_(kept),
      title_(text::safe_text(title)),
      now_(std::move(now)) {}

void CheckProgress::begun(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  last_shown_ = now_();
  if (!quiet_ && !live_) line_.say(state_line());
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
    line_.draw(state_line());
  } else {
    line_.say(state_line());
  }
}

void CheckProgress::stopping(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (!quiet_) line_.say(stopping_line(running, kept_, again));
}

std::string CheckProgress::state_line() const {
  std::string text =
      title_ + ": " + std::to_string(done_) + " of " + counted(total_, "game", "games");
  if (faults_ > 0) text += ", " + counted(faults_, "fault", "faults");
  return text;
}

}  // namespace referee::report
