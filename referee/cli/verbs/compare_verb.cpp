// referee compare: is a new bot better than the one it should replace?

#include <fmt/core.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/statistics/any_time.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/compare_run.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/compare_options.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/own_results.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::cli {
namespace {

using evidence::Comparison;

// What differs between the limits of the two is compared with them.
void warn_of_unequal_limits(const config::Event& event) {
  const kernel::TimeLimits own = event.times_of(0);
  const kernel::TimeLimits base = event.times_of(1);
  if (own != base) {
    text::warn("the two do not play under the same time limits: new {}, base {}",
               report::limits_text(own), report::limits_text(base));
  }
  if (event.bots.at(0).limits != event.bots.at(1).limits) {
    text::warn("the two do not play under the same limits of memory, files or processes");
  }
}

// A part has no result; it is part of one.
void check_part(const CompareOptions& options) {
  if (options.out.empty()) throw UsageError("--part needs --out DIR, for its records");
  if (!options.html.empty()) {
    throw UsageError(
        "--html is about the result: when referee merge has told it, give the same command with "
        "--html and without --part, which then plays nothing");
  }
}

// Refuses options that belong to another form of the verb.
void check_form(const CompareOptions& options) {
  if (options.test.measures() && !options.results.empty()) {
    throw UsageError(
        "--elo ±D plays, and says at its start how many pairs that takes; leave out --results");
  }
  if (!options.results.empty()) {
    if (!options.new_bot.empty() || !options.game.empty()) {
      throw UsageError("--results are known already: give no game and no bots");
    }
    return;
  }
  if (options.base_bot.empty()) {
    throw UsageError(
        "give the game and both bots, GAME NEW BASE; or --results W,L,D or LL,LD,WL+DD,WD,WW; see "
        "referee help compare");
  }
}

// What the given results say about strength and, if a test is asked for, where it stands.
int tell_of_counts(const CompareOptions& options) {
  const Counts counts = parse_results(options.results);
  std::optional<report::SprtQuestion> question;
  if (options.test.given()) {
    question = options.test.question(std::holds_alternative<statistics::GameCounts>(counts));
  }
  const auto& form =
      report::form_named(report::strength_forms(), options.play.json ? "json" : "text");
  std::cout << form.write({counts, question, output_style()});
  return done;
}

int compare(const CompareOptions& options, Call& call) {
  judge::Games& games = call.games;
  check_form(options);
  if (!options.results.empty()) return tell_of_counts(options);
  const auto part = options.part.part();
  if (part) check_part(options);
  if (options.play.quiet) text::hush_notes();
  const rules::GameInfo& game = compared_game(options.game, games);
  const auto page_file = page_of_kept_games(options.html, options.out);
  const evidence::ComparisonRules rules = compare_rules(options, game);
  static_cast<void>(Comparison(rules));  // refuses nonsense before anything is written
  if (rules.until && !options.play.quiet) {
    constexpr double usual_deviation = 0.33;  // of games of which a tenth is drawn
    text::note("plus or minus {} Elo takes about {} pairs of equal bots; --max-pairs is {}",
               *rules.until,
               report::about_text(statistics::pairs_until(*rules.until, 0.5, usual_deviation)),
               rules.most_pairs);
  }
  const config::Manifest manifest = compare_manifest(options, game, games);
  warn_of_unequal_limits(manifest.events.at(0));
  std::optional<store::Store> store;
  std::optional<store::Claim> claim;
  if (!options.out.empty()) {
    store = store::create_own(options.out, manifest, store::ChangedPrograms::refuse, games);
    claim.emplace(store->folder(), store::Claim::Kind::alone, part ? part->label() : std::string());
  }
  Comparison comparison(rules);
  if (store) {
    const auto first = evidence::other_question(store->folder(), comparison.rules());
    if (part && first) {
      throw text::InputError(fmt::format(
          "the games of {} are played for another question: {}; ask that one, or give another "
          "folder",
          options.out, *first));
    }
    comparison.set_first_question(first);
  }

  tournament::OpenMatches open;
  const auto end = [&] {
    Session session(manifest, options.play.quiet,
                    {.jobs = options.jobs, .make_host = call.make_host}, &open);
    return play_comparison(session, manifest, store ? &*store : nullptr, comparison, part);
  }();
  const auto& form =
      report::form_named(report::comparison_forms(), options.play.json ? "json" : "text");
  std::cout << form.write({manifest, comparison, output_style()});
  if (page_file) write_page(*page_file, pages(store->games()).of_comparison(*store, comparison));
  if (end == tournament::RunEnd::interrupted)
    return tell_open(open, store.has_value(), interrupted);
  if (part && !options.play.quiet) tell_next(*part, options.out);
  if (store && !options.play.quiet) text::tell("The records are in {}.", options.out);
  return tell_open(open, store.has_value(), exit_code_of(comparison));
}

void add_bot_options(const Verb& verb, CompareOptions& options) {
  add_game_argument(verb, options.game);
  verb.option("new", &options.new_bot, "Command of the bot that should be better");
  verb.option("base", &options.base_bot, "Command of the bot it is compared with");
  add_playing_options(verb, options);
  add_out_option(verb, options.out);
  options.part.add_to(verb);
  add_page_option(verb, options.html);
}

}  // namespace

void add_compare(CommandLine& program) {
  const Verb verb = program.add("compare", "Is a new bot better? Plays until a test decides");
  auto options = std::make_shared<CompareOptions>();
  add_bot_options(verb, *options);
  options->test.add_to(verb.under("Hypotheses and risks"));
  verb.under("Results from elsewhere")
      .option(
          "--results", &options->results,
          "Play nothing; games won, lost, drawn; or pairs: two losses, loss and draw, even, win "
          "and draw, two wins; or six numbers, with even pairs split into win and loss, and "
          "two draws")
      .unit("W,L,D|LL,LD,WL+DD,WD,WW");
  verb.footer(with_games(
      "Plays pairs of games between two bots until a sequential test accepts H0 or H1.\n"
      "A pair is one deal played in both seat orders. {seed} in a command becomes a\n"
      "number that differs from pair to pair, so that deterministic bots vary their\n"
      "play.\n\n"
      "Examples:\n"
      "  referee compare {game} ./new ./old\n"
      "  referee compare {game} ./new ./old --elo -10,0   no regression?\n"
      "  referee compare {cooperative} \"./new {seed}\" \"./old {seed}\" --points 0,100\n"
      "  referee compare {game} ./new ./old --against rivals      a field of others\n"
      "  referee compare {game} ./new ./old --part 3/16 --out shared/ab\n"
      "  referee compare --results 34,54,63,64,75   the strength behind results\n"
      "  referee compare --results 136,96,111 --elo 0,5   and where a test stands\n\n"
      "Exit code 0: the new bot is better (H1), or measured; 1: it is not (H0); 4:\n"
      "undecided; with --results always 0.\n"
      "docs/guide/compare.md explains the figures."));
  verb.runs([options](Call& call) {
    return play_or_show_who_does([&] { return compare(*options, call); }, options->play.json,
                                 call.games);
  });
}

}  // namespace referee::cli
