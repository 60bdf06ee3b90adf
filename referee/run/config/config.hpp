// A config is what a person writes: a manifest in which defaults may be left out, with commands
// relative to its folder. docs/config.schema.json describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "rules/game_info.hpp"

namespace referee::config {

// Settings of the caller's that override the config, and how it reads what the config names.
struct Overrides {
  std::optional<std::uint64_t> seed;
  // The seed of a config that names none, if `seed` does not either; else 1.
  struct Unchosen {
    std::uint64_t seed = 0;
    bool drawn = true;
  };
  std::optional<Unchosen> unchosen;
  match::LimitList limits;
  std::optional<kernel::ClockKind> clock;
  std::optional<int> rounds;
  std::optional<Isolation> isolation;
  std::optional<unsigned> toolchain;  // the year
  std::optional<double> speed;
  RecordNamed record_named;  // empty: a config with "deal_of" is refused
  // Finds the games of configs; null: only those of this program.
  rules::TypedGames* games = nullptr;
};

// Reads a config. Errors name `file`; commands are relative to its folder. The programs of
// bots are hashed, and sources compiled. A bot whose program cannot be run is an error that names
// it, since it would fail in every match. Throws as toolchain::resolve() does, JsonError if the
// text is wrong, std::system_error if the file cannot be read.
Manifest read_config(const std::filesystem::path& file, const Overrides& overrides);
Manifest parse_config(std::string_view text, const std::string& source,
                      const std::filesystem::path& folder, const Overrides& overrides);

// What the config of a folder of bots says besides its bots.
struct FolderSettings {
  const rules::GameInfo& game;
  std::string format;
  // Of the official format; by default those of the competition, as far as there are bots enough.
  std::optional<unsigned> swiss_rounds = {};
  std::optional<unsigned> qualify = {};
};

// The text of a config with these bots, a line for each, as one would write it. What is overridden
// is written into it.
std::string folder_config(const FolderSettings& settings, const toolchain::BotFolder& found,
                          const Overrides& overrides);

}  // namespace referee::config
