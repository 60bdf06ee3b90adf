// The naive 6561 and 2187.
#pragma once

#include <memory>
#include <vector>

#include "tests/rules/naive/naive_game.hpp"

namespace naive {

std::unique_ptr<NaiveGame> naive_6561();
std::unique_ptr<NaiveGame> naive_2187();

// The values of all pieces on the board, in no order.
std::vector<int> naive_values(const NaiveGame& game);

}  // namespace naive
