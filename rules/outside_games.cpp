#include "rules/catalogue.hpp"

namespace rules {
namespace {

GameFinder& finder() noexcept {
  static GameFinder installed = nullptr;
  return installed;
}

}  // namespace

void set_game_finder(GameFinder installed) noexcept { finder() = installed; }

const GameInfo* find_outside_game(std::string_view name, std::string_view facts,
                                  std::string_view folder) {
  return finder() == nullptr ? nullptr : finder()(name, facts, folder);
}

}  // namespace rules
