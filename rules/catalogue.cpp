#include "rules/catalogue.hpp"

#include "rules/black_hole/black_hole.hpp"
#include "rules/box/box.hpp"
#include "rules/merge/merge.hpp"
#include "rules/turn_right/turn_right.hpp"

namespace rules {

std::span<const GameInfo> games() noexcept {
  static const std::array table{merge::info_6561(), merge::info_2187(), turn_right::info(),
                                box::info(), black_hole::info()};
  return table;
}

const GameInfo* find_game(std::string_view name) noexcept {
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

}  // namespace rules
