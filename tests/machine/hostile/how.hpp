// How one behaviour of bots/hostile is to be run: what its options say.
#pragma once

#include <string>
#include <vector>

#include "referee/machine/kernel/limits.hpp"

namespace arena {

struct How {
  referee::kernel::ClockKind clock = referee::kernel::ClockKind::cpu;
  bool any_game = false;
  bool by_clock = false;       // a limit of time is what it must meet
  bool only_measured = false;  // what it costs its opponent is known, its own fault is not
  bool held_by_group = false;  // its fault cannot come about where there are control groups
  // On a busy machine a bot may come to the end of its game before it has done what it does. It has
  // not, where these say so, if it has no fault, or if nothing was refused to it.
  bool needs_fault = false;
  bool needs_refusal = false;
  std::string opponent;  // a behaviour of bots/hostile; empty: the example bot of the game
};

// Times beyond every need, in which only what never ends is ended: tests of one limit must not
// meet another on a slow machine.
void set_far_limits(referee::kernel::Limits& limits);

// Reads options as hostile.hpp describes them; those that are limits go into `limits`, a small
// budget `scale` times as large.
How apply_options(const std::string& text, int scale, referee::kernel::Limits& limits);

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace arena
