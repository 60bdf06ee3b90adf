#include "referee/machine/toolchain/source_file.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// In a folder that PATH names: an empty entry would make each source here a program.
bool is_in_path(const std::string& name) {
  const auto entries = program::search_path();
  return std::any_of(entries.begin(), entries.end(), [&name](std::string_view entry) {
    return !entry.empty() && program::is_executable_file(fs::path(entry) / name);
  });
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [rest, part] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return rest == folder.end() && part != path.end() && !part->empty();
}

bool is_program(const fs::path& file) {
  const program::Build build = program::build_of(file);
  if (build == program::Build::script) return program::is_executable_file(file);
  return build != program::Build::other;
}

}  // namespace

std::optional<SourceFile> find_source(std::string_view command, const fs::path& folder,
                                      const std::vector<std::string>& read, bool scripts) {
  std::vector<std::string> words;
  try {
    words = program::command_words(command, folder);
  } catch (const program::CommandError&) {
    return std::nullopt;  // resolving it says what is wrong
  }
  const Language* language = language_of(words.front());
  if (language == nullptr) return std::nullopt;
  SourceFile source;
  source.file = (fs::absolute(folder) / words.front()).lexically_normal();
  source.language = language;
  std::error_code ignored;
  if (!fs::is_regular_file(source.file, ignored)) return std::nullopt;
  const bool script = scripts && program::build_of(source.file) == program::Build::script;
  if (!script && is_program(source.file)) return std::nullopt;
  if (words.front().find('/') == std::string::npos && is_in_path(words.front())) {
    return std::nullopt;
  }
  // The judge had both until 2024, and one ending.
  if (language->compiler == "python3" &&
      program::interpreter_line(source.file).find("python2") != std::string::npos) {
    source.language = language_of("bot.py2");
  }
  source.words.assign(words.begin() + 1, words.end());
  if (language->compiled) return source;
  for (const std::string& given : read) {
    const fs::path path = (fs::absolute(folder) / given).lexically_normal();
    if (is_below(path, source.file.parent_path())) source.companions.push_back(path);
    source.stays = source.stays || is_below(source.file, path);
  }
  return source;
}

}  // namespace referee::toolchain
