// Checks what records, replays and statistics require of a judge: docs/reference/judge.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/judge/outside_game.hpp"

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
  // are tested. All requests are then repeated three times.
  std::chrono::seconds enough{5};
  std::function<void(std::string_view)> tell = [](std::string_view) {};  // gets the current step
};

// Plays random games, some of them with faults, and tests moves and malformed lines in a few
// positions of each; then repeats all requests to another process, in the opposite order, and in
// another environment. A judge that fails is a finding. Throws if the machine fails.
std::vector<GamePoint> check_game(OutsideGame& game, const GameCheckPlan& plan);

}  // namespace referee::judge
