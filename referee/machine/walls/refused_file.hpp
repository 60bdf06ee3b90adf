// Determines whether a bot was stopped by the walls around files, and the file or folder it wanted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/command_error.hpp"

namespace referee::walls {

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
