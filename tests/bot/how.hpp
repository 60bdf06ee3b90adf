// How one behaviour of bots/hostile is to be run: what its options say.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "referee/bot/limits.hpp"

namespace arena {

struct How {
  referee::bot::ClockKind clock = referee::bot::ClockKind::cpu;
  std::chrono::milliseconds budget{200};
  bool any_game = false;
  std::string opponent;  // a behaviour of bots/hostile; empty: the example bot of the game
};

// Reads options as hostile.hpp describes them; those that are limits go into `limits`.
How apply_options(const std::string& text, referee::bot::Limits& limits);

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace arena
