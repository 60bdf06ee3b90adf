// Java virtual machines, which take their limits from the machine instead of their own.
#pragma once

#include <cstddef>
#include <optional>

#include "referee/machine/program/command.hpp"

namespace referee::program {

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

}  // namespace referee::program
