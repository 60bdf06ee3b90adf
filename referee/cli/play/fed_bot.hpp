// Feeds a bot that runs in a debugger turn by turn, and stops it before its last turn.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace referee::cli {

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

}  // namespace referee::cli
