#include "referee/machine/program/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/machine/program/executable.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

bool is_a_home(const fs::path& folder) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') {
    // Other folders of ~/.local, with keys for example, are not libraries of programs in its `bin`.
    for (const char* part : {".", "bin", ".local", ".local/bin"}) {
      if (folder == real_path(fs::path(home) / part)) return true;
    }
  }
  const std::string parent = folder.parent_path().string();
  return parent == "/home" || parent == "/var/home" || parent == "/Users" || folder == "/root";
}

}  // namespace

fs::path real_path(const fs::path& path) {
  std::error_code missing;
  const fs::path real = fs::canonical(path, missing);
  return missing ? path.lexically_normal() : real;
}

bool is_of_the_kernel(const fs::path& path) {
  return is_within(path, "/proc") || is_within(path, "/sys") || is_within(path, "/dev");
}

bool is_shared_folder(const fs::path& folder) {
  constexpr std::array<std::string_view, 15> shared{
      "/",    "/tmp", "/var/tmp", "/var",  "/home", "/mnt",     "/media", "/srv",
      "/etc", "/run", "/dev",     "/proc", "/sys",  "/dev/shm", "/boot"};
  const fs::path real = real_path(folder);
  if (std::find(shared.begin(), shared.end(), real.string()) != shared.end()) return true;
  return is_of_the_kernel(real) || is_a_home(real);
}

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

namespace {

namespace fs = std::filesystem;
using Moves = std::map<fs::path, fs::path>;

// The word with the files that it names in their new places; adds them to `named`.
std::string moved(const std::string& word, const fs::path& folder, const Moves& to,
                  std::set<fs::path>& named) {
  std::string result;
  std::size_t taken = 0;  // of `word`
  for (const std::string_view name : names_in(word, folder)) {
    const auto begin = static_cast<std::size_t>(name.data() - word.data());
    if (name.empty() || begin < taken) continue;
    const auto found = to.find((folder / name).lexically_normal());
    if (found == to.end()) continue;
    named.insert(found->first);
    result.append(word, taken, begin - taken).append(found->second.string());
    taken = begin + name.size();
  }
  return result.append(word, taken);
}

}  // namespace

std::vector<std::string_view> names_in(std::string_view word, const fs::path& folder) {
  std::vector<std::string_view> names{word};
  std::error_code ignored;
  if (fs::exists(folder / word, ignored)) return names;
  const auto equals = word.find('=');
  if (word.starts_with('-') && equals != std::string_view::npos) word.remove_prefix(equals + 1);
  for (std::size_t begin = 0; begin <= word.size();) {
    const auto end = std::min(word.find(':', begin), word.size());
    names.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  if (names.back() == names.front()) names.pop_back();
  return names;
}

Command with_moved_files(Command command, const Moves& to) {
  std::set<fs::path> named;
  for (std::string& word : command.words) word = moved(word, command.folder, to, named);
  if (const auto found = to.find(command.program); found != to.end()) {
    named.insert(command.program);
    command.program = found->second;
  }
  for (fs::path& file : command.files) {
    if (const auto found = to.find(file); found != to.end()) file = found->second;
  }
  for (const auto& [from, ignored] : to) {
    if (!named.contains(from)) {
      throw CommandError(
          fmt::format("the command does not name the file {}, so that no copy can take its place",
                      quote(from)));
    }
    if (!is_shared_folder(from.parent_path())) command.folders.push_back(from.parent_path());
  }
  return command;
}

}  // namespace referee::program
