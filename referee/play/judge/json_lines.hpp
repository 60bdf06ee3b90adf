// Lines for judges whose bots write JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::judge {

// Lines like this one, which is an object or array of JSON, with another structure: each value, the
// outer ones first, is replaced by each of null, [], {}, "", -1, 1e99 and an array that is nested
// 1000 deep, and each key is left out. Of the elements of an array only the first and the last one
// are, and of lines that are longer than `longest` there are none. No lines if it is something
// else.
std::vector<std::string> other_structures(std::string_view line, std::size_t longest);

}  // namespace referee::judge
