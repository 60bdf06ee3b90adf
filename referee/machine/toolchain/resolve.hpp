// Makes a bot's command line into something that can be started, as program::resolve_command does;
// a source file in place of the program is compiled with the official commands.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/contents.hpp"

namespace referee::toolchain {

using program::random_command;

struct BotLine {
  std::string command;            // as the user wrote it
  std::filesystem::path folder;   // the folder to which it is relative
  std::vector<std::string> read;  // what the bot may read besides
  unsigned toolchain = 0;         // the year of the official commands; 0: the newest
  // Whether a program plays from a folder of its own, see Alone. Sources always do.
  bool alone = false;
  std::string game = "GAME";  // its name in advice
  // Files, absolute, that are put beside a source under their last names where it is compiled and
  // where it runs, which is then its folder: the parts of a judge, and programs that it starts,
  // with their rights. Bots are one file.
  std::vector<std::filesystem::path> beside = {};
  // Whether a script that could be executed is still a source.
  bool scripts_are_sources = false;
  // Whether the game has an official judge, with whose compilers and limit on sources messages
  // compare.
  bool official = true;
};

// For a program the result of program::resolve_command. For a source: its program, or the
// interpreter with it, and Command::source. It plays from a folder of the cache and sees nothing of
// the source's folder except the paths in `read`; one that may read all of that folder is
// interpreted there. Throws like program::resolve_command and build().
program::Command resolve(const BotLine& line);

// Gives a Java source its official heap of 2000 MB, if a limit of `memory` bytes (0: none) has room
// for that and the virtual machine. Otherwise the heap is as large as the limit allows.
void give_official_heap(program::Command& command, std::size_t memory);

// Compiles the sources among them, as many at a time as there are processors, so that resolve()
// then finds them in the cache. Throws the exception of the first that fails.
void prepare(std::span<const BotLine> lines);
// The same for programs, too: the exception of resolve() for each, or null.
std::vector<std::exception_ptr> try_all(std::span<const BotLine> lines);

// The year whose commands compile `line`; 0 if it is not a source.
unsigned toolchain_of(const BotLine& line);

}  // namespace referee::toolchain
