// What a tournament is: bots, games, formats, rounds, seed, clock. Immutable once
// begun; its hash is the tournament's id, and what match i is follows from it, i and,
// in some formats, the results of earlier rounds (see schedule.hpp).
//
// A config is what a person writes: the same with defaults left out and commands
// relative to its folder. docs/config.schema.json describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/contestant.hpp"
#include "referee/store/event.hpp"
#include "referee/store/isolation.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::store {

// The command that plays the matches. Those of compare and regress have marks in the
// commands of bots and deals of their own, and what is played follows from results, so
// that no other command can go on with them.
enum class PlayedBy : std::uint8_t { tournament, compare, regress };
std::string_view name(PlayedBy command) noexcept;

struct Manifest {
  std::uint64_t seed = 1;
  bot::ClockKind clock = bot::ClockKind::cpu;
  Isolation isolation = Isolation::on;
  std::vector<Event> events;
  // Whether the deals are others than those of the schedule's seeds: in some checks of
  // `referee regress`.
  bool own_deals = false;
  PlayedBy played_by = PlayedBy::tournament;
  // The id of the manifest that this one goes on from, empty for the first of a store.
  std::string extends;
  // Where commands are relative to: a fact of this machine, no part of the id.
  std::filesystem::path folder;
  // The file that this was read from, which bots must not read; empty if there is none. Likewise a
  // fact of this machine.
  std::filesystem::path config;

  // The first 16 hexadecimal digits of the SHA-256 of the canonical JSON without
  // the folder.
  [[nodiscard]] std::string id() const;
};

// What the command line may set instead of the config.
struct Overrides {
  std::optional<std::uint64_t> seed;
  std::optional<bot::Duration> budget;
  std::optional<bot::ClockKind> clock;
  std::optional<int> rounds;
  std::optional<Isolation> isolation;
};

// Reads a config; `file` names it in errors, its folder is where commands are
// relative to. The contents of bots are hashed; a bot whose program cannot be run is
// an error here, naming it, since every one of its matches would be a fault.
// Throws JsonError for what is wrong in the text, std::system_error if the file
// cannot be read.
Manifest read_config(const std::filesystem::path& file, const Overrides& overrides);
Manifest parse_config(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const Overrides& overrides);

// The canonical form that a store keeps as manifest.json, and back.
text::Json to_json(const Manifest& manifest);
Manifest manifest_from_json(const text::JsonReader& reader);

// The bots of an event, ready to be started: commands found and checked. A bot that
// cannot be run gets its launch_error.
std::vector<match::Contestant> contestants(const Manifest& manifest, const Event& event);

}  // namespace referee::store
