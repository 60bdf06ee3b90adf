// Finds programs by their names.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace referee::program {

// The entries of PATH in their order, or, without PATH, /usr/local/bin, /usr/bin and /bin. An empty
// entry is the current folder. Views into the environment.
std::vector<std::string_view> search_path();

// The executable files of this name, which has no slash, in the folders of search_path(), in their
// order; absolute.
std::vector<std::filesystem::path> in_search_path(std::string_view name);

}  // namespace referee::program
