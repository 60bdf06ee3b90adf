// What a bot owes of its time: readings of clocks go in, charges and verdicts come out. Nothing
// here reads a clock or knows of processes, so every verdict on time can be tested with numbers.
//
// docs/clocks.md says what the clocks count.
#pragma once

#include <optional>

#include "referee/bot/activity.hpp"
#include "referee/bot/fault.hpp"
#include "referee/bot/limits.hpp"

namespace referee::bot {

// How long each was ready to run without getting a processor, since the bot's start.
struct Waits {
  Duration bot{};
  Duration referee{};  // the thread that plays the match
};

class Account {
 public:
  // Beyond the wall limit, how often in all a bot is excused that is `waiting`, or that is
  // `blocked` and may have made that wait by vfork(): for 0.5 s, and longer only where the referee
  // itself gets no processor to look again after 20 ms.
  static constexpr int most_waiting = 25;
  // The same, for 30 s, of one that is `blocked` and may have no children: it waits for others.
  // Waits of over a second were seen on busy machines.
  static constexpr int most_blocked_by_others = 1500;

  // `processors`: how many of them the bot may keep busy at a time, at least 1. `most_blocked`: one
  // of the above.
  Account(ClockKind clock, const Limits& limits, int processors, int most_blocked = most_waiting);

  // Charges the CPU time used since the last charge, and returns it. `cpu`: what the bot has used
  // since its start; less than before counts as the same.
  Duration charge_cpu(Duration cpu) noexcept;
  // Charges a turn's wall time: from the first byte of its lines to its answer, without what the
  // referee spent on others meanwhile.
  void charge_wall(Duration turn) noexcept;

  // The CPU time charged so far.
  [[nodiscard]] Duration cpu_charged() const noexcept { return cpu_charged_; }

  // The fault of a bot whose budget is used up. `cpu`: CPU time since its start; `turn`: wall time
  // of the turn that is running, or has just ended.
  [[nodiscard]] std::optional<Fault> over_budget(Duration cpu, Duration turn) const;
  // CPU clock only: the same of the CPU time alone, whoever's turn it is.
  [[nodiscard]] std::optional<Fault> over_cpu_budget(Duration cpu) const;

  // CPU clock only: beyond the wall limit, as far as nothing is known of waits for processors?
  // Then overslept() decides.
  [[nodiscard]] bool late(Duration turn) const noexcept;
  // The fault of a bot that has not answered and was `late`. What it has waited for a processor is
  // no sleep; nor is what the referee had waited before this turn was late, since answers may have
  // lain unread meanwhile. In a turn that goes on, the referee's waits excuse nobody: where a quota
  // holds the bot and the referee at once, they would be taken off twice. `activity`: what the bot
  // does at this moment. One that computes does not sleep, and its CPU time will end it, so it may
  // go on for another 20 ms. So may one that others may keep waiting, a process that holds a lock
  // and gets no processor, or we; but only so often, since it uses no CPU time meanwhile.
  std::optional<Fault> overslept(Duration turn, const Waits& waits, Activity activity);

  // After how much more wall time a verdict can be another one, and the clocks have to be read
  // again. At least 1 ms on the CPU clock.
  [[nodiscard]] Duration until_next_reading(Duration cpu, Duration turn) const noexcept;

 private:
  bool excuses(Activity activity) noexcept;

  ClockKind clock_;
  Duration budget_;
  Duration wall_limit_;
  int processors_;
  Duration cpu_charged_{};
  Duration wall_charged_{};
  Duration waited_{};   // for processors, as of the last call of overslept()
  Duration excused_{};  // beyond the wall limit, because the bot was not seen asleep
  // How often it will still be excused while it is blocked, and while it waits.
  int blocked_left_;
  int waiting_left_ = most_waiting;
  // What the referee had waited when the turn that is running was late for the first time.
  std::optional<Duration> referee_waited_;
};

}  // namespace referee::bot
