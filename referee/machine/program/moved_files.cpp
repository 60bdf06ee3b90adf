#include "referee/machine/program/moved_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/places.hpp"

namespace referee::program {
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
    fs::path path = (folder / name).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // of "classes/"
    const auto found = to.find(path);
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
  const fs::path was = command.program;
  if (const auto found = to.find(was); found != to.end()) {
    named.insert(was);
    command.program = found->second;
  }
  const bool runs_there = to.contains(command.folder);
  std::vector<fs::path> own = command.files;
  own.push_back(was);
  for (const fs::path& file : own) {
    if (!to.contains(file)) continue;
    if (!named.contains(file) && !runs_there) {
      throw CommandError(
          fmt::format("the command does not name the file {}, so that no copy can take its place",
                      quote(file)));
    }
    if (!is_shared_folder(file.parent_path())) command.folders.push_back(file.parent_path());
  }
  const auto move = [&to](fs::path& path) {
    if (const auto found = to.find(path); found != to.end()) path = found->second;
  };
  std::for_each(command.files.begin(), command.files.end(), move);
  for (const fs::path& folder : std::vector<fs::path>(command.folders)) {
    if (const auto found = to.find(folder); found != to.end()) {
      command.folders.push_back(found->second);
    }
  }
  move(command.folder);
  return command;
}

}  // namespace referee::program
