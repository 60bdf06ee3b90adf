// Matches that are played again because they could not be judged.
#pragma once

#include <string>

#include "referee/base/text/log.hpp"
#include "referee/machine/bot/bot.hpp"

namespace referee::match {

// Plays a match on `host` until it can be judged: calls `play` again after a bot::MatchVoid, and
// `told` with each of them before that. Returns the result of `play`. Throws bot::EnvironmentError
// when the match has been void `most_voids` times.
constexpr int most_voids = 10;
template <typename Play, typename Told>
auto until_judged(bot::Host& host, const Play& play, const Told& told) {
  for (int voids = 1;; ++voids) {
    try {
      return play();
    } catch (const bot::MatchVoid& why) {
      host.settle();
      if (voids == most_voids) {
        throw bot::EnvironmentError(std::string(why.what()) + ", for the " + std::to_string(voids) +
                                    "th time; use --clock cpu, or see that the referee can run");
      }
      told(why);
    }
  }
}

// Reports it in the log, where nothing else counts void matches.
inline void tell_void(const bot::MatchVoid& why) {
  text::warn("{}; it is played again", why.what());
}

}  // namespace referee::match
