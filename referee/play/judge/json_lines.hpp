// Lines for judges whose bots write JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::judge {

// Lines like this one, which is an object or array of JSON, with another structure: each value, the
// outer ones first, is replaced by each of null, [], {}, "", -1, 1e99 and an array that is nested
// 1000 deep, and each key is left out. Of an array only the first and the last element are treated
// so. At most 300 lines, none of them longer than `longest`. None if the line is anything else.
std::vector<std::string> other_structures(std::string_view line, std::size_t longest);

}  // namespace referee::judge
