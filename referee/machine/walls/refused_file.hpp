// Determines whether a bot was stopped by the walls around files, and the file or folder it wanted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/program/command.hpp"

namespace referee::walls {

// The failure of a bot, as far as files may be the reason.
struct Failure {
  std::string_view last_words = {};  // of its standard error
  bool answered = false;             // it has given at least one answer
  bool by_exit_code = false;         // the code was not 0
};

struct RefusedFile {
  enum class Which : std::uint8_t {
    file,           // `path`, by its own words
    folder,         // the folder in which it runs, `path`
    closed_folder,  // root's bots may not enter `path`, which belongs to `owner`
    unknown,        // it says that it was refused a file, but not which
  };
  Which which;
  std::filesystem::path path = {};
  std::string owner = {};  // name of a user, or "#" and its number

  // For a closed folder: its owner, and what root's bots lack.
  [[nodiscard]] std::string closed_text() const;
};

// The file that a bot was refused by its own words, or, if it says nothing at all, its folder;
// nothing if there is no sign of a refused file.
std::optional<RefusedFile> refused_file(const program::Command& command, const Failure& failure);

// Root's bots are user 0 without its rights: the folder above a path in the command that belongs to
// somebody else and is closed to others, if there is one.
std::optional<RefusedFile> closed_folder(const program::Command& command);

}  // namespace referee::walls
