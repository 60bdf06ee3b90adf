#include "referee/play/judge/outside_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/scene_reader.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using text::Json;

// Is the judge a source file, rather than a command?
bool is_source(const fs::path& folder, const GameFile& game) {
  std::error_code ignored;
  return toolchain::language_of(game.judge) != nullptr &&
         fs::is_regular_file(folder / game.judge, ignored);
}

fs::path file_in(const fs::path& folder, const std::string& name) {
  return (folder / name).lexically_normal();
}

// The files that make the judge what it is, absolute.
std::vector<fs::path> files_of(const fs::path& folder, const GameFile& game) {
  std::vector<fs::path> files;
  if (is_source(folder, game)) {
    files.push_back(file_in(folder, game.judge));
  } else {
    for (const std::string& word : program::split_words(game.judge)) {
      std::error_code ignored;
      if (fs::is_regular_file(folder / word, ignored)) files.push_back(file_in(folder, word));
    }
  }
  for (const std::string& name : game.files) files.push_back(file_in(folder, name));
  return files;
}

// What a command may not read of its folder, where bots may lie: all but its own. Throws
// std::filesystem::filesystem_error if the folder cannot be listed: nothing would be hidden then.
std::vector<fs::path> others_in(const fs::path& folder, const std::vector<fs::path>& own) {
  std::vector<fs::path> others;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const bool needed = std::any_of(own.begin(), own.end(), [&](const fs::path& file) {
      return std::mismatch(path.begin(), path.end(), file.begin(), file.end()).first == path.end();
    });
    if (!needed) others.push_back(path);
  }
  return others;
}

std::string read_page(const fs::path& folder, const GameFile& game) {
  std::error_code ignored;
  if (fs::is_regular_file(folder / "rules.md", ignored)) {
    return text::read_text(folder / "rules.md");
  }
  return fmt::format("# {}\n\n{} says nothing of its rules: it has no file rules.md.\n", game.title,
                     folder.string());
}

bool has_game_file(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / game_file_name, ignored);
}

// The hash of what judges: game.json, the judge's source or the files that its command names, and
// its further files. The same wherever the folder is. Throws text::InputError if one of them
// cannot be read.
std::string hash_of_judge(const fs::path& folder, const GameFile& game, std::string_view json) {
  std::string all = "referee-judge 1\n" + text::sha256(json) + '\n';
  for (const fs::path& file : files_of(folder, game)) {
    try {
      all += file.filename().string() + ' ' + text::sha256(text::read_file(file)) + '\n';
    } catch (const std::system_error& error) {
      throw text::InputError(fmt::format("{}: {}; {} names it", (folder / game_file_name).string(),
                                         error.what(), game_file_name));
    }
  }
  return text::sha256(all);
}

// What a folder has now. Throws text::InputError.
struct Found {
  explicit Found(const fs::path& folder) {
    const fs::path path = folder / game_file_name;
    json = text::parse_json(text::read_text(path), path.string());
    file = read_game_file(text::JsonReader(json, path.string() + ":"));
    hash = hash_of_judge(folder, file, json.dump());
  }
  Json json;
  GameFile file;
  std::string hash;
};

std::atomic<bool> changed_judges_shown = false;

}  // namespace

void show_changed_judges() noexcept { changed_judges_shown = true; }

OutsideGame::OutsideGame(fs::path folder) : folder_(std::move(folder)) {
  toolchain::hush_official_versions();
  if (!has_game_file(folder_)) {
    throw text::InputError(
        fmt::format("{} is not a folder of a game: it has no file {}; `referee new --judge python "
                    "NAME` writes one",
                    folder_.string(), game_file_name));
  }
  Found found(folder_);
  file_ = std::move(found.file);
  hash_ = std::move(found.hash);
  {
    const Lease judge(pool());
    can_ = judge->abilities();
  }
  fill_in(found.json);
  if (file_.info.takeover && !can("count")) {
    text::note("{}: no list of legal moves: no takeover, so the game ends at a fault", file_.name);
  }
}

OutsideGame::OutsideGame(fs::path folder, const text::JsonReader& facts)
    : folder_(std::move(folder)) {
  toolchain::hush_official_versions();
  const text::JsonReader game = facts.at("game");
  file_ = read_game_file(game);
  hash_ = facts.at("hash").text();
  const text::JsonReader can = facts.at("can");
  for (std::size_t i = 0; i < can.items(); ++i) can_.push_back(can.item(i).text());
  missing_ = why_missing();
  fill_in(game.value());
}

std::string OutsideGame::why_missing() const {
  if (!has_game_file(folder_)) {
    return fmt::format(
        "the judge of {0} is not there: {1} has no {2}; put the game's folder there again, on "
        "each machine that plays",
        file_.name, folder_.string(), game_file_name);
  }
  try {
    const std::string hash = Found(folder_).hash;
    if (hash == hash_) return {};
    constexpr std::size_t enough = 12;
    const std::string what =
        fmt::format("{} holds another judge of {} than the one that judged here (hash {}, now {})",
                    folder_.string(), file_.name, hash_.substr(0, enough), hash.substr(0, enough));
    if (!changed_judges_shown) {
      return what + ": bring back the files that it had, or play in a new folder";
    }
    text::warn("{}: positions are as the new one has them", what);
  } catch (const text::InputError& error) {
    return error.what();
  }
  return {};
}

bool OutsideGame::can(std::string_view word) const {
  return std::find(can_.begin(), can_.end(), word) != can_.end();
}

void OutsideGame::fill_in(const Json& game) {
  page_ = read_page(folder_, file_);
  info_ = file_.info;
  info_.name = file_.name;
  info_.title = file_.title;
  info_.contest = "by a judge";
  info_.summary = "its rules are a program of their own";
  info_.page = page_;
  info_.seat_names = {file_.seats[0], file_.seats[1]};
  info_.takeover = info_.takeover && can("count");
  info_.ranking = file_.ranking;
  info_.deal = [this](std::uint64_t seed) { return deal(seed); };
  info_.start = [this](std::string_view text) {
    return std::make_unique<ExternalGame>(pool(), info_, text);
  };
  info_.layout = [this]() -> const rules::Layout& { return layout(); };
  rules::Outside outside;
  outside.folder = folder_.string();
  outside.version = file_.version;
  outside.hash = hash_;
  outside.facts =
      Json{{"version", file_.version}, {"hash", hash_}, {"can", can_}, {"game", game}}.dump();
  if (there()) {
    for (const fs::path& file : files_of(folder_, file_)) outside.files.push_back(file.string());
  }
  outside.deterministic = file_.deterministic;
  outside.lists_moves = can("count");
  info_.outside = std::move(outside);
}

// A misspelt source file would be taken for a command.
void OutsideGame::check_judge_is_there() const {
  if (is_source(folder_, file_) || toolchain::language_of(file_.judge) == nullptr) return;
  throw text::InputError(fmt::format("{}: judge: {} has no file '{}'",
                                     (folder_ / game_file_name).string(), folder_.string(),
                                     file_.judge));
}

const JudgeProgram& OutsideGame::program() {
  if (!there()) throw text::InputError(missing_);
  const std::lock_guard lock(mutex_);
  if (program_) return *program_;
  toolchain::BotLine line;
  line.folder = folder_;
  std::vector<fs::path> hidden;
  if (is_source(folder_, file_)) {
    line.command = text::shell_word("./" + file_.judge);
    for (const std::string& argument : file_.arguments) {
      line.command += ' ' + text::shell_word(argument);
    }
    for (const std::string& name : file_.files) line.beside.push_back(file_in(folder_, name));
    line.scripts_are_sources = true;
  } else {
    if (!file_.arguments.empty()) {
      throw text::InputError(
          fmt::format("{}: \"arguments\" are those of a source file; \"judge\" is "
                      "a command, put them there",
                      (folder_ / game_file_name).string()));
    }
    line.command = file_.judge;
    line.read = file_.files;
    hidden = others_in(folder_, files_of(folder_, file_));
  }
  check_judge_is_there();
  try {
    program::Command command = toolchain::resolve(line);
    // A script runs where its further files are.
    for (const fs::path& file : command.files) {
      if (is_source(folder_, file_) && file.filename() == fs::path(file_.judge).filename()) {
        command.folder = file.parent_path();
      }
    }
    program_.emplace(JudgeProgram{file_.name, spec_of(file_.name, command, file_.limits)});
  } catch (const toolchain::CompileError& error) {
    throw toolchain::CompileError(fmt::format("the judge of {}: {}", file_.name, error.what()),
                                  error.output());
  } catch (const program::CommandError& error) {
    throw text::InputError(fmt::format("the judge of {}: {}", file_.name, error.what()));
  }
  program_->spec.hidden = std::move(hidden);
  return *program_;
}

JudgePool& OutsideGame::pool() {
  const JudgeProgram& judge = program();
  const std::lock_guard lock(mutex_);
  if (!pool_) pool_.emplace(judge);
  return *pool_;
}

std::string OutsideGame::deal(std::uint64_t seed) {
  const Lease judge(pool());
  return judge->deal(seed);
}

const rules::Layout& OutsideGame::layout() {
  static const rules::Layout none;
  if (!can("scene")) return none;
  JudgePool& processes = pool();
  const std::lock_guard lock(mutex_);
  if (!layout_) {
    const Lease judge(processes);
    const Lines& lines = judge->ask("layout");
    layout_ = judge->reading([&] { return read_layout(lines); });
  }
  return *layout_;
}

}  // namespace referee::judge
