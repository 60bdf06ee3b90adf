// Advice on how a bot gets what it lacked: options and keys of configs.
#pragma once

#include <string>

#include "referee/machine/bot/fault.hpp"

namespace referee::config {

// Advice for the facts of a fault: "--limit memory=128, or "memory": 128 in a config, allows more".
// Empty if no option would help.
std::string advice_for(const bot::Fault& fault);

// The reason, and the advice behind it in brackets: "used more than its memory limit of 64 MiB
// (--limit memory=128, or "memory": 128 in a config, allows more)".
std::string reason_with_advice(const bot::Fault& fault);

}  // namespace referee::config
