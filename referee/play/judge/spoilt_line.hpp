// Lines that a bot with a mistake could write.
#pragma once

#include <string>

#include "rules/random.hpp"

namespace referee::judge {

// A legal move with something wrong in it; sometimes it is another legal move.
std::string spoilt(std::string line, rules::Stream& stream);

}  // namespace referee::judge
