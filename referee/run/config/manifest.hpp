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
#include "referee/play/match/players.hpp"
#include "referee/run/config/event.hpp"
#include "referee/run/config/isolation.hpp"

namespace referee::config {

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
  // continues, so that matches have other numbers than they had; see renumbering.hpp.
  bool grown = false;
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
Manifest manifest_from_json(const text::JsonReader& reader);

// The bots of an event, ready to be started: commands found and checked. A bot that
// cannot be run gets its launch_fault.
std::vector<match::Contestant> contestants(const Manifest& manifest, const Event& event);

}  // namespace referee::config
