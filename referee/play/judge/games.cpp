#include "referee/play/judge/games.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <sstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/machine/toolchain/cache.hpp"

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

// The absolute path of a game's folder, from that or from the path of its game.json.
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
  if (const auto before = named_for(name); before && before->folder != place.folder) {
    text::note("{} is from now on the game in {}; before, it was the one in {}", name,
               place.folder.string(), before->folder.string());
  }
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

}  // namespace

const rules::GameInfo* Games::typed(std::string_view name, std::string_view folder) {
  if (const auto* own = rules::find_game(name)) return own;
  if (is_path(name)) return &at_path(fs::path(folder) / name, {}).info();
  if (!is_outside_name(name)) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (const auto one = by_name_.find(name); one != by_name_.end()) return &one->second->info();
  }
  const auto place = named_for(std::string(name));
  if (!place) return nullptr;
  const rules::GameInfo& game = at_path(place->folder, {}).info();
  return game.name == name ? &game : nullptr;
}

OutsideGame& Games::at(std::string_view folder, const std::vector<std::string>& read) {
  std::vector<fs::path> paths;
  for (const std::string& path : read) {
    if (!fs::exists(path)) throw text::InputError("--read: " + text::missing(path));
    paths.push_back(fs::canonical(path));
  }
  return at_path(folder, std::move(paths));
}

void Games::look_with(std::string_view given) {
  const fs::path folder = plain(given);
  if (!fs::exists(folder)) {
    throw text::InputError("--game: " + text::missing(folder));
  }
  if (!has_game_file(folder)) {
    throw text::InputError(fmt::format("--game: {} is not a folder of a game: it has no file {}",
                                       folder.string(), game_file_name));
  }
  const std::lock_guard lock(mutex_);
  looking_.emplace(name_of_game_at(folder), folder);
}

const rules::GameInfo* Games::of_record(std::string_view name, std::string_view hash) const {
  if (const auto* own = rules::find_game(name)) return hash.empty() ? own : nullptr;
  const std::lock_guard lock(mutex_);
  if (!hash.empty()) return of_judge(std::string(name), hash);
  const auto known = by_name_.find(name);
  return known == by_name_.end() ? nullptr : &known->second->info();
}

OutsideGame& Games::at_path(const fs::path& given, std::vector<fs::path> read) {
  const fs::path path = plain(given);
  GamePlace place{path, std::move(read)};
  std::string name;
  {
    const std::lock_guard lock(mutex_);
    if (OutsideGame* const game = typed_at(path)) return *game;
    if (has_game_file(path)) {
      name = name_of_game_at(path);
      const auto earlier = named_for(name);
      if (place.read.empty() && earlier && earlier->folder == path) place.read = earlier->read;
    }
    if (const auto other = by_name_.find(name);
        other != by_name_.end() && other->second->has_judge() && other->second->folder() != path) {
      throw text::InputError(fmt::format("two games are called {}: those of {} and {}", name,
                                         other->second->folder().string(), path.string()));
    }
  }
  auto game = std::make_unique<OutsideGame>(place);
  game->learn();
  if (game->promises_takeover() && !game->info().takeover) {
    text::note("{}: no list of legal moves: no takeover, so the game ends at a fault", name);
  }
  remember(name, place);
  const std::lock_guard lock(mutex_);
  OutsideGame* const other = typed_at(path);
  return other != nullptr ? *other : add(std::move(game));
}

OutsideGame& Games::add(std::unique_ptr<OutsideGame> game) const {
  games_.push_back(std::move(game));
  OutsideGame& added = *games_.back();
  by_name_[std::string(added.info().name)] = &added;
  return added;
}

OutsideGame* Games::typed_at(const fs::path& path) const {
  for (const auto& game : games_) {
    if (game->has_judge() && game->folder() == path) return game.get();
  }
  return nullptr;
}

// One whose judge may start, if there is one.
OutsideGame* Games::known(std::string_view name, std::string_view hash) const {
  OutsideGame* found = nullptr;
  for (const auto& game : games_) {
    if (game->info().outside->hash != hash || game->info().name != name) continue;
    if (game->has_judge()) return game.get();
    if (found == nullptr) found = game.get();
  }
  return found;
}

// Where the judge of a game may be, and whether it may start.
std::pair<std::optional<GamePlace>, Origin> Games::place_of(const std::string& name) const {
  if (looking_ && looking_->first == name) return {GamePlace{looking_->second}, Origin::typed};
  return {named_for(name), Origin::own};
}

const rules::GameInfo* Games::of_manifest(std::string_view facts, std::string_view folder) const {
  const Json json = text::parse_json(facts, "judge");
  const text::JsonReader reader(json, "judge");
  const std::string hash = reader.at("hash").text();
  const std::string name = reader.at("game").at("name").text();
  // The id of the tournament covers its path: it is no other folder's game.
  const fs::path path = plain(fs::path(folder) / text::path_of_text(reader.at("folder").text()));
  const std::lock_guard lock(mutex_);
  const auto is_it = [&](const std::unique_ptr<OutsideGame>& game) {
    return game->info().outside->hash == hash && game->info().name == name &&
           game->folder() == path;
  };
  const auto use = [&](OutsideGame& game) {
    by_name_[name] = &game;
    return &game.info();
  };
  for (const auto& game : games_) {
    if (is_it(game) && game->has_judge()) return use(*game);
  }
  GamePlace place{path};
  Origin origin = Origin::elsewhere;
  if (auto named = named_for(name); named && named->folder == path) {
    place = std::move(*named);
    origin = Origin::own;
  }
  if (looking_ && looking_->first == name) {
    if (looking_->second != path) {
      throw text::InputError(
          fmt::format("--game: this tournament's folder of {} is {}, not {}; name that one", name,
                      path.string(), looking_->second.string()));
    }
    origin = Origin::typed;
  }
  // A folder that is followed is read again and again.
  for (const auto& game : games_) {
    if (is_it(game) && game->origin() == origin) return use(*game);
  }
  return &add(std::make_unique<OutsideGame>(std::move(place), reader, origin)).info();
}

const rules::GameInfo* Games::of_judge(const std::string& name, std::string_view hash) const {
  if (const OutsideGame* const game = known(name, hash)) return &game->info();
  if (!is_outside_name(name)) return nullptr;
  auto [place, origin] = place_of(name);
  if (const auto game = by_name_.find(name); !place && game != by_name_.end()) {
    place = GamePlace{game->second->folder()};
    origin = Origin::elsewhere;
  }
  if (!place || !has_game_file(place->folder) || name_of_game_at(place->folder) != name) {
    return nullptr;
  }
  games_.push_back(std::make_unique<OutsideGame>(*place, hash, origin));
  OutsideGame& game = *games_.back();
  if (game.has_judge()) {
    by_name_[name] = &game;
  } else {
    by_name_.try_emplace(name, &game);
  }
  return &game.info();
}

}  // namespace referee::judge
