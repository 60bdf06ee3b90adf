// The ends of a bot under check: after each word with which a game can end, at the end of its
// input, and its output when it dies.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/analysis/checks/bot_use.hpp"

namespace referee::checks {

// Tries them in games of their own. `spec`: the bot of the plan with a budget for each; must
// outlive the host. `use`: what the bot used in the games before. `doing` gets the name of the next
// step. Throws like check_bot().
std::vector<CheckedPoint> ends_of(const BotCheckPlan& plan, bot::Host& host,
                                  const bot::BotSpec& spec, const BotUse& use,
                                  const std::function<void(std::string_view)>& doing);

// The last lines that a bot wrote to its standard error, for example a traceback, each with its
// end; empty if there are none.
std::string said_last(const bot::Departure& end);

}  // namespace referee::checks
