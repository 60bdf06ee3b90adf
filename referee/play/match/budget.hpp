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
inline kernel::Duration to_official(kernel::Duration local, double speed) {
  if (speed == 1) return local;
  constexpr double least = 1e3;
  constexpr double most = 1e15;
  const double scaled = static_cast<double>(local.count()) * speed;
  return kernel::Duration(std::llround(std::clamp(scaled, least, most)));
}
inline kernel::Duration to_local(kernel::Duration official, double speed) {
  return to_official(official, speed == 1 ? 1 : 1 / speed);
}

// A limit of time as a key of configs and records, in seconds.
struct TimeKey {
  std::string_view name;
  kernel::Duration kernel::TimeLimits::*limit;
};
inline constexpr std::array<TimeKey, 3> time_keys{{
    {"budget", &kernel::TimeLimits::budget},
    {"turn_limit", &kernel::TimeLimits::turn},
    {"first_turn_limit", &kernel::TimeLimits::first_turn},
}};
static_assert(sizeof(kernel::TimeLimits) == time_keys.size() * sizeof(kernel::Duration),
              "each limit of time has a row");
// Calls `put` with the key and the seconds of each that is not 0.
template <typename Put>
void for_each_limit(const kernel::TimeLimits& times, const Put& put) {
  for (const TimeKey& key : time_keys) {
    const kernel::Duration limit = times.*key.limit;
    if (limit > kernel::Duration{}) put(key.name, std::chrono::duration<double>(limit).count());
  }
}
// What is chosen, and for the rest what `others` has.
inline kernel::TimeLimits chosen_or(const kernel::TimeLimits& chosen,
                                    const kernel::TimeLimits& others) {
  kernel::TimeLimits times = others;
  for (const TimeKey& key : time_keys) {
    if (chosen.*key.limit > kernel::Duration{}) times.*key.limit = chosen.*key.limit;
  }
  return times;
}
inline kernel::TimeLimits to_official(kernel::TimeLimits local, double speed) {
  for (const TimeKey& key : time_keys) {
    kernel::Duration& limit = local.*key.limit;
    if (limit > kernel::Duration{}) limit = to_official(limit, speed);
  }
  return local;
}
inline kernel::TimeLimits to_local(const kernel::TimeLimits& official, double speed) {
  return to_official(official, speed == 1 ? 1 : 1 / speed);
}

// A measured time in records.
inline std::int64_t whole_microseconds(kernel::Duration duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

// Limits that a command line gives; each 0: not given. Times are of the official machine.
struct GivenLimits {
  kernel::ChosenLimits chosen;
  kernel::TimeLimits times;
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
