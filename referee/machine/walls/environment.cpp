#include "referee/machine/walls/environment.hpp"

#include <cstdlib>

namespace referee::walls {

std::vector<std::string> bot_environment(const std::filesystem::path& scratch,
                                         const std::vector<std::string>& further) {
  std::vector<std::string> result;
  for (const std::string_view passed : passed_variables) {
    const std::string name(passed);
    if (const char* value = std::getenv(name.c_str())) result.push_back(name + "=" + value);
  }
  result.push_back("HOME=" + scratch.string());
  result.push_back("TMPDIR=" + scratch.string());
  for (const std::string& variable : further) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(result, [&](const std::string& other) { return other.starts_with(name); });
    result.push_back(variable);
  }
  return result;
}

}  // namespace referee::walls
