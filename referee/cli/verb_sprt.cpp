// referee sprt: the state of a sequential test with given counts.

#include <iostream>
#include <memory>
#include <string>

#include "referee/cli/common.hpp"
#include "referee/cli/evidence_options.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/verbs.hpp"

namespace referee::cli {
namespace {

struct SprtVerbOptions {
  CountOptions counts;
  SprtOptions test;
  bool json = false;
};

int test(const SprtVerbOptions& options) {
  const auto results = options.counts.counts();
  const auto question = options.test.question();
  if (question.model == statistics::Model::bayesian && !options.counts.pairs.empty()) {
    throw UsageError("--model bayesian is for single games (--games), not for pairs");
  }
  const auto& form = report::form_named(report::strength_forms(), options.json ? "json" : "text");
  std::cout << form.write({results, question, output_style()});
  return done;
}

}  // namespace

void add_sprt(CommandLine& program) {
  const Verb verb = program.add("sprt", "What a sequential test says of given results");
  auto options = std::make_shared<SprtVerbOptions>();
  options->counts.add_to(verb);
  verb.option("--elo0", &options->test.elo0, "H0: the first bot is stronger by this much")
      .unit("ELO")
      .required();
  verb.option("--elo1", &options->test.elo1, "H1: it is stronger by this much")
      .unit("ELO")
      .required();
  options->test.add_to(verb, true);
  verb.flag("--json", options->json,
            std::string(report::form_named(report::strength_forms(), "json").help));
  verb.footer(
      "Results are those of the first bot against the second. A pair is one deal\n"
      "played in both seat orders.\n\n"
      "Examples:\n"
      "  referee sprt --pairs 34,54,63,64,75 --elo0 0 --elo1 5\n"
      "  referee sprt --games 136,96,111 --elo0 0 --elo1 5 --model bayesian --json\n\n"
      "The exit code is 0 whatever the decision; scripts read \"decision\" with --json.");
  verb.runs([options] { return test(*options); });
}

}  // namespace referee::cli
