#include "rules/catalogue.hpp"

namespace rules {
namespace {

GameFinder& finder() noexcept {
  static GameFinder installed = nullptr;
  return installed;
}

}  // namespace

void set_game_finder(GameFinder installed) noexcept { finder() = installed; }

const GameInfo* find_outside_game(const GameQuery& query) {
  return finder() == nullptr ? nullptr : finder()(query);
}

}  // namespace rules
