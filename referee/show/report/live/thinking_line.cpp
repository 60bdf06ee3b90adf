#include "referee/show/report/live/thinking_line.hpp"

#include <fmt/core.h>

#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/by_seat.hpp"

namespace referee::report {
namespace {

// Which clock runs, and how far.
std::string words_of_limits(kernel::ClockKind clock, const kernel::Limits& limits) {
  if (limits.times.turn > kernel::Duration{}) {
    return fmt::format("its limits are {}, {} a turn", text::seconds_text(limits.times.budget),
                       text::seconds_text(limits.times.turn));
  }
  if (clock == kernel::ClockKind::wall) {
    return fmt::format("its limit is {}", text::seconds_text(limits.times.budget));
  }
  return fmt::format("its limits are {} CPU, {} wall", text::seconds_text(limits.times.budget),
                     text::seconds_text(limits.wall_limit()));
}

}  // namespace

ThinkingLine::ThinkingLine(std::ostream& out, const rules::BySeat<Known>& seats,
                           std::function<int()> width)
    : names_(seats.size()), limits_(seats.size()), line_(out, std::move(width)) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    names_[i] = fmt::format("{} ({})", text::safe_text(seats[i].name), seats[i].seat);
    limits_[i] = words_of_limits(seats[i].clock, seats[i].limits);
  }
  drawer_ = text::thread_for("the line that tells who thinks", [this] { draw(); });
}

ThinkingLine::~ThinkingLine() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_now_.notify_one();
  drawer_.join();
}

void ThinkingLine::thinks(std::size_t seat, int number) {
  const std::lock_guard lock(mutex_);
  seat_ = seat;
  number_ = number;
  since_ = std::chrono::steady_clock::now();
}

void ThinkingLine::draw() {
  constexpr std::chrono::milliseconds drawn_every{200};
  constexpr std::chrono::seconds told_from{2};
  std::unique_lock lock(mutex_);
  while (!ended_now_.wait_for(lock, drawn_every, [this] { return ended_; })) {
    const auto time = std::chrono::steady_clock::now() - since_;
    if (number_ == 0 || time < told_from) {
      line_.clear();
      continue;
    }
    line_.draw(fmt::format("{} has been thinking about move {} for {}; {}", names_[seat_], number_,
                           wait_text(std::chrono::duration_cast<std::chrono::seconds>(time)),
                           limits_[seat_]));
  }
  line_.clear();
}

}  // namespace referee::report
