// The environment variables of a bot.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee::walls {

// The caller's variables that a bot gets as they are; none of the others.
inline constexpr std::array<std::string_view, 3> passed_variables{"PATH", "LANG", "TZ"};

// These; HOME and TMPDIR, which are `scratch`; and `further` ("NAME=value"), which wins.
std::vector<std::string> bot_environment(const std::filesystem::path& scratch,
                                         const std::vector<std::string>& further);

}  // namespace referee::walls
