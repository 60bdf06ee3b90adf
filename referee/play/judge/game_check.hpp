// Checks what records, replays and statistics require of a judge: docs/reference/judge.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// A game that bots have played: its lines, and the fault behind which it ended, if there was one.
struct PlayedGame {
  std::string deal;
  std::vector<std::string> lines;
  std::string fault;  // the word of its kind, as Game::forfeit_for() takes it; or empty
  std::optional<std::string> refused;  // the line that was the fault
  std::string told;                    // the fault in a sentence; empty: none
};

struct GameCheckPlan {
  unsigned games = 20;                     // random games
  std::vector<PlayedGame> played = {};     // instead of random games, if there are any
  std::size_t seats = rules::usual_seats;  // of these
  std::uint64_t seed = 1;
  // After this time, and four games, no further game is begun, and the moves of no further position
  // are tested; where another process has to test each line, none besides the first is. All
  // requests are then repeated three times.
  std::chrono::seconds enough{5};
  std::function<void(std::string_view)> tell = [](std::string_view) {};  // gets the current step
};

// Plays random games, with each number of seats that the game may have, or those of bots again,
// some of them with faults, and tests moves and malformed lines in a few positions of each; then
// repeats all requests to another process, in the opposite order, and in another environment. A
// judge that fails is a finding. Throws if the machine fails.
std::vector<GamePoint> check_game(OutsideGame& game, const GameCheckPlan& plan);

}  // namespace referee::judge
