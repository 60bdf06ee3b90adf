// The commands of a run's bots, looked up once when it begins.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "referee/config/manifest.hpp"
#include "referee/program/command.hpp"

namespace referee::tournament {

using BotPlace = std::pair<std::size_t, std::size_t>;  // event and bot

struct RunCommand {
  std::optional<program::Command> command;
  std::string why_not;  // if it cannot be run
};

// Of all bots of a manifest that have a program and play on.
using RunCommands = std::map<BotPlace, RunCommand>;

// Finds all of them and compiles sources. why_not says what is wrong with one.
RunCommands commands_of(const config::Manifest& manifest);

}  // namespace referee::tournament
