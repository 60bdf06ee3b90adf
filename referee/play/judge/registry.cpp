#include "referee/play/judge/registry.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/log.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/play/judge/outside_game.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr std::string_view kept_games = "games";

class Registry {
 public:
  const rules::GameInfo* find(std::string_view name, std::string_view facts,
                              std::string_view folder) {
    const std::lock_guard lock(mutex_);
    if (is_path(name)) return &at_path(fs::path(folder) / name).info();
    if (!facts.empty()) return &from_facts(facts, folder);
    if (const auto known = by_name_.find(name); known != by_name_.end()) {
      return &known->second->info();
    }
    return is_outside_name(name) ? met_before(std::string(name)) : nullptr;
  }

  OutsideGame& at(std::string_view folder) {
    const std::lock_guard lock(mutex_);
    return at_path(folder);
  }

 private:
  OutsideGame& add(std::unique_ptr<OutsideGame> game) {
    games_.push_back(std::move(game));
    OutsideGame& added = *games_.back();
    by_name_[std::string(added.info().name)] = &added;
    return added;
  }

  OutsideGame& at_path(const fs::path& given) {
    fs::path path = fs::absolute(given).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    for (const auto& game : games_) {
      if (game->there() && game->folder() == path) return *game;
    }
    auto game = std::make_unique<OutsideGame>(path);
    const std::string name(game->info().name);
    if (const auto other = by_name_.find(name);
        other != by_name_.end() && other->second->there() && other->second->folder() != path) {
      throw text::InputError(fmt::format("two games are called {}: those of {} and {}", name,
                                         other->second->folder().string(), path.string()));
    }
    remember(name, path);
    return add(std::move(game));
  }

  const rules::GameInfo& from_facts(std::string_view facts, std::string_view folder) {
    const Json json = text::parse_json(facts, "judge");
    const text::JsonReader reader(json, "judge");
    const std::string hash = reader.at("hash").text();
    const std::string name = reader.at("game").at("name").text();
    fs::path path = fs::absolute(fs::path(folder) / reader.at("folder").text()).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    for (const auto& game : games_) {
      if (game->info().outside->hash == hash && game->info().name == name) {
        by_name_[name] = game.get();
        return game->info();
      }
    }
    return add(std::make_unique<OutsideGame>(std::move(path), reader)).info();
  }

  const rules::GameInfo* met_before(const std::string& name) {
    const auto folder = toolchain::kept_text(kept_games, name);
    std::error_code ignored;
    if (!folder || !fs::is_regular_file(fs::path(*folder) / game_file_name, ignored)) {
      return nullptr;
    }
    const rules::GameInfo& game = at_path(*folder).info();
    return game.name == name ? &game : nullptr;
  }

  // Where nothing can be kept, a later call has to be given the folder.
  static void remember(const std::string& name, const fs::path& folder) {
    if (toolchain::kept_text(kept_games, name) == folder.string()) return;
    try {
      toolchain::keep_text(kept_games, name, folder.string());
    } catch (const std::exception& error) {
      text::debug("the folder of {} is not remembered: {}", name, error.what());
    }
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<OutsideGame>> games_;
  std::map<std::string, OutsideGame*, std::less<>> by_name_;
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

bool is_path(std::string_view name) noexcept {
  return name.find('/') != std::string_view::npos || name == "." || name == "..";
}

const rules::GameInfo* find_outside(std::string_view name, std::string_view facts,
                                    std::string_view folder) {
  return registry().find(name, facts, folder);
}

OutsideGame& outside_game_at(std::string_view folder) { return registry().at(folder); }

}  // namespace referee::judge
