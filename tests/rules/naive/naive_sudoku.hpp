// The naive Sudoku.
#pragma once

#include <memory>
#include <string>

#include "tests/rules/naive/naive_game.hpp"

namespace naive {

// Throws std::invalid_argument for a text that is not a deal.
std::unique_ptr<NaiveGame> naive_sudoku(const std::string& deal);

}  // namespace naive
