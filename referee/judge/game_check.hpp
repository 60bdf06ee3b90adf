// Checks what records, replays and statistics require of a judge: docs/reference/judge.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/judge/outside_game.hpp"

namespace referee::judge {

struct GamePoint {
  enum class Finding : std::uint8_t { passed, failed, noted };
  std::string name;  // "same again"
  Finding finding = Finding::passed;
  std::string text;  // what was seen
};

struct GameCheckPlan {
  unsigned games = 20;  // random games
  std::uint64_t seed = 1;
  // After this time, and four games, no further game is begun, and the moves of no further position
  // are tested. What was asked is then asked three times more.
  std::chrono::seconds enough{5};
  std::function<void(std::string_view)> tell = [](std::string_view) {};  // what is done now
};

// Plays random games, some of them with faults, tests moves and spoilt lines in a few positions of
// each, and says the same again to another process, in the opposite order, and in other
// surroundings. A judge that fails is a finding. Throws what the machine's failures throw.
std::vector<GamePoint> check_game(OutsideGame& game, const GameCheckPlan& plan);

}  // namespace referee::judge
