// Games in help texts, taken from the catalogue.
#pragma once

#include <string>

namespace referee::cli {

// `text` with names of games put in: a typical one for {game}, its title for {title}, and a
// cooperative one for {cooperative}. Other words in braces stay.
std::string with_games(std::string text);

// The limits of the games whose rules set none, with their titles: "400 in ..., 2000 in ...".
std::string games_without_limit();

}  // namespace referee::cli
