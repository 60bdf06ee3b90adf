#include "referee/cli/options/game_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "referee/base/text/words.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

// The first game for which `holds` returns true, or else the first of all.
template <typename Holds>
const rules::GameInfo& first_game(const Holds& holds) {
  const auto games = rules::games();
  const auto found = std::find_if(games.begin(), games.end(), holds);
  return found == games.end() ? games.front() : *found;
}

}  // namespace

std::string with_games(std::string text) {
  const auto is_typical = [](const rules::GameInfo& game) {
    return !game.cooperative && game.takeover;
  };
  const auto is_cooperative = [](const rules::GameInfo& game) { return game.cooperative; };
  const rules::GameInfo& typical = first_game(is_typical);
  const rules::GameInfo& cooperative = first_game(is_cooperative);
  const std::array<std::pair<std::string_view, std::string_view>, 3> words{
      {{"{game}", typical.name}, {"{title}", typical.title}, {"{cooperative}", cooperative.name}}};
  for (const auto& [word, name] : words) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
      text.replace(at, word.size(), name);
    }
  }
  return text;
}

std::string games_without_limit() {
  std::string names;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.point_scale.exact) continue;
    text::add_to_list(names, fmt::format("{:.0f} in {}", game.point_scale.limit, game.title));
  }
  return names;
}

}  // namespace referee::cli
