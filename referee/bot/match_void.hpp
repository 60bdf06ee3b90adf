// What a turn ends with that cannot be judged.
#pragma once

#include "referee/bot/bot.hpp"

namespace referee::bot {

// The referee did not run for a while, and cannot tell whether the bot on turn kept its budget: the
// match is void. Nothing is wrong with its host or its bots, and it can be played again.
class MatchVoid : public EnvironmentError {
  using EnvironmentError::EnvironmentError;
};

}  // namespace referee::bot
