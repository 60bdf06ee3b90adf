// The part of the file system that a bot may read, and its environment.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "referee/program/command.hpp"
#include "referee/walls/sandbox.hpp"

namespace referee::walls {

// What every program needs: the system's programs and libraries, a few devices and
// facts about the machine; no home folder, no temporary folder, no other process.
//
// Where something of `hidden` lies below one of these folders, that is opened entry by entry as by
// own_paths(). To be called with what hidden_in_system() returns.
std::vector<PathRule> system_paths(std::span<const std::filesystem::path> hidden = {});

// What of `hidden` lies in a project below a folder of the system, /opt/codecup or /usr/src/app
// say, without what is installed there: programs and libraries of the system, and everything
// in a folder `bin` or one of PATH, as interpreters do. Sorted.
std::vector<std::filesystem::path> hidden_in_system(std::span<const std::filesystem::path> hidden);

// The bot's program and the files that its command names, each with its folder,
// and the folders that the command names, but for shared ones: the user must open those
// (`Command::read`). A program in a folder `bin` also sees the folders `lib`
// and `share` beside it, where interpreters keep their libraries.
//
// A program in a folder that holds other things than a bot (the root, /tmp, somebody's home) opens
// nothing but itself. And a folder never opens what is `hidden` below it: its other entries are
// opened one by one, and its names can be listed.
std::vector<PathRule> own_paths(const program::Command& command,
                                std::span<const std::filesystem::path> hidden);

// PATH, LANG and TZ as the referee has them; HOME and TMPDIR are `scratch`; and
// `further` ("NAME=value"), which wins. Nothing else.
std::vector<std::string> bot_environment(const std::filesystem::path& scratch,
                                         const std::vector<std::string>& further);

}  // namespace referee::walls
