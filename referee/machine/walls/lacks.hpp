// Evidence of what bots and compilers lacked because of the machine, so that no verdict is built on
// it. A program's words are not enough: the machine must confirm them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"

namespace referee::walls {

// The end of a program that may have lacked something.
struct Ending {
  std::string_view last_words;
  int signal = 0;                  // the one that ended it, unless the referee sent it; 0: none
  std::uint64_t kills_before = 0;  // kernel::kills_for_memory() some time before it was started
  int scratch = -1;                // its scratch folder, open
  std::size_t peak_memory = 0;     // bytes
  bool was_refused = false;        // its walls refused it a thread or a child
  kernel::Whose whose = kernel::Whose::bot;
};

// Whether this is how the kernel ends one to get memory back.
bool killed_for_memory(const Ending& ending) noexcept;
// Whether the disk of this folder, a descriptor, is full.
bool is_full(int folder) noexcept;

// The machine's lack and its remedy, if both the program's end and the machine indicate it: "the
// kernel killed it, as there was no memory left; ...".
std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits);

// Determines whether a bot was stopped by the walls around files, and the file or folder it wanted.

// The failure of a bot, as far as files may be the reason.
struct Failure {
  std::string_view last_words = {};  // of its standard error
  bool answered = false;             // it has given at least one answer
  bool by_exit_code = false;         // the code was not 0
};

struct RefusedFile {
  // A file, by the bot's own words, that it may not read, or a program that nobody may execute; the
  // folder in which it runs; a closed folder, which root's bots may not enter; or an unknown file:
  // the bot says that it was refused one, but not which.
  program::What what;
  std::filesystem::path path = {};
  std::string owner = {};  // of a closed folder: name of a user, or "#" and its number

  // "it may not read /etc/shadow"
  [[nodiscard]] std::string text() const;
};

// The file that a bot was refused by its own words, or, if it says nothing at all, its folder;
// nothing if there is no sign of a refused file.
std::optional<RefusedFile> refused_file(const program::Command& command, const Failure& failure);

// Root's bots are user 0 without its rights: the folder above a path in the command that belongs to
// somebody else and is closed to others, if there is one.
std::optional<RefusedFile> closed_folder(const program::Command& command);

}  // namespace referee::walls
