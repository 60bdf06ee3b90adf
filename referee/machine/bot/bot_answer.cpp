// Waiting for a bot's answer: a line, or a reason why there will be none. What the bot has written
// is read before any limit is judged: an answer that lay unread is an answer.

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/bot/host_impl.hpp"
#include "referee/machine/kernel/scheduling.hpp"

namespace referee::bot {

std::optional<Fault> Bot::Impl::wait_for_line(kernel::SteadyTime begin) {
  if (life_ == Life::resting) life_ = Life::asked;
  came_ = Came::soon;
  std::optional<Fault> fault;
  if (!is_over(begin, false, fault) && !is_over_in_one_call(fault) && !is_over_in_a_moment(fault)) {
    fault = wait_longer(begin);
  }
  if (life_ == Life::asked) life_ = Life::resting;
  return fault;
}

bool Bot::Impl::is_over(kernel::SteadyTime begin, bool reads, std::optional<Fault>& fault) {
  for (bool running = true;; reads = true) {
    if (reads) fault = pipes_.read_output();
    if (fault || pipes_.has_line()) return true;
    if (fault_) {
      fault = fault_;
      return true;
    }
    // One that has ended may have written before: one more read.
    if (pipes_.output_ended() || !running) {
      fault = end_of_lines(begin);
      return true;
    }
    running = process_.running();
    if (running) return false;
  }
}

// As in the official judge, the end of what it writes ends its last line.
std::optional<Fault> Bot::Impl::end_of_lines(kernel::SteadyTime begin) {
  std::optional<Fault> fault = end_of_output(begin);
  const bool by_itself =
      !fault || fault->kind == FaultKind::exit || fault->fact(What::exit_code) != nullptr;
  if (!by_itself || spec_.answers_in_blocks || !pipes_.has_unfinished_line()) return fault;
  pipes_.end_line();
  return std::nullopt;
}

bool Bot::Impl::is_over_in_one_call(std::optional<Fault>& fault) {
  if (!spares_calls_ || pipes_.unsent() >= 0) return false;
  fault = pipes_.read_output(Pipes::Patience::moment);
  if (fault) return true;
  if (!pipes_.has_line()) return false;
  came_ = Came::silently;
  return true;
}

// Whether it answered before the call that asked it returned is not tried: a wait and a read take
// as many calls as a read and a look at its standard error.
bool Bot::Impl::is_over_in_a_moment(std::optional<Fault>& fault) {
  if (pipes_.unsent() >= 0) return false;
  if (!host_.wait_briefly(*this, account_.until_next_reading(account_.cpu_charged(), {}))) {
    return false;
  }
  fault = pipes_.read_output();
  if (!fault && !pipes_.has_line()) return false;
  came_ = Came::silently;
  return true;
}

std::optional<Fault> Bot::Impl::wait_longer(kernel::SteadyTime begin) {
  kernel::SteadyTime check = begin + account_.until_next_reading(account_.cpu_charged(), {});
  // When others are looked at: what they do at first is over soon, and not worth much later on.
  constexpr kernel::Duration first_look = std::chrono::milliseconds(1);
  constexpr kernel::Duration longest_unseen = std::chrono::milliseconds(10);
  kernel::SteadyTime check_others = begin + first_look;
  std::optional<Fault> fault;
  while (!is_over(begin, true, fault)) {
    // What it used in quick turns before does not count.
    if (std::exchange(came_, Came::late) != Came::late && spares_calls_) {
      account_.begin_from(process_.clock().read());
    }
    const kernel::SteadyTime time = kernel::now();
    host_.look_if_due(time);
    if (time >= check) {
      if (auto over = over_limits(begin)) return with_cause(std::move(*over));
      check = next_check(begin);
    }
    if (time >= check_others) {
      check_others = host_.keep_others_at_rest(*this)
                         ? kernel::now() + std::clamp(time - begin, first_look, longest_unseen)
                         : kernel::SteadyTime::max();
    }
    host_.wait(std::min(check, check_others));
  }
  return fault;
}

std::optional<Fault> Bot::Impl::over_limits(kernel::SteadyTime begin) {
  const kernel::Duration turn = turn_so_far(begin);
  auto fault = account_.over_budget(process_.clock().read(), turn);
  if (!fault) fault = slept_too_long(turn);
  return fault && is_ending() ? std::nullopt : fault;
}

std::optional<Fault> Bot::Impl::slept_too_long(kernel::Duration turn) {
  if (clock_kind_ == kernel::ClockKind::wall) return std::nullopt;
  if (!account_.late(turn) || kernel::now() < next_look_for_sleep_) return std::nullopt;
  next_look_for_sleep_ = kernel::now() + Account::between_looks;
  auto seen = activity();
  if (!seen) return std::nullopt;
  // It may have made that wait itself, by vfork().
  if (seen == kernel::Activity::blocked && process_.offspring() != kernel::Offspring::none)
    seen = kernel::Activity::asleep;
  return account_.seen(*seen, turn);
}

std::optional<kernel::Activity> Bot::Impl::activity() const {
  const kernel::Activity seen = kernel::activity_of(process_.members());
  std::array<pollfd, events> unseen{};
  watch(unseen);
  if (::poll(unseen.data(), unseen.size(), 0) > 0) return std::nullopt;
  return seen;
}

Fault Bot::Impl::with_cause(Fault fault) {
  const auto members = process_.members();
  if (kernel::ready_to_run(members) || !kernel::waits_to_read(members, pipes_.input_pipe()))
    return fault;
  // It may have answered too late, since its output was read last, and now wait for the next lines.
  if (pipes_.read_output() || pipes_.has_line()) return fault;
  add_words(fault, pipes_.has_unfinished_line()
                       ? "it waits for input, after a line without its newline"
                       : "it waits for input: does it flush its output after each move, or read a "
                         "line too many?");
  fault.facts.push_back({What::waits_for_input});
  return fault;
}

kernel::SteadyTime Bot::Impl::next_check(kernel::SteadyTime begin) {
  kernel::Duration left = account_.until_next_reading(process_.clock().read(), turn_so_far(begin));
  // Children that come and go are seen only by looking often.
  if (process_.clock().samples()) left = std::min(left, kernel::sampling_period);
  // It may be over its limits by now, and its end is what to wait for.
  if (ends_since_) left = std::max<kernel::Duration>(left, std::chrono::milliseconds(1));
  return kernel::now() + left;
}

}  // namespace referee::bot
