// referee report: a tournament as one page for browsers.

#include <memory>
#include <string>

#include "referee/base/text/log.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/registry.hpp"

namespace referee::cli {
namespace {

struct ReportOptions {
  std::string log;
  std::string html;
  std::string game;
  bool quiet = false;
};

}  // namespace

void add_report(CommandLine& program) {
  const Verb verb = program.add("report", "Write a tournament as one page to look at in a browser");
  auto options = std::make_shared<ReportOptions>();
  verb.option("log", &options->log, "A tournament's folder or a file of records").required();
  add_page_option(verb, options->html).required();
  add_game_option(verb, options->game);
  add_quiet_option(verb, options->quiet);
  verb.footer(
      "Examples:\n"
      "  referee report results/demo --html demo.html\n"
      "  referee show results/demo 17 --html match-17.html     one match\n\n"
      "The page has the standings, all matches, and each game move by move. It can be\n"
      "opened from a disk and sent to others. Up to 40,000 moves it has all that the\n"
      "records say; of larger tournaments it leaves out the lines that bots read. For\n"
      "the course of a comparison's test, and for checks, see compare --html and\n"
      "regress --html.\n\n"
      "Exit code 1 if a sealed tournament has been changed.");
  verb.runs([options] {
    if (options->quiet) text::hush_notes();
    if (!options->game.empty()) judge::look_with(options->game);
    return write_report_page(options->html, options->log) ? done : failed;
  });
}

}  // namespace referee::cli
