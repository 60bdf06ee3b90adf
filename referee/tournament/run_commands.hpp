// The commands of a run's bots, looked up once when it begins.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "referee/bot/command.hpp"
#include "referee/store/manifest.hpp"

namespace referee::tournament {

using BotPlace = std::pair<std::size_t, std::size_t>;  // event and bot

struct RunCommand {
  std::optional<bot::Command> command;
  std::string why_not;  // if there is none
};

// Of all bots of a manifest that have a program.
using RunCommands = std::map<BotPlace, RunCommand>;

// Looks for all of them; a source is compiled. Whatever is wrong with one is told in why_not.
RunCommands commands_of(const store::Manifest& manifest);

}  // namespace referee::tournament
