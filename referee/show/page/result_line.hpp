// What a result is, in a line of a list of results.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "rules/catalogue.hpp"

namespace referee::page {

struct ResultLine {
  std::string kind;  // "tournament", "comparison", "check" or "tuning"; empty if it cannot be read
  std::string games;
  std::string said;      // who leads or won, what was found, or why it cannot be read
  std::string decision;  // of a comparison: "H1", "H0" or "undecided"
};

// Of a folder with a result, see is_result(). `before_record` is called before each record of a
// tournament; if it throws, that is why it cannot be read.
ResultLine line_of(const std::filesystem::path& folder, const rules::Games& games,
                   const std::function<void()>& before_record);

}  // namespace referee::page
