// The bots of a tournament, and the games that they play.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/formats/format.hpp"
#include "rules/catalogue.hpp"

namespace referee::config {

struct BotEntry {
  std::string name;
  std::string command;
  std::string hash;  // see program::content_hash; empty if the program cannot be run
  std::string note;  // ladder: what people should know of this version
  // Above 1 if its program was changed during the tournament; then the name ends in "@"
  // and this number. See generations.hpp.
  unsigned version = 1;
  kernel::ChosenLimits limits;           // 0 means the game's or the program's default
  match::TimeLimits times;               // its own, on this machine; each 0: the event's
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> read;         // files and folders that it may read besides
  // The year of the official commands if the command is a source file; 0 if it is not one, or the
  // config leaves it to the program.
  unsigned toolchain = 0;
  bool alone = false;  // was sent in among others, see toolchain::BotLine

  // The command as toolchain::resolve() takes it; `folder`: the manifest's.
  [[nodiscard]] toolchain::BotLine line(const std::filesystem::path& folder) const {
    return {command, folder, read, toolchain, alone};
  }

  friend bool operator==(const BotEntry&, const BotEntry&) = default;
};

// One game of a tournament, with the bots that play it.
struct Event {
  const rules::GameInfo* game = nullptr;
  int rounds = 1;  // of a round robin, gauntlet or Swiss; official: of the round robin
  kernel::Duration budget{};
  match::TurnLimits turns;
  // Faults in a row after which a bot plays no more; 0: it always does.
  int give_up_after = 0;
  std::vector<BotEntry> bots;
  formats::Format format;
  match::Beginning beginning;  // of every match; see beginning.hpp

  // The time limits of the bot at this position of the list.
  [[nodiscard]] match::TimeLimits times_of(std::size_t bot) const {
    return match::chosen_or(bots.at(bot).times, {budget, turns});
  }
  // Whether the bot at this position of the list plays further games.
  [[nodiscard]] bool plays_on(std::size_t bot) const { return formats::plays_on(format, bot); }

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace referee::config
