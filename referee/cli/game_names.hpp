// Games in help texts, taken from the catalogue.
#pragma once

#include <string>

namespace referee::cli {

// `text` with names of games put in: a typical one for {game}, its title for {title}, and a
// cooperative one for {cooperative}. Other words in braces stay.
std::string with_games(std::string text);

// The names of the games whose differences in points are cut off, separated by commas.
std::string games_without_limit();

}  // namespace referee::cli
