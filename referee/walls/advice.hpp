// Advice to authors whose bot was stopped by the walls around files.
#pragma once

#include <string>
#include <string_view>

#include "referee/program/command.hpp"

namespace referee::walls {

// How a bot failed, as far as files may be the reason.
struct Failure {
  std::string_view last_words;  // of its standard error
  bool answered = false;        // it has given at least one answer
  bool by_exit_code = false;    // that was not 0
};

// The file that it may not read by its own words, or else, if it says that it was refused one or
// says nothing at all, its folder, with the option and the key that open it; empty if nothing
// speaks for files.
std::string file_advice(const program::Command& command, const Failure& failure);

// Root's bots are user 0 without its rights. If a folder above what the command names belongs to
// somebody else and is closed to others, this names it and says what to type; else empty.
std::string root_advice(const program::Command& command);

}  // namespace referee::walls
