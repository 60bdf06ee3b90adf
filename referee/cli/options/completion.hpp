// Completion for shells.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/cli/options/command_facts.hpp"

namespace referee::cli {

// The candidates for word number `cursor` (from 0) of the words behind the program's name, a line
// each: the word, and behind a tab what it means, if there is more to say. The lines ":files" and
// ":folders" mean what the shell itself finds. A word that is broken at an equals sign, as
// bash does it, is put together. Reads configs and folders that are named before the cursor, to
// know their bots; what cannot be read offers nothing.
std::vector<std::string> candidates(const ProgramFacts& program,
                                    const std::vector<std::string>& words, std::size_t cursor);

}  // namespace referee::cli
