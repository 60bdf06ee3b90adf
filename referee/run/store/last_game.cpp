#include "referee/run/store/last_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/run/store/records.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_name = "games";
constexpr std::size_t most_kept_in_all = 400;  // of all folders
constexpr std::string_view record_ending = ".json";

// Marks the games of the current folder.
std::string key_of_folder() { return text::sha256(fs::current_path().string()).substr(0, 16); }

struct Kept {
  unsigned long number = 0;
  std::string key;
};

std::string name_of(const Kept& game) {
  return fmt::format("{}-{}{}", game.number, game.key, record_ending);
}

// All kept games, of all folders, the newest last.
std::vector<Kept> kept_games() {
  std::vector<Kept> games;
  const auto place = toolchain::own_cache(folder_name);
  if (!place) return games;
  std::error_code error;
  for (fs::directory_iterator entry(*place, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    Kept game;
    const auto [stop, wrong] = std::from_chars(name.data(), name.data() + name.size(), game.number);
    if (wrong != std::errc() || *stop != '-' || !name.ends_with(record_ending)) continue;
    game.key =
        entry->path().stem().string().substr(static_cast<std::size_t>(stop - name.data()) + 1);
    games.push_back(std::move(game));
  }
  std::sort(games.begin(), games.end(),
            [](const Kept& a, const Kept& b) { return a.number < b.number; });
  return games;
}

}  // namespace

bool keep_last_game(std::string_view record) {
  try {
    const std::vector<Kept> games = kept_games();
    const Kept added{games.empty() ? 1 : games.back().number + 1, key_of_folder()};
    toolchain::keep_text(folder_name, name_of(added), std::string(record) + '\n');
    std::size_t all = games.size() + 1;
    auto here = 1 + static_cast<std::size_t>(
                        std::count_if(games.begin(), games.end(),
                                      [&added](const Kept& one) { return one.key == added.key; }));
    for (const Kept& one : games) {
      const bool too_many_here = one.key == added.key && here > most_kept_games;
      if (!too_many_here && all <= most_kept_in_all) continue;
      std::error_code ignored;
      fs::remove(toolchain::cache_folder() / folder_name / name_of(one), ignored);
      --all;
      if (one.key == added.key) --here;
    }
    return true;
  } catch (const std::system_error& error) {
    text::debug("the game is not kept: {}", error.what());
  } catch (const text::MachineError& error) {
    text::debug("the game is not kept: {}", error.what());
  }
  return false;
}

std::string log_named(const std::string& name) {
  constexpr std::string_view last = "last";
  std::error_code ignored;
  if (!name.starts_with(last) || fs::exists(name, ignored)) return name;
  std::size_t before = 0;
  if (name.size() > last.size()) {
    const char* const end = name.data() + name.size();
    const char* const begin = name.data() + last.size() + 1;
    const auto [stop, wrong] = std::from_chars(begin, end, before);
    if (name[last.size()] != '-' || begin == end || wrong != std::errc() || stop != end)
      return name;
  }
  std::vector<Kept> games = kept_games();
  std::erase_if(games, [key = key_of_folder()](const Kept& game) { return game.key != key; });
  if (games.empty()) {
    throw NoRecords(
        "no game of this folder has been kept yet: referee match and play keep the last ones");
  }
  if (before >= games.size()) {
    throw NoRecords(fmt::format("'{}': only the last {} kept", name,
                                text::plural(games.size(), "game is", "games are")));
  }
  return (toolchain::cache_folder() / folder_name / name_of(games[games.size() - 1 - before]))
      .string();
}

bool is_kept_game(std::string_view record) {
  const std::vector<Kept> games = kept_games();
  return std::any_of(games.rbegin(), games.rend(), [&](const Kept& game) {
    return toolchain::kept_text(folder_name, name_of(game)) == std::string(record) + '\n';
  });
}

}  // namespace referee::store
