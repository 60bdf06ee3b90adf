// referee standings: the ranking of a tournament.

#include <fmt/core.h>

#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/store_report.hpp"

namespace referee::cli {
namespace {

struct StandingsOptions {
  std::string folder;
  report::StandingsView view;
  std::string rounds;
  std::map<std::string_view, bool> forms;  // those that were asked for
};

void check_bot(const config::Manifest& manifest, std::string_view option, const std::string& name) {
  for (const auto& event : manifest.events) {
    for (const auto& bot : event.bots) {
      if (bot.name == name) return;
    }
  }
  throw UsageError(fmt::format("{}: no game of this tournament has a bot '{}'", option, name));
}

// "3" or "3-7".
std::pair<int, int> rounds_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto number = [&text](std::string_view digits) {
    int value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [read, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || read != end || value < 1) {
      throw UsageError(fmt::format(
          "--round: '{}' is not a round, such as 3, or rounds, such as 3-7; they count from 1",
          text));
    }
    return value;
  };
  const int first = number(std::string_view(text).substr(0, dash));
  const int last =
      dash == std::string::npos ? first : number(std::string_view(text).substr(dash + 1));
  if (last < first) {
    throw UsageError(fmt::format("--round: '{}' ends before it begins; {}-{}?", text, last, first));
  }
  return {first, last};
}

// "--json or --markdown": the options of forms for which `has` holds.
template <typename Has>
std::string options_of(const Has& has) {
  std::string text;
  for (const report::StandingsForm& form : report::standings_forms()) {
    if (form.help.empty() || !has(form)) continue;
    text += (text.empty() ? "--" : " or --") + std::string(form.name);
  }
  return text;
}

report::StandingsView view_of(const StandingsOptions& options) {
  const auto wanted = [&options](std::string_view form) {
    const auto found = options.forms.find(form);
    return found != options.forms.end() && found->second;
  };
  report::StandingsView view = options.view;
  view.words = view.wide || on_terminal(1);
  if (view.anchor) view.ratings = true;
  if (!options.rounds.empty()) view.selection.rounds = rounds_of(options.rounds);
  if (view.selection.bots.size() == 1) {
    throw UsageError("--bot: name two bots or more; matches between them count");
  }
  if (view.ratings && !view.selection.all()) {
    throw UsageError("ratings are of all matches; leave out --bot and --round, or the ratings");
  }
  if (wanted("cross") && !wanted("csv")) {
    throw UsageError("--cross needs --csv; the other forms have the cross table already");
  }
  for (const report::StandingsForm& form : report::standings_forms()) {
    if (wanted(form.name)) view.form = form.name;
  }
  const report::StandingsForm& form = report::form_named(report::standings_forms(), view.form);
  if (view.ratings && !form.has_ratings) {
    throw UsageError(fmt::format("--csv has no ratings; {} has",
                                 options_of([](const auto& one) { return one.has_ratings; })));
  }
  if (view.times && wanted("cross")) {
    throw UsageError("--cross has no times; leave out --cross or --times");
  }
  if (view.times && !form.has_times && !form.has_turns) {
    throw UsageError(fmt::format("--{} has no more times; leave it out, or take {}", view.form,
                                 options_of([](const auto& one) { return one.has_times; })));
  }
  return view;
}

}  // namespace

void add_standings(CommandLine& program) {
  const Verb verb = program.add("standings", "Print the standings of a tournament's folder");
  auto options = std::make_shared<StandingsOptions>();
  verb.option("folder", &options->folder, "The folder, e.g. results/demo").required();
  std::vector<Option> forms;  // which exclude each other
  for (const report::StandingsForm& form : report::standings_forms()) {
    if (form.help.empty()) continue;
    const Option flag =
        verb.flag("--" + std::string(form.name), options->forms[form.name], std::string(form.help));
    if (form.name == "cross") continue;
    for (Option& other : forms) other.excludes(flag);
    forms.push_back(flag);
  }
  verb.flag("--wide", options->view.wide,
            "All columns with what they mean, and the mean score of each bot against each other "
            "one (other forms have all that); with --ratings how much stronger it is, how likely");
  verb.flag(
      "--times", options->view.times,
      "Add the times of turns, by the number of the move, and the turns nearest to a limit; with "
      "--json and --csv also the times that bots used in a game");
  verb.flag("--ratings", options->view.ratings,
            "Add Elo ratings with their errors (not for cooperative games)");
  verb.option("--anchor", &options->view.anchor,
              "The bot whose rating is 0; default: the first of the config. Implies "
              "--ratings")
      .unit("BOT");
  add_bot_option(verb, options->view.selection.bots);
  verb.option("--round", &options->rounds, "Count only matches of this round, or these: 3 or 3-7")
      .unit("A-B");
  verb.footer(
      "Examples:\n"
      "  referee standings results/demo\n"
      "  referee standings results/demo --wide\n"
      "  referee standings results/demo --bot old --bot new --round 11-20\n"
      "  referee standings results/demo --ratings --anchor old\n"
      "  referee standings results/demo --times\n"
      "  referee standings results/demo --csv --times > demo.csv\n\n"
      "--times reads every record to its end, which takes longer. It shows the mean\n"
      "time of a turn in parts of the game, and for the five nearest of all games how\n"
      "much of its budget a bot had used, or of the limit of a single turn. Turns of\n"
      "the jury and time-outs are left out. With --csv it adds times of games alone.\n\n"
      "With --bot or --round bots are ranked as in a round robin, by the points of\n"
      "the matches that count.\n\n"
      "Exit code 1 if a sealed tournament has been changed.");
  verb.runs([options](Call& call) {
    const report::StandingsView view = view_of(*options);
    const auto store = store::open_store(options->folder, call.games);
    if (view.anchor) check_bot(store.manifest(), "--anchor", *view.anchor);
    for (const std::string& bot : view.selection.bots) check_bot(store.manifest(), "--bot", bot);
    return report::print_standings(std::cout, store, view, output_style()).whole ? done : failed;
  });
}

}  // namespace referee::cli
