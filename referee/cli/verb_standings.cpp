// referee standings: who stands where in a tournament.

#include <fmt/core.h>

#include <memory>
#include <string>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/logs.hpp"
#include "referee/cli/standings_view.hpp"
#include "referee/cli/verbs.hpp"

namespace referee::cli {
namespace {

using As = StandingsView::As;

struct StandingsOptions {
  std::string folder;
  StandingsView view;
  bool json = false;
  bool markdown = false;
  bool csv = false;
  bool cross = false;
};

void check_anchor(const tournament::Manifest& manifest, const std::optional<std::string>& anchor) {
  if (!anchor) return;
  for (const auto& event : manifest.events) {
    for (const auto& bot : event.bots) {
      if (bot.name == *anchor) return;
    }
  }
  throw UsageError(fmt::format("--anchor: no game of this tournament has a bot '{}'", *anchor));
}

StandingsView view_of(const StandingsOptions& options) {
  StandingsView view = options.view;
  if (view.anchor) view.ratings = true;
  if (options.json) view.as = As::json;
  if (options.markdown) view.as = As::markdown;
  if (options.csv) view.as = options.cross ? As::cross_csv : As::csv;
  if (options.cross && !options.csv) {
    throw UsageError("--cross needs --csv; the other forms have the cross table already");
  }
  if (options.csv && view.ratings) {
    throw UsageError("--csv has no ratings; --json or --markdown has");
  }
  if (view.times && !options.json && !options.csv) {
    throw UsageError("--times needs --json or --csv; the other forms have the times already");
  }
  if (view.times && options.cross)
    throw UsageError("--cross has no times; leave out --cross or --times");
  return view;
}

}  // namespace

void add_standings(CommandLine& program) {
  const Verb verb = program.add("standings", "Print the standings of a tournament's folder");
  auto options = std::make_shared<StandingsOptions>();
  verb.option("folder", &options->folder, "The folder, e.g. results/demo").required();
  Option json =
      verb.flag("--json", options->json, "Print JSON, without anything that depends on time");
  Option markdown = verb.flag("--markdown", options->markdown,
                              "Print Markdown, e.g. for the page of a job or an issue");
  const Option csv = verb.flag("--csv", options->csv,
                               "Print CSV: a row for each bot of each game. The earlier programs "
                               "of changed bots, which all other forms list, are left out");
  json.excludes(markdown).excludes(csv);
  markdown.excludes(csv);
  verb.flag("--cross", options->cross, "With --csv: a row for each two bots that have met instead");
  verb.flag("--times", options->view.times,
            "With --json or --csv: add the times that bots used in a game");
  verb.flag("--ratings", options->view.ratings,
            "Add Elo ratings with their errors (not for cooperative games)");
  verb.option("--anchor", &options->view.anchor,
              "The bot whose rating is 0; default: the first of the config. Implies "
              "--ratings")
      .unit("BOT");
  verb.footer(
      "Examples:\n"
      "  referee standings results/demo\n"
      "  referee standings results/demo --ratings --anchor old\n"
      "  referee standings results/demo --csv --times > demo.csv\n\n"
      "CPU/game (time/game with the wall clock) is the mean time that a bot used in a\n"
      "game; 95 % of its games took no more than the time under \"95 %\" (exact to\n"
      "1.6 %), and none exceeded the time under \"most\".\n\n"
      "Exit code 1 if a sealed tournament has been changed.");
  verb.runs([options] {
    const StandingsView view = view_of(*options);
    const auto store = open_store(options->folder);
    check_anchor(store.manifest(), view.anchor);
    return print_standings(store, view).whole ? done : failed;
  });
}

}  // namespace referee::cli
