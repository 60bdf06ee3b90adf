// referee elo: what counts of results say about strength.

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include "referee/cli/common.hpp"
#include "referee/cli/evidence_options.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/verbs.hpp"

namespace referee::cli {
namespace {

template <typename Counts>
void print(const Counts& counts, bool json) {
  if (json) {
    text::Json result;
    report::add_strength(result, counts);
    std::cout << result.dump(2) << '\n';
  } else {
    std::cout << report::counts_text(counts) << "\n\n"
              << report::figures_text(report::strength_figures(counts), output_style());
  }
}

}  // namespace

void add_elo(CommandLine& program) {
  const Verb verb = program.add("elo", "Elo, its error and more, from given results");
  struct EloOptions {
    CountOptions counts;
    bool json = false;
  };
  auto options = std::make_shared<EloOptions>();
  options->counts.add_to(verb);
  verb.flag("--json", options->json, "Print JSON");
  verb.footer(
      "Results are those of the first bot against the second. A pair is one deal\n"
      "played in both seat orders.\n\n"
      "Examples:\n"
      "  referee elo --pairs 34,54,63,64,75\n"
      "  referee elo --pairs 34,54,31,32,64,75 --json\n"
      "  referee elo --games 136,96,111");
  verb.runs([options] {
    const auto results = options->counts.counts();
    std::visit([&](const auto& counts) { print(counts, options->json); }, results);
    return done;
  });
}

}  // namespace referee::cli
