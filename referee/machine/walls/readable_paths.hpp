// The part of the file system that a bot may read.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/sandbox.hpp"

namespace referee::walls {

// The paths that every program needs: the system's programs and libraries, a few devices and facts
// about the machine; no home folder, no temporary folder, no other process.
//
// A folder with something of `hidden` below it is opened entry by entry as by own_paths(). To be
// called with the result of hidden_in_system().
std::vector<PathRule> system_paths(std::span<const std::filesystem::path> hidden = {});

// The paths in `hidden` that lie in a project below a folder of the system, for example
// /opt/codecup or /usr/src/app, without installed files: programs and libraries of the system, and
// everything in a folder `bin` or one of PATH, as interpreters do. Sorted.
std::vector<std::filesystem::path> hidden_in_system(std::span<const std::filesystem::path> hidden);

// The bot's program and the files that its command names, each with its folder, and the folders
// that the command names, except shared folders, which need `--read` (`Command::read`). A program
// in a folder `bin` also sees the folders `lib` and `share` beside it, where interpreters keep
// their libraries.
//
// A program in a shared folder (the root, /tmp, a home) opens nothing but itself. And a folder
// never opens what is `hidden` below it: its other entries are opened one by one, and its names can
// be listed.
std::vector<PathRule> own_paths(const program::Command& command,
                                std::span<const std::filesystem::path> hidden);

}  // namespace referee::walls
