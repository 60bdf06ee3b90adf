// A bot that is to play, with everything that starting it needs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"

namespace referee::match {

// A bot of a match and how it is named in the record.
struct Contestant {
  bot::BotSpec spec;
  BotIdentity identity;
  std::vector<std::filesystem::path> judge;  // files of the game's judge, hidden from it
  // Why its command cannot be run, with advice; else empty.
  std::string command_error;
};

// A bot as configs and command lines give it.
struct ContestantOptions {
  BotIdentity identity;
  std::filesystem::path folder;          // the folder to which its command is relative
  TimeLimits times;                      // on this machine
  kernel::ChosenLimits limits;           // 0 means the game's or the program's default
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> read;         // what it may read besides, relative to `folder`
  unsigned toolchain = 0;                // year for a source, see toolchain::BotLine
  bool alone = false;                    // likewise
  bool isolated = true;
  bool ponders = false;  // may compute while the other side thinks
};

// The time limits of this game, on the official machine.
inline TimeLimits times_of(const rules::GameInfo& game) {
  return {game.budget, {game.turn_limit, game.first_turn_limit}};
}
// The limits of a bot in this game, where it has chosen these.
kernel::Limits limits_of(const rules::GameInfo& game, const kernel::ChosenLimits& chosen);

// Finds the command and checks it; compiles a source. A bot that cannot be run gets its
// command_error and launch_fault, and fails its matches with that. Throws toolchain::CompileError,
// and text::MachineError if a source's compiler is missing.
Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game);

}  // namespace referee::match
