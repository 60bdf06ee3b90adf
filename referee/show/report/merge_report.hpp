// The output of `referee merge`: what a tournament in parts has and lacks.
#pragma once

#include <string>

#include "referee/run/parts/merge.hpp"

namespace referee::report {

std::string merge_text(const parts::MergeReport& report);
// `id`: the tournament's.
std::string merge_json(const std::string& id, const parts::MergeReport& report);

}  // namespace referee::report
