// What Java and Python need beside the file in their command, and which runtimes are here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/machine/program/command.hpp"

namespace referee::program {

struct RuntimeNote {
  std::string name;        // "python3", "32-bit programs"
  bool available = false;  // a bot can use it
  std::string means;       // by what: "/usr/bin/python3"
  std::string advice;      // the obstacle for a bot, and its remedy; empty if none

  friend bool operator==(const RuntimeNote&, const RuntimeNote&) = default;
};

// Interpreters and kinds of programs, in a fixed order. Only checks files, starts no interpreter.
std::vector<RuntimeNote> describe_runtimes();

// Java virtual machines, which take their limits from the machine instead of their own.

// The command with the options that `java`, as its program or behind a program like `nice`, needs
// to live in `memory` bytes (0: no limit): the size of the machine, how much of it the heap may
// take, and the collector that the official judge names. Without them a JVM takes a 64th of the
// machine at its start and up to a quarter later, and dies when that is refused. These words go
// before the bot's own, which win: -Xmx, -Xms and collectors can be chosen as always. Nothing for
// other commands, which stay as they are.
std::optional<Command> fitted(const Command& command, std::size_t memory);

// Bytes of memory with which this JVM starts, as far as its words show: the heap that they ask for,
// or the 64th of this machine that a JVM takes by itself, and what the JVM needs beside it.
std::size_t java_needs(const Command& command);

// The interpreter and the packages of Python programs.

// The program that a shim of pyenv's would start in `folder` after some child processes: of the
// version that PYENV_VERSION, a file .python-version there or above, or pyenv's own file `version`
// names. `file` itself if it is not a shim, or if the program is not found.
std::filesystem::path behind_shim(const std::filesystem::path& file,
                                  const std::filesystem::path& folder);

// The folder in which `pip install --user` puts packages: $PYTHONUSERBASE, or ~/.local; empty
// without such packages.
std::filesystem::path python_user_base();

// The folders with the packages for each version of Python below such a base; none if it is empty.
std::vector<std::filesystem::path> python_packages(const std::filesystem::path& user_base);

}  // namespace referee::program
