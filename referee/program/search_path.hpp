// Where programs are found by their names.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace referee::program {

// The executable files of this name, which has no slash, in the folders of PATH, in their order;
// absolute. Without PATH these are /usr/local/bin, /usr/bin and /bin. An empty entry is the current
// folder.
std::vector<std::filesystem::path> in_search_path(std::string_view name);

}  // namespace referee::program
