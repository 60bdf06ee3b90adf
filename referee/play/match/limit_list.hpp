// Limits of bots as a command line gives them: "memory=512,budget=2" for all bots of a match,
// "greedy:budget=5" for one of them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/budget.hpp"

namespace referee::match {

// Each 0: not given. Times are of the official machine.
struct GivenLimits {
  kernel::ChosenLimits chosen;
  TimeLimits times;
};

class LimitList {
 public:
  LimitList() = default;
  // From texts "[BOT:]KEY=VALUE[,KEY=VALUE]": BOT is a bot's name or seat, KEY one of
  // kernel::limit_keys or of time_keys. Of two values for the same, the
  // later one holds. Throws text::InputError.
  explicit LimitList(const std::vector<std::string>& texts);

  // What was given for all bots.
  [[nodiscard]] GivenLimits of_all() const { return of({""}); }
  // What was given for the bot that has one of these names; those of all bots are not in it.
  [[nodiscard]] GivenLimits of(std::initializer_list<std::string_view> names) const;
  // Both: a bot's own go before those of all.
  [[nodiscard]] GivenLimits with_all(std::initializer_list<std::string_view> names) const;
  // Throws text::InputError if something was given for a bot of another name.
  void check_names(const std::vector<std::string_view>& known) const;

 private:
  struct Given {
    std::string bot;  // empty: all
    GivenLimits limits;
  };
  std::vector<Given> given_;
};

}  // namespace referee::match
