// What a tournament is: bots, games, formats, rounds, seed, clock. It never changes once the
// tournament has begun, though a further manifest may continue it (see generations.hpp). Its hash
// is the tournament's id. Match i is determined by the manifest, by i and, in some formats, by
// the results of earlier rounds (see schedule.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/players.hpp"
#include "referee/run/formats/format.hpp"
#include "rules/catalogue.hpp"

namespace referee::config {

// A bot of a tournament.
struct BotEntry {
  std::string name;
  std::string command;
  std::string hash;  // see program::content_hash; empty if the program cannot be run
  std::string note;  // ladder: what people should know of this version
  // Above 1 if its program was changed during the tournament; then the name ends in "@"
  // and this number. See generations.hpp.
  unsigned version = 1;
  kernel::ChosenLimits limits;           // 0 means the game's or the program's default
  kernel::TimeLimits times;              // its own, on this machine; each 0: the event's
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> read;         // files and folders that it may read besides
  // The year of the official commands if the command is a source file; 0 if it is not one, or the
  // config leaves it to the program.
  unsigned toolchain = 0;
  bool alone = false;  // was sent in among others, see toolchain::BotLine

  // The command as toolchain::resolve() takes it; `folder`: the manifest's, `game`: what it plays,
  // null if that is not known.
  [[nodiscard]] toolchain::BotLine line(const std::filesystem::path& folder,
                                        const rules::GameInfo* game) const {
    toolchain::BotLine line{command, folder, read, toolchain, alone};
    line.official = game == nullptr || game->official();
    return line;
  }

  friend bool operator==(const BotEntry&, const BotEntry&) = default;
};

// The hash of what belongs to the bot that `command` starts; a warning if that is more than hashes
// cover. Throws program::CommandError if a file cannot be read.
std::string hash_of(const BotEntry& bot, const program::Command& command);

// One game of a tournament, with the bots that play it.
struct Event {
  const rules::GameInfo* game = nullptr;
  int rounds = 1;            // of a round robin, gauntlet or Swiss; official: of the round robin
  kernel::TimeLimits times;  // on this machine
  // Faults in a row after which a bot plays no more; 0: it always does.
  int give_up_after = 0;
  std::vector<BotEntry> bots;
  formats::Format format;
  match::Beginning beginning;  // of every match; see beginning.hpp

  // The time limits of the bot at this position of the list.
  [[nodiscard]] kernel::TimeLimits times_of(std::size_t bot) const {
    return match::chosen_or(bots.at(bot).times, times);
  }
  // Whether the bot at this position of the list plays further games.
  [[nodiscard]] bool plays_on(std::size_t bot) const { return formats::plays_on(format, bot); }

  friend bool operator==(const Event&, const Event&) = default;
};

// The degree to which bots are kept from the machine and from each other.
enum class Isolation : std::uint8_t {
  on,       // every protection that this machine offers
  off,      // resource limits only (`--trust`)
  require,  // all that docs/reference/protection.md lists as required, or exit code 3
};

// "on", "off" or "require", as in configs.
constexpr std::string_view name(Isolation isolation) noexcept {
  return std::array<std::string_view, 3>{"on", "off",
                                         "require"}[static_cast<std::size_t>(isolation)];
}

// The verb that plays the matches. compare and regress replace marks in the commands of bots,
// may choose their own deals, and decide by the results what to play next. So no other verb
// can continue their stores.
enum class PlayedBy : std::uint8_t { tournament, compare, regress };
constexpr std::string_view name(PlayedBy command) noexcept {
  return std::array<std::string_view, 3>{"tournament", "compare",
                                         "regress"}[static_cast<std::size_t>(command)];
}

struct Manifest {
  std::uint64_t seed = 1;
  // The seed was drawn: it has 53 random bits, and bots cannot compute what follows from it, see
  // set_seed().
  bool drawn = false;
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  // The given speed of this machine relative to the official one. The budgets of configs
  // and of games are those of the official machine, the budgets of events have been divided by it.
  double speed = 1;
  Isolation isolation = Isolation::on;
  // Bots may compute while the other side thinks.
  bool ponders = false;
  std::vector<Event> events;
  // Whether the deals differ from those of the schedule's seeds, as in some checks of
  // `referee regress`.
  bool own_deals = false;
  PlayedBy played_by = PlayedBy::tournament;
  // The id of the manifest that this one continues; empty for the first of a store.
  std::string extends;
  // Whether this or a manifest before it has more rounds, bots or games than the one it
  // continues, so that matches have other numbers than they had; see generations.hpp.
  bool grown = false;
  // What the hashes of its bots cover. Not part of the id, so that bots that are one file have one
  // tournament, whatever version of this program began it.
  program::Covers covers = program::Covers::folder;
  // The folder that commands are relative to. Depends on the machine, so not part of the id.
  std::filesystem::path folder;
  // The file that this was read from, which bots must not read; empty without one. Not
  // part of the id either.
  std::filesystem::path config;

  // The first 16 hexadecimal digits of the SHA-256 of the canonical JSON without the folder.
  [[nodiscard]] std::string id() const;
};

// Converts to and from the canonical form that a store keeps as manifest.json.
text::Json to_json(const Manifest& manifest);
Manifest manifest_from_json(const text::JsonReader& reader,
                            const rules::Games& games = rules::own_games());

// The bots of an event, ready to be started: commands found and checked. A bot that
// cannot be run gets its launch_fault.
std::vector<match::Contestant> contestants(const Manifest& manifest, const Event& event);

// Names the first difference between the manifest of a store (`there`) and the requested one
// (`here`), for the error about a folder of another tournament: "the seed (1 there, 2 here)".
// Precondition: their ids differ.
std::string difference(const Manifest& there, const Manifest& here);

}  // namespace referee::config
