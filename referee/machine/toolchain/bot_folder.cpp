#include "referee/machine/toolchain/bot_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/toolchain/source_file.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  if (error) {
    throw text::MachineError(
        fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Why this is not a bot; nothing if it is one.
std::optional<std::string> objection(const fs::path& folder, const std::string& file,
                                     const std::string& command) {
  if (text::safe_text(file) != file) return "has a name that is not plain text; rename it";
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(folder / file, ignored);
  if (fs::is_symlink(status)) return "is a link; put the file itself there";
  if (fs::is_directory(status)) return "is a folder; only files are bots";
  if (!fs::is_regular_file(status)) return "is not a file that can be read";
  if (find_source(command, folder)) return std::nullopt;
  if (!program::is_executable_file(folder / file)) {
    return "is neither a source file in one of the official languages nor an executable program";
  }
  if (program::is_script_or_program(folder / file)) return std::nullopt;
  try {
    static_cast<void>(program::resolve_command(command, folder));
  } catch (const program::CommandError& error) {
    return error.what();
  }
  return std::nullopt;
}

// Why a bot cannot have this name, which configs and records hold.
std::optional<std::string> objection_to_name(const std::string& name) {
  try {
    static_cast<void>(text::JsonReader(name, "its name").name());
  } catch (const text::JsonError& error) {
    return std::string(error.what()) + "; rename the file";
  }
  return std::nullopt;
}

}  // namespace

BotFolder bots_in(const fs::path& folder, const std::vector<std::string>& others) {
  BotFolder result;
  std::map<std::string, int> stems;
  std::map<std::string, std::string> files;  // by commands
  for (const std::string& file : names_in(folder)) {
    if (file.starts_with('.') || std::find(others.begin(), others.end(), file) != others.end()) {
      continue;
    }
    const std::string command = text::shell_word("./" + file);
    if (auto why = objection(folder, file, command)) {
      result.skipped.push_back({file, std::move(*why)});
    } else {
      ++stems[fs::path(file).stem().string()];
      result.bots.push_back({file, command});
      files[command] = file;
    }
  }
  for (FolderBot& bot : result.bots) {
    const std::string stem = fs::path(bot.name).stem().string();
    if (stems[stem] == 1) bot.name = stem;
  }
  std::erase_if(result.bots, [&](const FolderBot& bot) {
    const auto why = objection_to_name(bot.name);
    if (why) result.skipped.push_back({files.at(bot.command), *why});
    return why.has_value();
  });
  const auto by_file = [](const SkippedFile& a, const SkippedFile& b) { return a.file < b.file; };
  std::sort(result.skipped.begin(), result.skipped.end(), by_file);
  return result;
}

}  // namespace referee::toolchain
