
#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/play/judge/outside_game.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr std::string_view kept_games = "games";

// The path of a game's folder or of its game.json, rather than a game's name?
bool is_path(std::string_view name) noexcept {
  return name.find('/') != std::string_view::npos || name == "." || name == ".." ||
         name == game_file_name;
}

// The folder.
fs::path plain(const fs::path& given) {
  fs::path path = fs::absolute(given).lexically_normal();
  std::error_code ignored;
  const bool is_file = path.filename() == game_file_name && fs::is_regular_file(path, ignored);
  return path.has_filename() && !is_file ? path : path.parent_path();
}

// What the caller has named for a game: the first line is its folder, the others what its judge may
// read besides.
std::optional<GamePlace> named_for(const std::string& name) {
  const auto kept = toolchain::kept_text(kept_games, name);
  if (!kept) return std::nullopt;
  std::istringstream lines(*kept);
  GamePlace place;
  std::string line;
  std::getline(lines, line);
  place.folder = line;
  while (std::getline(lines, line)) place.read.emplace_back(line);
  if (!has_game_file(place.folder)) return std::nullopt;
  return place;
}

// Where nothing can be kept, a later call has to be given the folder.
void remember(const std::string& name, const GamePlace& place) {
  std::string text = place.folder.string();
  for (const fs::path& path : place.read) text.append("\n").append(path.string());
  if (toolchain::kept_text(kept_games, name) == text) return;
  try {
    toolchain::keep_text(kept_games, name, text);
  } catch (const std::exception& error) {
    text::debug("the folder of {} is not remembered: {}", name, error.what());
  }
}

std::string name_of_game_at(const fs::path& folder) {
  const fs::path file = folder / game_file_name;
  const Json json = text::parse_json(text::read_text(file), file.string());
  return read_game_file(text::JsonReader(json, file.string() + ":")).name;
}

class Registry {
 public:
  const rules::GameInfo* find(const rules::GameQuery& query) {
    const std::lock_guard lock(mutex_);
    if (query.typed && is_path(query.name)) {
      return &at_path(fs::path(query.folder) / query.name, {}).info();
    }
    if (!query.facts.empty()) return &from_facts(query.facts, query.folder);
    if (!query.hash.empty()) return of_record(std::string(query.name), query.hash);
    if (const auto known = by_name_.find(query.name); known != by_name_.end()) {
      return &known->second->info();
    }
    return query.typed && is_outside_name(query.name) ? met_before(std::string(query.name))
                                                      : nullptr;
  }

  OutsideGame& at(std::string_view folder, const std::vector<fs::path>& read) {
    const std::lock_guard lock(mutex_);
    return at_path(folder, read);
  }

  void look_with(const fs::path& given) {
    const std::lock_guard lock(mutex_);
    const fs::path folder = plain(given);
    if (!std::filesystem::exists(folder)) {
      throw text::InputError("--game: " + text::missing(folder));
    }
    if (!has_game_file(folder)) {
      throw text::InputError(fmt::format("--game: {} is not a folder of a game: it has no file {}",
                                         folder.string(), game_file_name));
    }
    looking_.emplace(name_of_game_at(folder), folder);
  }

 private:
  OutsideGame& add(std::unique_ptr<OutsideGame> game) {
    games_.push_back(std::move(game));
    OutsideGame& added = *games_.back();
    by_name_[std::string(added.info().name)] = &added;
    return added;
  }

  // The caller typed it.
  OutsideGame& at_path(const fs::path& given, std::vector<fs::path> read) {
    const fs::path path = plain(given);
    for (const auto& game : games_) {
      if (game->there() && game->folder() == path) return *game;
    }
    GamePlace place{path, std::move(read)};
    std::string name;
    if (has_game_file(path)) {
      name = name_of_game_at(path);
      const auto earlier = named_for(name);
      if (place.read.empty() && earlier && earlier->folder == path) place.read = earlier->read;
    }
    if (const auto other = by_name_.find(name);
        other != by_name_.end() && other->second->there() && other->second->folder() != path) {
      throw text::InputError(fmt::format("two games are called {}: those of {} and {}", name,
                                         other->second->folder().string(), path.string()));
    }
    auto game = std::make_unique<OutsideGame>(place);
    remember(name, place);
    return add(std::move(game));
  }

  // One whose judge may start, if there is one.
  OutsideGame* known(std::string_view name, std::string_view hash) {
    OutsideGame* found = nullptr;
    for (const auto& game : games_) {
      if (game->info().outside->hash != hash || game->info().name != name) continue;
      if (game->there()) return game.get();
      if (found == nullptr) found = game.get();
    }
    return found;
  }

  // Where the judge of a game may be, and whether it may start.
  std::pair<std::optional<GamePlace>, Starts> place_of(const std::string& name) const {
    if (looking_ && looking_->first == name) return {GamePlace{looking_->second}, Starts::any};
    return {named_for(name), Starts::same};
  }

  const rules::GameInfo& from_facts(std::string_view facts, std::string_view folder) {
    const Json json = text::parse_json(facts, "judge");
    const text::JsonReader reader(json, "judge");
    const std::string hash = reader.at("hash").text();
    const std::string name = reader.at("game").at("name").text();
    // The id of the tournament covers its path: it is no other folder's game.
    const fs::path path = plain(fs::path(folder) / text::path_of_text(reader.at("folder").text()));
    if (OutsideGame* const game = known(name, hash);
        game != nullptr && game->there() && game->folder() == path) {
      by_name_[name] = game;
      return game->info();
    }
    GamePlace place{path};
    Starts starts = Starts::none;
    if (auto named = named_for(name); named && named->folder == path) {
      place = std::move(*named);
      starts = Starts::same;
    }
    if (looking_ && looking_->first == name) {
      if (looking_->second != path) {
        throw text::InputError(
            fmt::format("--game: this tournament's folder of {} is {}, not {}; name that one", name,
                        path.string(), looking_->second.string()));
      }
      starts = Starts::any;
    }
    return add(std::make_unique<OutsideGame>(std::move(place), reader, starts)).info();
  }

  const rules::GameInfo* of_record(const std::string& name, std::string_view hash) {
    if (const OutsideGame* const game = known(name, hash)) return &game->info();
    if (!is_outside_name(name)) return nullptr;
    auto [place, starts] = place_of(name);
    if (const auto game = by_name_.find(name); !place && game != by_name_.end()) {
      place = GamePlace{game->second->folder()};
      starts = Starts::none;
    }
    if (!place || !has_game_file(place->folder) || name_of_game_at(place->folder) != name) {
      return nullptr;
    }
    games_.push_back(std::make_unique<OutsideGame>(*place, hash, starts));
    OutsideGame& game = *games_.back();
    if (game.there()) {
      by_name_[name] = &game;
    } else {
      by_name_.try_emplace(name, &game);
    }
    return &game.info();
  }

  const rules::GameInfo* met_before(const std::string& name) {
    const auto place = named_for(name);
    if (!place) return nullptr;
    const rules::GameInfo& game = at_path(place->folder, {}).info();
    return game.name == name ? &game : nullptr;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<OutsideGame>> games_;
  std::map<std::string, OutsideGame*, std::less<>> by_name_;
  std::optional<std::pair<std::string, fs::path>> looking_;  // name and folder
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

const rules::GameInfo* find_outside(const rules::GameQuery& query) {
  return registry().find(query);
}

OutsideGame& outside_game_at(std::string_view folder, const std::vector<std::string>& read) {
  std::vector<fs::path> paths;
  for (const std::string& path : read) {
    if (!fs::exists(path)) throw text::InputError("--read: " + text::missing(path));
    paths.push_back(fs::canonical(path));
  }
  return registry().at(folder, paths);
}

void look_with(std::string_view folder) { registry().look_with(folder); }

}  // namespace referee::judge
