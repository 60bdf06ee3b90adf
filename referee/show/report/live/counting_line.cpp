#include "referee/show/report/live/counting_line.hpp"

#include <fmt/core.h>

#include <utility>

#include "referee/base/text/words.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

constexpr auto first_on_terminal = 1s;
constexpr auto first_elsewhere = 10s;

}  // namespace

CountingLine::CountingLine(std::ostream& out, bool live, LiveLine::Width width,
                           std::function<Time()> now)
    : out_(out),
      live_(live),
      line_(out, std::move(width)),
      now_(std::move(now)),
      next_(now_() + (live ? first_on_terminal : first_elsewhere)) {}

void CountingLine::at(std::uint64_t done, std::uint64_t all) {
  const Time now = now_();
  if (all > 0) {
    if (!std::exchange(counted_, true)) pace_.begin(now, done);
    pace_.sample(now, done);
  }
  if (now < next_) return;
  next_ = now + (live_ ? Time::duration(draw_interval) : Time::duration(plain_interval));
  std::string line = "reading the records: " + text::plural(done, "match", "matches");
  if (all > 0) {
    line = fmt::format("writing the page: {} of {}", done, text::plural(all, "match", "matches"));
    const std::string left = pace_.left(now, done, all);
    if (!left.empty()) text::add_to_list(line, left);
  }
  if (live_) {
    line_.draw(line);
  } else {
    line_.say(line);
  }
}

}  // namespace referee::report
