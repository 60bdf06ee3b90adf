// A bot under a debugger or another tool.
#pragma once

#include <string>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::cli {

// The input of the bot.
struct ToolInput {
  std::vector<std::string> turns;  // a text for each of its turns
  int ply = 0;                     // the move of the last of them
  bool stop = false;               // before that move, where the tool can
};

// Replaces this process by `tool` (a command, split into words as a shell does) with the bot's
// command after it, in the bot's folder. The bot reads its turns from a temporary file, which
// stays and is named on standard error. A debugger (gdb) keeps the terminal and starts
// the bot with that file, or where it is to stop, with the pipes of feed_in_debugger(); for every
// other tool the file is standard input. `environment` has further
// variables, "NAME=value". Throws UsageError for an unknown tool, std::system_error.
[[noreturn]] void run_under_tool(const std::string& tool, const program::Command& command,
                                 const std::vector<std::string>& environment,
                                 const ToolInput& input);

}  // namespace referee::cli
