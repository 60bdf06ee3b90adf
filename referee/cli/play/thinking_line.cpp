#include "referee/cli/play/thinking_line.hpp"

#include <fmt/core.h>

#include <iostream>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/cli/common.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::cli {
namespace {

constexpr auto drawn_every = std::chrono::milliseconds(200);
constexpr auto told_from = std::chrono::seconds(2);

}  // namespace

ThinkingLine::ThinkingLine(std::array<std::string, 2> seats, std::string limit)
    : seats_(std::move(seats)),
      limit_(std::move(limit)),
      line_(std::cerr, [] { return terminal_width(2); }),
      drawer_(text::thread_for("the line that tells who thinks", [this] { draw_until_ended(); })) {}

ThinkingLine::~ThinkingLine() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_now_.notify_one();
  drawer_.join();
}

void ThinkingLine::asked(match::Seat seat, int number) {
  const std::lock_guard lock(mutex_);
  seat_ = rules::index(seat);
  number_ = number;
  since_ = Clock::now();
}

void ThinkingLine::moved(const match::Ply&, int, match::Duration, match::Duration) {
  const std::lock_guard lock(mutex_);
  number_ = 0;
}

void ThinkingLine::failed(const match::MatchFault&) {
  const std::lock_guard lock(mutex_);
  number_ = 0;
}

void ThinkingLine::draw_until_ended() {
  std::unique_lock lock(mutex_);
  while (!ended_now_.wait_for(lock, drawn_every, [this] { return ended_; })) {
    const auto time = Clock::now() - since_;
    if (number_ == 0 || time < told_from) {
      line_.clear();
      continue;
    }
    line_.draw(fmt::format(
        "{} has been thinking about move {} for {}; {}", seats_[seat_], number_,
        report::wait_text(std::chrono::duration_cast<std::chrono::seconds>(time)), limit_));
  }
  line_.clear();
}

}  // namespace referee::cli
