// Limits of bots as people and files give them: times in seconds, measured times in microseconds,
// and lists on a command line.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/kernel/limits.hpp"

namespace referee::match {

// The range, in words for errors. Its lower end is a value that no rounding takes to zero.
inline constexpr std::string_view seconds_range = "from 0.000001 to 1000000";

// Converts seconds; nothing for a value outside that range or NaN.
inline std::optional<kernel::Duration> duration_of_seconds(double seconds) {
  constexpr double least = 1e-6;
  constexpr double most = 1e6;
  if (!(seconds >= least) || seconds > most) return std::nullopt;
  return kernel::Duration(std::llround(seconds * 1e9));
}

// The range of given speeds of this machine relative to the official one.
inline constexpr double least_speed = 0.01;
inline constexpr double most_speed = 100;
constexpr bool is_speed(double speed) { return speed >= least_speed && speed <= most_speed; }

// Convert a time of this machine, `speed` times as fast as the official one, to that one, and back.
// The result is within the range above, and the same nanosecond if the speed is 1.
inline kernel::Duration there(kernel::Duration own, double speed) {
  if (speed == 1) return own;
  constexpr double least = 1e3;
  constexpr double most = 1e15;
  const double scaled = static_cast<double>(own.count()) * speed;
  return kernel::Duration(std::llround(std::clamp(scaled, least, most)));
}
inline kernel::Duration here(kernel::Duration official, double speed) {
  return there(official, speed == 1 ? 1 : 1 / speed);
}

// The time limits of single turns, on this machine; 0: only the budget ends a turn.
struct TurnLimits {
  kernel::Duration every{};
  kernel::Duration first{};  // for a bot's first turn; 0: as the others

  friend bool operator==(const TurnLimits&, const TurnLimits&) = default;
};

// The time limits of one bot in one game. Where they are chosen, 0 means: not chosen.
struct TimeLimits {
  kernel::Duration budget{};
  TurnLimits turns;

  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};
// One of them as a key of configs and records, in seconds.
struct TimeKey {
  std::string_view name;
  kernel::Duration& (*of)(TimeLimits&);
};
inline constexpr std::array<TimeKey, 3> time_keys{{
    {"budget", [](TimeLimits& times) -> kernel::Duration& { return times.budget; }},
    {"turn_limit", [](TimeLimits& times) -> kernel::Duration& { return times.turns.every; }},
    {"first_turn_limit", [](TimeLimits& times) -> kernel::Duration& { return times.turns.first; }},
}};
// Calls `put` with the key and the seconds of each that is not 0.
template <typename Put>
void for_each_limit(TimeLimits times, const Put& put) {
  for (const TimeKey& key : time_keys) {
    const kernel::Duration limit = key.of(times);
    if (limit > kernel::Duration{}) put(key.name, std::chrono::duration<double>(limit).count());
  }
}
// What is chosen, and for the rest what `others` has.
inline TimeLimits chosen_or(const TimeLimits& chosen, const TimeLimits& others) {
  const auto one = [](kernel::Duration own, kernel::Duration other) {
    return own > kernel::Duration{} ? own : other;
  };
  return {
      one(chosen.budget, others.budget),
      {one(chosen.turns.every, others.turns.every), one(chosen.turns.first, others.turns.first)}};
}
inline TimeLimits there(TimeLimits own, double speed) {
  for (const TimeKey& key : time_keys) {
    if (key.of(own) > kernel::Duration{}) key.of(own) = there(key.of(own), speed);
  }
  return own;
}
inline TimeLimits here(const TimeLimits& official, double speed) {
  return there(official, speed == 1 ? 1 : 1 / speed);
}

// A measured time in records.
inline std::int64_t whole_microseconds(kernel::Duration duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

// Limits that a command line gives; each 0: not given. Times are of the official machine.
struct GivenLimits {
  kernel::ChosenLimits chosen;
  TimeLimits times;
};

// All that a command line gives: "memory=512,budget=2" for all bots of a match, "greedy:budget=5"
// for one of them.
class LimitList {
 public:
  LimitList() = default;
  // From texts "[BOT:]KEY=VALUE[,KEY=VALUE]": BOT is a bot's name or seat, KEY one of
  // kernel::limit_keys or of time_keys. Throws text::InputError, also for two values of one limit
  // of a bot.
  explicit LimitList(const std::vector<std::string>& texts);

  // What was given for all bots.
  [[nodiscard]] GivenLimits of_all() const { return of({""}); }
  // What was given for the bot that has one of these names; those of all bots are not in it.
  [[nodiscard]] GivenLimits of(std::initializer_list<std::string_view> names) const;
  // Both: a bot's own go before those of all.
  [[nodiscard]] GivenLimits with_all(std::initializer_list<std::string_view> names) const;
  // By what a bot may be called: its name first, then its seat.
  using Names = std::vector<std::string_view>;
  // Throws text::InputError if something was given for none of these bots, for a name that two of
  // them have whose first names differ, or twice for one of them, by two of its names.
  void check_names(const std::vector<Names>& bots) const;

 private:
  // The checks of one name, and of one bot.
  static void check_name(std::string_view name, const std::vector<Names>& bots);
  void check_once(const Names& bot) const;

  struct Given {
    std::string bot;  // empty: all
    GivenLimits limits;
  };
  std::vector<Given> given_;
};

}  // namespace referee::match
