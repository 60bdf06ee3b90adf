#include "referee/play/starter/writing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/match/beginning.hpp"

namespace referee::starter {
namespace {

namespace fs = std::filesystem;

// All or nothing.
void check_that_none_exists(const fs::path& folder, const std::vector<StarterFile>& files) {
  std::vector<std::string> there;
  for (const StarterFile& file : files) {
    std::error_code error;
    const fs::file_type type = fs::symlink_status(folder / file.path, error).type();
    if (type == fs::file_type::none) {
      throw text::SystemError("look for", folder / file.path, error.value());
    }
    if (type != fs::file_type::not_found) there.push_back(file.path);
  }
  if (there.empty()) return;
  throw text::InputError(
      fmt::format("{} has {} already; nothing was written: name a new folder, as in "
                  "referee new GAME LANGUAGE FOLDER",
                  folder.string(), text::join_with(there, "and")));
}

// Refuses a file where a folder is to be.
void check_that_folders_may_be(const fs::path& folder) {
  for (fs::path part = folder; !part.empty() && part != part.parent_path();
       part = part.parent_path()) {
    std::error_code error;
    const auto there = fs::status(part, error);
    if (!fs::exists(there) || fs::is_directory(there)) continue;
    throw text::InputError(fmt::format(
        "{} is a file, so nothing can be written into it: name a new folder, as the last "
        "word",
        part.string()));
  }
}

void write_new(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw text::SystemError("write", file, errno != 0 ? errno : EIO);
}

}  // namespace

const toolchain::Language& language_named(const rules::GameInfo& game, const std::string& text) {
  std::string name = text;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<std::string_view> usual;
  for (const toolchain::Language* language : languages_for(game)) {
    const auto names = names_of(*language);
    if (std::find(names.begin(), names.end(), name) != names.end()) return *language;
    usual.push_back(language->skeleton);
  }
  if (usual.empty()) {
    throw text::InputError(fmt::format(
        "there is no skeleton for {}; copy one of its bots, or write one by its page: referee show "
        "{}; docs/guide/any-game.md shows how",
        game.title, match::game_word(game)));
  }
  for (const toolchain::Language& language : toolchain::languages()) {
    const auto names = names_of(language);
    if (language.skeleton.empty() || std::find(names.begin(), names.end(), name) == names.end()) {
      continue;
    }
    throw text::InputError(
        fmt::format("there is no bot in {0} to begin with, only in {1}; one of yours is compiled "
                    "and played like these, and referee show {2} says what it reads and writes",
                    language.title, text::join_with(usual, "and"), match::game_word(game)));
  }
  throw text::InputError(fmt::format("unknown language '{}'; {}", name,
                                     text::suggestion(name, usual, "the languages are")));
}

std::string_view judge_named(const std::string& wanted) {
  std::vector<std::string_view> all = judges();
  for (const std::string_view judge : all) {
    if (judge == wanted) return judge;
    const auto languages = toolchain::languages();
    const auto known = std::find_if(languages.begin(), languages.end(),
                                    [judge](const auto& one) { return one.skeleton == judge; });
    if (known == languages.end()) continue;
    const auto names = names_of(*known);
    if (std::find(names.begin(), names.end(), wanted) != names.end()) return judge;
  }
  for (const std::string_view adaptor : adaptors()) all.push_back(adaptor);
  throw text::InputError(fmt::format("there is no judge '{}'; {}", wanted,
                                     text::suggestion(wanted, all, "there are")));
}

std::string name_of_game(const fs::path& folder) {
  std::string name = folder.filename().string();
  if (name.find('.') == std::string::npos) name = "my." + name;
  if (judge::is_outside_name(name)) return name;
  throw text::InputError(
      fmt::format("'{}' cannot be the name of a game: it has small letters, digits and \"-\"; name "
                  "another folder, as in mygame",
                  folder.filename().string()));
}

void write_files(const fs::path& folder, const std::vector<StarterFile>& files) {
  check_that_folders_may_be(folder);
  check_that_none_exists(folder, files);
  for (const StarterFile& file : files) write_new(folder / file.path, file.text);
}

}  // namespace referee::starter
