// The pages of docs/games, which are part of the program.
#pragma once

#include <string_view>

namespace referee::cli {

// The page of a game, by its name in the catalogue, as Markdown that reads well as plain text;
// empty if docs/games has none.
std::string_view game_page(std::string_view name) noexcept;

}  // namespace referee::cli
