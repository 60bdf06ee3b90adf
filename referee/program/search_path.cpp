#include "referee/program/search_path.hpp"

#include <algorithm>
#include <cstdlib>

#include "referee/program/executable.hpp"

namespace referee::program {

std::vector<std::filesystem::path> in_search_path(std::string_view name) {
  const char* variable = std::getenv("PATH");
  const std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::filesystem::path> found;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    auto file = std::filesystem::path(end == begin ? "." : path.substr(begin, end - begin)) / name;
    begin = end + 1;
    if (is_executable_file(file)) found.push_back(std::filesystem::absolute(file));
  }
  return found;
}

}  // namespace referee::program
