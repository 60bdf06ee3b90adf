// The games this program judges, by name.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.hpp"

namespace rules {

// What a tournament of a game is ranked by, most important first.
enum class RankingKey : std::uint8_t {
  score,             // sum of the scores, higher is better
  game_points,       // sum of the game points, higher is better
  among_tied,        // sum of the scores over the games among those still tied
  irregular_losses,  // number of games lost by a fault, fewer is better
};

struct GameInfo {
  std::string_view name;     // as in configs and on the command line: "black-hole"
  std::string_view title;    // for people: "Black Hole"
  std::string_view contest;  // where it was played: "CodeCup 2018"
  std::string_view summary;  // one line for `referee games`
  std::array<std::string_view, 2> seat_names;  // "red", "blue"
  std::chrono::milliseconds budget;            // thinking time of one bot for one game
  std::size_t memory_limit = 0;                // bytes, as the page sets it; 0: the page sets none
  bool takeover = true;                        // the jury plays on for a bot that failed
  bool cooperative = false;  // both seats get the same score; nobody beats anybody
  std::span<const RankingKey> ranking;

  // The random part of a game as one line of text (Box: both colours and all
  // tiles; Black Hole: the brown fields; elsewhere empty), a pure function of the
  // seed.
  std::string (*deal)(std::uint64_t seed) = nullptr;
  // The game before its first move. Throws std::invalid_argument, saying what is
  // wrong, if `deal` is not a deal of this game.
  std::unique_ptr<Game> (*start)(std::string_view deal) = nullptr;
};

// All games, in a fixed order.
std::span<const GameInfo> games() noexcept;

// The game with exactly this name, or nullptr.
const GameInfo* find_game(std::string_view name) noexcept;

}  // namespace rules
