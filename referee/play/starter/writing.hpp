// The files of a new bot or game written, and the names that a user gives for them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/starter/starter.hpp"

namespace referee::starter {

// The language of this name, in capitals too, in which a bot for the game can begin. Throws
// text::InputError.
const toolchain::Language& language_named(const rules::GameInfo& game, const std::string& text);

// The judge of this name, or of the language that has this name. Throws text::InputError.
std::string_view judge_named(const std::string& wanted);

// The name of a game as its folder says. Throws text::InputError if it cannot be one.
std::string name_of_game(const std::filesystem::path& folder);

// Writes all files or none. Throws text::InputError if one of them is there, and
// text::SystemError.
void write_files(const std::filesystem::path& folder, const std::vector<StarterFile>& files);

}  // namespace referee::starter
