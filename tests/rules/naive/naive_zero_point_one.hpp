// The naive 0.1.
#pragma once

#include <memory>
#include <string>

#include "tests/rules/naive/naive_game.hpp"

namespace naive {

std::unique_ptr<NaiveGame> naive_zero_point_one();

}  // namespace naive
