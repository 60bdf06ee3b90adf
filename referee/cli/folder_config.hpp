// A tournament's config made from a folder of bots.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "referee/cli/options/shared_options.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"

namespace referee::cli {

struct FolderConfig {
  std::string folder;  // empty: none was given
  std::string game;
  std::string format;
  std::optional<unsigned> swiss_rounds;
  std::optional<unsigned> qualify;

  void add_to(const Verb& verb);
};

// The bots of a folder, without the config that is written there; says on standard error, unless
// `quiet`, which files were skipped and why. Throws UsageError if `folder` is not a folder, or has
// no bots.
toolchain::BotFolder read_bot_folder(const std::filesystem::path& folder, bool quiet);

struct WrittenConfig {
  std::filesystem::path file;
  bool lacks_bots = false;  // some could not be compiled or run, as reported on standard error
};
// Writes tournament.json in the folder, with the bots that can be played. An equal file
// stays; throws UsageError for a different one, because somebody may have edited it,
// and if the options do not suit the game or the folder.
WrittenConfig write_folder_config(const FolderConfig& config, const PlayOptions& play,
                                  std::optional<int> rounds, judge::Games& games);

}  // namespace referee::cli
