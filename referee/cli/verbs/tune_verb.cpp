// referee tune: which values of a bot's parameters play best?

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/compare_run.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/compare_options.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/session.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"

namespace referee::cli {
namespace {

using evidence::Comparison;
using tuning::Tuning;

struct TuneOptions {
  CompareOptions compare;  // of the comparison at the end; how it is played goes for all
  std::string command;
  std::vector<std::string> parameters;
  std::optional<std::uint64_t> pairs;
};

tuning::Question question_of(const TuneOptions& options, judge::Games& games) {
  tuning::Question question;
  question.command = options.command;
  for (const std::string& text : options.parameters) {
    question.parameters.push_back(tuning::parameter_of(text));
  }
  tuning::check_parameters(question.command, question.parameters);
  if (!options.pairs) {
    throw UsageError(
        "--pairs N is missing: how many pairs of games to look for the values with, "
        "e.g. --pairs 400");
  }
  question.pairs = *options.pairs;
  if (options.compare.out.empty()) {
    throw UsageError("--out DIR is missing: the folder that keeps what is played");
  }
  const rules::GameInfo& game = compared_game(options.compare.game, games);
  if (game.seats() > 1) match::require_two(game, game.seats());
  CompareOptions same = options.compare;
  same.new_bot = same.base_bot = tuning::command_with(question.command, question.parameters,
                                                      tuning::start_of(question.parameters));
  question.rules = compare_rules(same, game);
  static_cast<void>(Comparison(question.rules));  // refuses nonsense before anything is written
  question.manifest = compare_manifest(same, game, games);
  return question;
}

std::unique_ptr<OutputFile> page_file(const CompareOptions& options) {
  if (options.html.empty()) return nullptr;
  return std::make_unique<OutputFile>(OutputFile::Options{"--html", options.html, {}, false});
}

// Plays the rounds that are missing, each with one line of progress.
tournament::RunEnd play_rounds(Session& session, Tuning& tuning, bool quiet,
                               const std::optional<parts::Part>& part) {
  while (!tuning.ended()) {
    if (session.stops()) return tournament::RunEnd::interrupted;
    const store::Store& round = tuning.open_round();
    report::Shown shown;
    shown.store = &round;
    shown.title = fmt::format("round {}/{}", tuning.round() + 1, tuning.rounds());
    const auto end =
        session.run(std::move(shown), [&](const auto& context, report::Display& display) {
          return tournament::run(round, part, context, display);
        });
    if (end == tournament::RunEnd::interrupted) return end;
    const unsigned before = tuning.round();
    // What a part leaves open another run may play.
    const bool passed = end == tournament::RunEnd::left_open && !part;
    tuning.update(passed ? tuning::Missing::passed_over : tuning::Missing::waited_for);
    if (tuning.round() == before) return end;  // it has no pair, or other parts have some of them
    if (tuning.faults() == tuning.matches()) {
      throw text::InputError(fmt::format(
          "a bot failed in every game, so nothing can be tuned; see referee standings {}/round-01",
          text::shell_word(tuning.folder().string())));
    }
    if (!quiet) {
      text::tell("round {} of {}: best so far {}", tuning.round(), tuning.rounds(),
                 tuning::name_of(tuning.question().parameters, tuning.best()));
    }
  }
  return tournament::RunEnd::complete;
}

// Plays the rounds, and then the comparison of what they found, which begins in `comparison`.
tournament::RunEnd play(Tuning& tuning, const CompareOptions& how,
                        const tournament::MakeHost& make_host,
                        const std::optional<parts::Part>& part, tournament::OpenMatches& open,
                        std::optional<Comparison>& comparison) {
  const tuning::Question& question = tuning.question();
  Session session(question.manifest, how.play.quiet, {.jobs = how.jobs, .make_host = make_host},
                  &open);
  const auto end = play_rounds(session, tuning, how.play.quiet, part);
  if (!tuning.ended() || end == tournament::RunEnd::interrupted || tuning.found_nothing()) {
    return end;
  }
  if (session.stops()) return tournament::RunEnd::interrupted;
  const store::Store store = tuning.comparison();
  const store::Claim alone(store.folder(), store::Claim::Kind::alone,
                           part ? part->label() : std::string());
  comparison.emplace(question.rules);
  comparison->set_first_question(evidence::other_question(store.folder(), comparison->rules()));
  return play_comparison(session, store.manifest(), &store, *comparison, part);
}

int tune(const TuneOptions& options, Call& call) {
  const CompareOptions& how = options.compare;
  if (how.play.quiet) text::hush_notes();
  const tuning::Question question =
      tuning::keep_question(how.out, question_of(options, call.games), call.games);
  const auto part = how.part.part();
  if (part && !how.html.empty()) {
    throw UsageError("--html is about the result, which a part does not have");
  }
  const auto page = page_file(how);
  const store::Claim claim(how.out, store::Claim::Kind::alone,
                           part ? part->label() : std::string());
  Tuning tuning(how.out, question, tuning::Access::plays, call.games);

  tournament::OpenMatches open;
  std::optional<Comparison> comparison;
  const auto end = play(tuning, how, call.make_host, part, open, comparison);
  const Comparison* compared = comparison ? &*comparison : nullptr;
  const int code = print_tuning(tuning, compared, how.play.json);
  if (page) write_page(*page, pages(tuning.games()).of_tuning({tuning, compared}));
  if (end == tournament::RunEnd::interrupted) return tell_open(open, true, interrupted);
  if (part && !how.play.quiet) tell_next(*part, how.out);
  if (!how.play.quiet) text::tell("The records are in {}.", how.out);
  return tell_open(open, true, code);
}

void add_own_options(const Verb& verb, TuneOptions& options) {
  add_game_argument(verb, options.compare.game).required();
  verb.option("command", &options.command,
              "Command of the bot, with {NAME} for the value of each parameter")
      .required();
  verb.option("--param", &options.parameters,
              "A parameter: its value now and the range in which to look, e.g. c=1.4:0.5:3; :int "
              "behind that for whole numbers, :log where ratios count")
      .unit("NAME=START:LOW:HIGH")
      .one_at_a_time();
  verb.option(
          "--pairs", &options.pairs,
          "Pairs of games in which to look for the values; the comparison is played in addition")
      .unit("N")
      .within(1, tuning::most_pairs);
  add_out_option(verb, options.compare.out);
  options.compare.part.add_to(verb);
  add_page_option(verb, options.compare.html);
}

}  // namespace

void add_tune(CommandLine& program) {
  const Verb verb = program.add("tune", "Which values of a bot's parameters play best?");
  auto options = std::make_shared<TuneOptions>();
  add_own_options(verb, *options);
  add_playing_options(verb, options->compare);
  options->compare.test.add_to(verb.under("Hypotheses and risks"));
  verb.footer(with_games(
      "Lets the bot play against itself with different values, in rounds that are\n"
      "ordinary tournaments in the folder, and looks for the values that play best. At\n"
      "the end a comparison, on deals that no round had, of these values with the\n"
      "values now decides whether they are better; --elo and so on are its question,\n"
      "as for referee compare.\n\n"
      "Examples:\n"
      "  referee tune {game} \"./bot --c {c} --d {d}\" --param c=1.4:0.5:3 \\\n"
      "    --param d=8:4:16:int --pairs 400 --out results/tune\n"
      "  referee tune {cooperative} \"./bot {seed} {rate}\" \\\n"
      "    --param rate=0.1:0.001:1:log --pairs 400 --points 0,100 --out results/tune2\n\n"
      "Exit code 0: the values that were found are better (H1); 1: they are not (H0),\n"
      "or are those of the start; 4: undecided. See docs/guide/tune.md."));
  verb.runs([options](Call& call) { return tune(*options, call); });
}

}  // namespace referee::cli
