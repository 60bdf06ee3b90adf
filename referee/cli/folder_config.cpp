#include "referee/cli/folder_config.hpp"

#include <fmt/core.h>

#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/formats/format.hpp"
#include "referee/run/formats/official.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* config_name = "tournament.json";

// What is wrong with one of them; what its compiler wrote included.
std::string told(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const toolchain::CompileError& error) {
    return error.output().empty() ? error.what() : error.output() + "\n" + error.what();
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Leaves out, and says on standard error, what cannot be played; one bad file does not end the
// evening. Returns whether there was any.
bool leave_out_bad(toolchain::BotFolder& found, const fs::path& folder, unsigned toolchain,
                   bool official) {
  std::vector<toolchain::BotLine> lines;
  for (const toolchain::FolderBot& bot : found.bots) {
    lines.push_back(bot.line(folder, toolchain, official));
  }
  const auto failures = toolchain::try_all(lines);
  std::vector<toolchain::FolderBot> good;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (!failures[i]) {
      good.push_back(std::move(found.bots[i]));
      continue;
    }
    std::string begin = fmt::format("left out {}: ", found.bots[i].name);
    const std::string why = told(failures[i]);
    for (const std::string_view line : text::lines_of(why)) {
      text::tell("{}{}", std::exchange(begin, {}), line);
    }
  }
  const bool any = good.size() < found.bots.size();
  found.bots = std::move(good);
  return any;
}

}  // namespace

void FolderConfig::add_to(const Verb& verb) {
  verb.option("--bots", &folder,
              "Instead of a config: a folder in which each source file and each program is a bot; "
              "tournament.json is written there")
      .unit("DIR")
      .check(must_be_named);
  add_game_option(verb, game);
  verb.option("--format", &format, "With --bots; default: round-robin")
      .one_of({"round-robin", "gauntlet", "swiss", "knockout", "official"});
  verb.option(
          "--swiss-rounds", &swiss_rounds,
          fmt::format("With --format official: Swiss rounds; default: {}, or one for each opponent",
                      formats::official_swiss_rounds))
      .unit("N")
      .within(1, formats::most_swiss_rounds);
  verb.option("--qualify", &qualify,
              fmt::format(
                  "With --format official: bots in the round robin at the end; default: {}, or all",
                  formats::official_qualify))
      .unit("N")
      .within(2, formats::most_swiss_bots);
}

toolchain::BotFolder read_bot_folder(const fs::path& folder, bool quiet) {
  if (!fs::exists(folder)) throw UsageError(text::missing(folder));
  if (!fs::is_directory(folder)) {
    throw UsageError(fmt::format("'{}' is not a folder; name the folder that has the bots' files",
                                 folder.string()));
  }
  toolchain::BotFolder found = toolchain::bots_in(folder, {config_name});
  if (!quiet) {
    for (const toolchain::SkippedFile& file : found.skipped) {
      text::tell("skipped {}: {}", file.file, file.why);
    }
  }
  if (found.bots.empty()) {
    throw UsageError(
        fmt::format("there is no bot in {}: no source file and no program", folder.string()));
  }
  return found;
}

WrittenConfig write_folder_config(const FolderConfig& config, const PlayOptions& play,
                                  std::optional<int> rounds, judge::Games& games) {
  if (config.game.empty()) {
    throw UsageError("--bots needs the game: add --game GAME; referee show games lists them");
  }
  FolderConfig whole = config;
  if (whole.format.empty()) whole.format = "round-robin";
  if (whole.format != "official" && (whole.swiss_rounds || whole.qualify)) {
    throw UsageError(fmt::format("--swiss-rounds and --qualify belong to --format official, not {}",
                                 whole.format));
  }
  const rules::GameInfo& game = game_named(whole.game, games);
  auto found = read_bot_folder(whole.folder, play.quiet);
  if (play.quiet) text::hush_notes();
  const bool lacks_bots =
      leave_out_bad(found, whole.folder, play.toolchain_year().value_or(0), game.official());
  if (found.bots.empty()) {
    throw UsageError(fmt::format("there is no bot in {} that can be played", whole.folder));
  }
  if (found.bots.size() < 2) {
    throw UsageError(
        fmt::format("there is only one bot in {}: {}", whole.folder, found.bots.front().name));
  }
  fs::path file = fs::path(whole.folder) / config_name;
  config::Overrides overrides = play.overrides(games);
  overrides.rounds = rounds;
  const std::string text = config::folder_config(
      {game, whole.format, whole.swiss_rounds, whole.qualify}, found, overrides);
  // Nothing wrong is written, and what does not compile is reported first.
  static_cast<void>(config::parse_config(text, file.string(), whole.folder, overrides));
  store::WholeFile out(file);
  out.write(text);
  if (out.finish_new()) {
    if (!play.quiet) {
      text::tell("{} written, with {}", file.string(), text::plural(found.bots.size(), "bot"));
    }
  } else if (text::read_file(file) != text) {
    throw UsageError(
        fmt::format("{} is there and says something else than this folder and these options; to "
                    "continue with it: "
                    "referee tournament {}; delete it to regenerate it",
                    file.string(), text::shell_word(file.string())));
  }
  return {file, lacks_bots};
}

}  // namespace referee::cli
