// Lines that a bot with a mistake could write.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rules/random.hpp"

namespace referee::judge {

// Lines that programs often take for something else: digits that are not ASCII, long numbers,
// signs, 1_0, decimals, other scripts, a line of `longest` bytes. None is a usual move.
std::vector<std::string> odd_lines(std::size_t longest);

// A legal move with something wrong in it; sometimes it is another legal move.
std::string spoilt(std::string line, rules::Stream& stream);

}  // namespace referee::judge
