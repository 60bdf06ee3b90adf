// The part of the file system that a bot may read, and its environment.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/bot/command.hpp"
#include "referee/bot/sandbox.hpp"

namespace referee::bot {

// What every program needs: the system's programs and libraries, a few devices and
// facts about the machine; no home folder, no temporary folder, no other process.
std::vector<PathRule> system_paths();

// The folders of the bot's program and of the files named on its command line, and the
// folders named there. A program in a folder `bin` also sees the folders `lib` and `share` beside
// it, where interpreters keep their libraries.
std::vector<PathRule> own_paths(const Command& command);

// PATH, LANG and TZ as the referee has them; HOME and TMPDIR are `scratch`; and
// `further` ("NAME=value"), which wins. Nothing else.
std::vector<std::string> bot_environment(const std::filesystem::path& scratch,
                                         const std::vector<std::string>& further);

}  // namespace referee::bot
