#include "referee/machine/program/search_path.hpp"

#include <algorithm>
#include <cstdlib>

#include "referee/machine/program/executable.hpp"

namespace referee::program {

std::vector<std::string_view> search_path() {
  const char* variable = std::getenv("PATH");
  const std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::string_view> entries;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    entries.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

std::vector<std::filesystem::path> in_search_path(std::string_view name) {
  std::vector<std::filesystem::path> found;
  for (const std::string_view entry : search_path()) {
    const auto file = std::filesystem::path(entry.empty() ? "." : entry) / name;
    if (is_executable_file(file)) found.push_back(std::filesystem::absolute(file));
  }
  return found;
}

}  // namespace referee::program
