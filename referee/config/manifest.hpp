// What a tournament is: bots, games, formats, rounds, seed, clock. It never changes once the
// tournament has begun, though a further manifest may continue it (see generations.hpp). Its hash
// is the tournament's id. Match i is determined by the manifest, by i and, in some formats, by
// the results of earlier rounds (see schedule.hpp).
//
// A config is what a person writes: the same, but defaults may be left out and commands are
// relative to its folder. docs/config.schema.json describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/event.hpp"
#include "referee/config/isolation.hpp"
#include "referee/match/contestant.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::config {

// The verb that plays the matches. compare and regress replace marks in the commands of bots,
// may choose their own deals, and decide by the results what to play next. So no other verb
// can continue their stores.
enum class PlayedBy : std::uint8_t { tournament, compare, regress };
std::string_view name(PlayedBy command) noexcept;

struct Manifest {
  std::uint64_t seed = 1;
  // Nobody chose it: it has 53 random bits, and what follows from it is hidden from bots, see
  // set_seed().
  bool drawn = false;
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  // How many times as fast as the official machine this one is said to be. The budgets of configs
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

// The match that "deal_of" names, see store::record_named().
using RecordNamed =
    std::function<match::MatchRecord(const std::string& name, const std::filesystem::path& folder)>;

// What the caller may set instead of the config, and how it reads what the config names.
struct Overrides {
  std::optional<std::uint64_t> seed;
  // That of a config that names none, if `seed` does not either; else 1.
  struct Unchosen {
    std::uint64_t seed = 0;
    bool drawn = true;
  };
  std::optional<Unchosen> unchosen;
  std::optional<kernel::Duration> budget;
  match::TurnLimits turns;  // of each 0: as the config has it
  std::optional<kernel::ClockKind> clock;
  std::optional<int> rounds;
  std::optional<Isolation> isolation;
  std::optional<unsigned> toolchain;  // the year
  std::optional<double> speed;
  RecordNamed record_named;  // empty: a config with "deal_of" is refused
};

// Reads a config. Errors name `file`; commands are relative to its folder. The programs of
// bots are hashed, and sources compiled. A bot whose program cannot be run is an error that names
// it, since it would fail in every match. Throws as toolchain::resolve() does, JsonError if the
// text is wrong, std::system_error if the file cannot be read.
Manifest read_config(const std::filesystem::path& file, const Overrides& overrides);
Manifest parse_config(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const Overrides& overrides);

// The canonical form that a store keeps as manifest.json, and back.
text::Json to_json(const Manifest& manifest);
Manifest manifest_from_json(const text::JsonReader& reader);

// The bots of an event, ready to be started: commands found and checked. A bot that
// cannot be run gets its launch_error.
std::vector<match::Contestant> contestants(const Manifest& manifest, const Event& event);

}  // namespace referee::config
