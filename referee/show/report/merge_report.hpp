// The output of `referee merge` and `referee submit`: what a tournament in parts has and lacks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/parts/merge.hpp"

namespace referee::report {

// `parts`: those that lack a match, if somebody asked for them.
std::string merge_text(const parts::MergeReport& report,
                       const std::optional<std::vector<unsigned>>& parts);
// `id`: the tournament's.
std::string merge_json(const std::string& id, const parts::MergeReport& report,
                       const std::optional<std::vector<unsigned>>& parts);

// "3, 10-19, 40 and 7 more"; at most that many.
std::string part_list(const std::vector<unsigned>& parts);
std::string match_list(const std::vector<parts::MatchRange>& matches);
// The first and the last match of each range.
text::Json ranges_json(const std::vector<parts::MatchRange>& ranges);

}  // namespace referee::report
