// Lines that are nearly moves: what a bot with a bug writes.
#pragma once

#include <string>
#include <vector>

#include "rules/random.hpp"

namespace naive {

// `move` with a small change: a character changed, swapped with the next one,
// deleted, inserted, doubled or in the other case, blanks or text added, or, in a
// circuit, corners rotated, reversed, swapped, left out or repeated. It may be
// legal by chance.
std::string mutated(const std::string& move, rules::Stream& stream);

// Lines that are a move in some phase of some game, words of the protocols, and
// the empty line.
const std::vector<std::string>& foreign_lines();

}  // namespace naive
