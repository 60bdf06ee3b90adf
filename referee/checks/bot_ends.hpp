// How a bot under check leaves: each word with which a game can end, the end of its input, and what
// it says when it dies.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/checks/bot_check.hpp"
#include "referee/checks/bot_use.hpp"

namespace referee::checks {

// Tries them in games of their own. `spec`: the bot of the plan with a budget for each; must
// outlive the host. `use`: of the games before. `doing` gets the name of what comes next. Throws as
// check_bot().
std::vector<CheckedPoint> ends_of(const BotCheckPlan& plan, bot::Host& host,
                                  const bot::BotSpec& spec, const BotUse& use,
                                  const std::function<void(std::string_view)>& doing);

// What a bot wrote last to its standard error, a traceback say: lines, each with its end; empty if
// it wrote nothing.
std::string said_last(const bot::Departure& end);

}  // namespace referee::checks
