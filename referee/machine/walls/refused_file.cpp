#include "referee/machine/walls/refused_file.hpp"

#include <fmt/core.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/machine/program/executable.hpp"
#include "referee/machine/program/last_words.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/walls/readable_paths.hpp"
#include "referee/machine/walls/sandbox.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;
using program::What;

bool may_read(const fs::path& path, const std::vector<PathRule>& rules) {
  return std::any_of(rules.begin(), rules.end(), [&path](const PathRule& rule) {
    std::error_code missing;
    const fs::path open = fs::canonical(rule.path, missing);
    return !missing && rule.access != PathRule::Access::list && program::is_within(path, open);
  });
}

// What it may read, and what is hidden from it, which no option opens.
std::vector<PathRule> all_rules(const program::Command& command) {
  std::vector<PathRule> rules = system_paths();
  const std::vector<PathRule> own = own_paths(command, {});
  rules.insert(rules.end(), own.begin(), own.end());
  return rules;
}

// A program without the right to be one.
bool lacks_right_to_run(const fs::path& path) {
  std::error_code missing;
  return fs::is_regular_file(path, missing) && ::access(path.c_str(), X_OK) != 0 &&
         program::is_script_or_program(path);
}

// The last word that names something that is there and may not be read, or not be executed: a path,
// or a module of Python, Node or Java, which take what they may not read for missing.
std::optional<RefusedFile> refused_in(const Failure& failure, const fs::path& folder,
                                      const std::vector<PathRule>& rules) {
  const std::string_view words = failure.last_words;
  const bool tells = program::tells_of_permission(words);
  constexpr std::string_view between = " \t\n\r'\"`()[]{},;<>=";
  std::size_t end = words.size();
  while (end > 0) {
    const auto begin = words.find_last_of(between, end - 1) + 1;  // 0 if not found
    std::string_view word = words.substr(begin, end - begin);
    end = begin == 0 ? 0 : begin - 1;
    while (word.ends_with(':') || word.ends_with('.')) word.remove_suffix(1);
    // A longer one is not a path.
    if (word.empty() || word.size() > 1000) continue;
    for (const std::string_view ending : {"", ".py", ".js", ".class"}) {
      std::error_code missing;
      fs::path path = fs::canonical(folder / fmt::format("{}{}", word, ending), missing);
      if (missing || path == "/") continue;
      if (!may_read(path, rules)) return RefusedFile{What::file, std::move(path)};
      if (tells && lacks_right_to_run(path)) {
        return RefusedFile{What::not_executable, std::move(path)};
      }
    }
  }
  return std::nullopt;
}

// From the file alone: asking the name service loads its libraries, which a program without
// shared libraries must not.
std::string owner_of(uid_t user) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen("/etc/passwd", "re"), &std::fclose);
  while (const passwd* entry = file ? ::fgetpwent(file.get()) : nullptr) {
    if (entry->pw_uid == user) return entry->pw_name;
  }
  return fmt::format("#{}", user);
}

}  // namespace

std::string RefusedFile::text() const {
  switch (what) {
    case What::file:
      return "it may not read " + path.string();
    case What::not_executable:
      return fmt::format("{} may not be executed", path.string());
    case What::folder:
      return "it may not read the folder in which it runs";
    case What::closed_folder:
      return fmt::format(
          "{} belongs to {} and is closed to others, and root's bots have none of root's rights",
          path.string(), owner);
    default:
      return "it may have been refused a file";
  }
}

std::optional<RefusedFile> refused_file(const program::Command& command, const Failure& failure) {
  const bool tells = program::tells_of_permission(failure.last_words);
  const bool at_start = !failure.answered && failure.by_exit_code;
  if (!tells && !at_start) return std::nullopt;
  if (tells) {
    if (auto closed = closed_folder(command)) return closed;
  }
  const std::vector<PathRule> rules = all_rules(command);
  const fs::path& folder = command.folder;
  if (auto file = refused_in(failure, folder, rules)) return file;
  const bool silent = failure.last_words.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!tells && !silent) return std::nullopt;
  std::error_code missing;
  fs::path real = fs::canonical(folder, missing);
  if (!missing && !program::is_shared_folder(real) && !may_read(real, rules)) {
    return RefusedFile{What::folder, std::move(real)};
  }
  return tells ? std::optional(RefusedFile{What::unknown_file}) : std::nullopt;
}

std::optional<RefusedFile> closed_folder(const program::Command& command) {
  if (::geteuid() != 0) return std::nullopt;
  std::vector<fs::path> places{command.program, command.folder / "."};
  places.insert(places.end(), command.files.begin(), command.files.end());
  for (const fs::path& place : places) {
    for (fs::path folder = place.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
      struct stat status {};
      if (::stat(folder.c_str(), &status) != 0 || status.st_uid == 0) continue;
      if ((status.st_mode & S_IXOTH) != 0) continue;
      return RefusedFile{What::closed_folder, folder, owner_of(status.st_uid)};
    }
  }
  return std::nullopt;
}

}  // namespace referee::walls
