// referee elo: what counts of results say about strength.

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/common.hpp"
#include "referee/cli/evidence_options.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/verbs.hpp"

namespace referee::cli {
void add_elo(CommandLine& program) {
  const Verb verb = program.add("elo", "Elo, its error and more, from given results");
  struct EloOptions {
    CountOptions counts;
    bool json = false;
  };
  auto options = std::make_shared<EloOptions>();
  options->counts.add_to(verb);
  verb.flag("--json", options->json,
            std::string(report::form_named(report::strength_forms(), "json").help));
  verb.footer(
      "Results are those of the first bot against the second. A pair is one deal\n"
      "played in both seat orders.\n\n"
      "Examples:\n"
      "  referee elo --pairs 34,54,63,64,75\n"
      "  referee elo --pairs 34,54,31,32,64,75 --json\n"
      "  referee elo --games 136,96,111");
  verb.runs([options] {
    const auto& form =
        report::form_named(report::strength_forms(), options->json ? "json" : "text");
    std::cout << form.write({options->counts.counts(), std::nullopt, output_style()});
    return done;
  });
}

}  // namespace referee::cli
