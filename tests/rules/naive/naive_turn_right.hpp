// The naive Turn Right.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/rules/naive/naive_game.hpp"

namespace naive {

std::unique_ptr<NaiveGame> naive_turn_right();

// All circuits of up to `most_corners` corners, each once, in the relayed form.
std::vector<std::string> naive_circuits(int most_corners);

}  // namespace naive
