// A bot under a debugger or another tool.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::replaying {

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
// variables, "NAME=value". Throws text::InputError for an unknown tool, text::SystemError.
[[noreturn]] void run_under_tool(const std::string& tool, const program::Command& command,
                                 const std::vector<std::string>& environment,
                                 const ToolInput& input);

// ---- how a bot in a debugger is fed turn by turn, and stopped before its last turn ----

struct FedBot {
  std::filesystem::path program;   // what the debugger starts
  std::vector<std::string> turns;  // what it reads, one text for each turn; not empty
  int ply = 0;                     // the move of the last turn, for messages
};

// Two named pipes for the bot's standard input and output.
struct FedPipes {
  std::filesystem::path folder;
  [[nodiscard]] std::filesystem::path in() const { return folder / "in"; }
  [[nodiscard]] std::filesystem::path out() const { return folder / "out"; }
};

// Starts a process of its own that serves the pipes for as long as this process, which becomes the
// debugger, lives, and removes them then. Whenever a bot has opened both pipes, it gets its turns,
// each after an answer to the one before; what it writes goes to standard output. Before the last
// turn it gets the signal SIGINT, which makes a debugger stop it, and may then go on. Throws
// std::system_error.
FedPipes feed_in_debugger(const FedBot& bot);

}  // namespace referee::replaying
