// referee import: official recorded competitions as tournaments.

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/run/store/import.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct ImportOptions {
  std::vector<std::string> files;
  std::string players;
  std::string out;
  bool quiet = false;
};

std::string text_of(const std::string& path) {
  if (!fs::exists(path)) throw UsageError(text::missing(path));
  if (fs::is_directory(path))
    throw UsageError(fmt::format("'{}' is a folder; name a CSV file", path));
  return text::read_text(path);
}

int import(const ImportOptions& options) {
  std::vector<store::RecordedFile> files;
  for (const std::string& path : options.files) {
    files.push_back({path, fs::path(path).stem().string(), text_of(path)});
  }
  store::PlayerNames names;
  if (!options.players.empty()) {
    names = store::parse_player_names(text_of(options.players), options.players);
  }
  const store::Competition competition = store::import_games(files, names);
  for (const std::string& note : competition.notes) text::warn("{}", note);
  const fs::path folder =
      options.out.empty() ? store::usual_folder(files.front().name) : fs::path(options.out);
  const auto store = store::Store::create(folder, competition.manifest);
  const std::uint64_t written = store::write_missing(store, competition);
  if (options.quiet) return done;
  const std::size_t all = competition.records.size();
  text::tell("{}{}. The records are in {}.", text::plural(all, "game"),
             written < all ? fmt::format(", {} there already", all - written) : "",
             folder.string());
  if (!competition.named) {
    text::warn("nobody says who played: the standings are by seat; see --players");
  }
  return done;
}

}  // namespace

void add_import(CommandLine& program) {
  const Verb verb =
      program.add("import", "Make a tournament of official recorded games, to rank it");
  auto options = std::make_shared<ImportOptions>();
  verb.option("file", &options->files,
              fmt::format("CSV files of official games of {}, each a competition",
                          match::titles_of_recorded_games()))
      .required();
  verb.option("--players", &options->players,
              "CSV file with the columns game,player1,player2: who played which game")
      .unit("FILE")
      .check(must_be_named);
  add_out_option(verb, options->out);
  add_quiet_option(verb, options->quiet);
  verb.footer(
      "The contest's own lists are read as they are. Where a file does not name the\n"
      "players, names come from --players; without them the standings are those of the\n"
      "two seats. Importing the same again changes nothing.\n\n"
      "Examples:\n"
      "  referee import official-test-1.csv\n"
      "  referee import official-test-1.csv --players names.csv --out results/test-1\n"
      "  referee standings results/test-1");
  verb.runs([options](Call& /*call*/) { return import(*options); });
}

}  // namespace referee::cli
