// referee merge: brings the parts of a tournament together.

#include "referee/run/parts/merge.hpp"

#include <fmt/core.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/compare_parts.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/tune_parts.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/show/report/merge_report.hpp"

namespace referee::cli {
namespace {

struct MergeOptions {
  std::string folder;
  std::optional<unsigned> parts;
  bool json = false;
};

int merge(const MergeOptions& options) {
  if (tuning::has_question(options.folder)) {
    if (options.parts) throw UsageError("--parts: give the folder of a round, not the tuning's");
    return merge_tuning(options.folder, options.json);
  }
  const auto store = open_store(options.folder);
  if (has_comparison(store)) return merge_batches(store, options.parts, options.json);
  if (options.parts) {
    const std::string why = parts::why_undividable(store.manifest());
    if (!why.empty()) throw UsageError("--parts: " + why);
  }
  const parts::MergeReport merged = parts::merge(store);
  for (const std::string& note : merged.notes) text::warn("{}", note);
  std::optional<std::vector<unsigned>> parts;
  if (options.parts) {
    parts = parts::Cut(merged.stage, *options.parts).parts_of(merged.lacking);
  }
  if (options.json) {
    std::cout << report::merge_json(store.id(), merged, parts);
  } else {
    std::cout << report::merge_text(merged, parts);
    if (merged.has_stages && !merged.lacking.empty()) {
      std::cout << fmt::format(
          "next: referee shard {0} K/N for each of N parts, then referee merge {0}\n",
          text::shell_word(options.folder));
    }
  }
  return merged.sealed ? done : failed;
}

}  // namespace

void add_merge(CommandLine& program) {
  const Verb verb =
      program.add("merge", "Join the parts of a tournament and seal it, or look at a comparison");
  auto options = std::make_shared<MergeOptions>();
  verb.option("folder", &options->folder, "The folder with the files of all parts").required();
  verb.option("--parts", &options->parts, "Also list which of N parts have missing matches")
      .unit("N")
      .within(1, 100'000);
  add_json_option(verb, options->json);
  verb.footer(
      "Merging again changes nothing. Files that are added to a sealed tournament do\n"
      "not count; verify and standings check that nothing in it was changed or lost.\n"
      "A Swiss tournament, a knockout or the official format is played in stages: when\n"
      "all matches of one are there, this closes it and says what can be played next.\n\n"
      "Examples:\n"
      "  referee merge shared/mine\n"
      "  referee merge shared/mine --parts 3 --json\n\n"
      "Of a comparison in batches, and of a tuning, it prints the result or what is to\n"
      "be played next.\n\n"
      "Exit code 0 if the tournament is complete, 1 if something is missing, 2 if a\n"
      "file belongs to another tournament. Of a comparison 0: the new bot is better; 1:\n"
      "it is not; 4: undecided, also while a batch or a round is to be played.\n"
      "See docs/guide/parts.md.");
  verb.runs([options] { return merge(*options); });
}

}  // namespace referee::cli
