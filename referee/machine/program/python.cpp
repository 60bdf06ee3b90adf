#include "referee/machine/program/python.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace referee::program {
namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

std::string version_for(const fs::path& folder, const fs::path& root) {
  const char* variable = std::getenv("PYENV_VERSION");
  if (variable != nullptr && *variable != '\0') {
    const std::string all = variable;
    return all.substr(0, all.find(':'));
  }
  for (fs::path place = fs::absolute(folder);; place = place.parent_path()) {
    if (std::string word = first_word(place / ".python-version"); !word.empty()) return word;
    if (place == place.parent_path()) break;
  }
  return first_word(root / "version");
}

}  // namespace

fs::path behind_shim(const fs::path& file, const fs::path& folder) {
  if (file.parent_path().filename() != "shims") return file;
  const fs::path root = file.parent_path().parent_path();
  const std::string version = version_for(folder, root);
  if (version.empty() || version == ".." || version.find('/') != std::string::npos) return file;
  const fs::path program = root / "versions" / version / "bin" / file.filename();
  std::error_code ignored;
  return fs::is_regular_file(program, ignored) ? program : file;
}

fs::path python_user_base() {
  fs::path base;
  if (const char* chosen = std::getenv("PYTHONUSERBASE")) {
    base = chosen;
  } else if (const char* home = std::getenv("HOME")) {
    base = fs::path(home) / ".local";
  }
  return base.is_absolute() && !python_packages(base).empty() ? base : fs::path();
}

std::vector<fs::path> python_packages(const fs::path& user_base) {
  std::vector<fs::path> found;
  if (user_base.empty()) return found;
  std::error_code error;
  for (fs::directory_iterator entry(user_base / "lib", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().starts_with("python")) found.push_back(entry->path());
  }
  return found;
}

}  // namespace referee::program
