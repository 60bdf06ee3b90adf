// referee merge: joins the parts of a tournament, a comparison or a tuning.

#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/compare_run.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/parts/merging.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/show/report/standings/store_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::string out;
  std::vector<std::string> sources;
  bool json = false;
};

int merge_tournament(const store::Store& store, bool json) {
  const parts::MergeReport merged = parts::merge(store);
  for (const std::string& note : merged.notes) text::warn("{}", note);
  std::cout << (json ? report::merge_json(store.id(), merged) : report::merge_text(merged));
  return merged.missing.empty() ? done : undecided;
}

int merge_comparison(const store::Store& store, bool json) {
  const auto comparison = evidence::comparison_so_far(store, evidence::kept_rules(store));
  const auto& form = report::form_named(report::comparison_forms(), json ? "json" : "text");
  std::cout << form.write({store.manifest(), comparison, output_style()});
  const bool open = comparison.state() == evidence::Comparison::State::open;
  if (open && !json) std::cout << "Further pairs can be played: give all parts again.\n";
  return exit_code_of(comparison);
}

bool has_records(const fs::path& folder) { return fs::exists(folder / "manifest.json"); }

// Adds the rounds and the comparison of the tunings in these folders, and what they are a tuning
// of.
void add_tunings(parts::Addition& addition, const fs::path& out,
                 const std::vector<fs::path>& sources, const rules::Games& games) {
  const fs::path& like = tuning::has_question(out) ? out : sources.front();
  const tuning::Question question = tuning::kept_question(like, games);
  std::set<fs::path> names;
  for (const fs::path& folder : sources) {
    if (!tuning::has_question(folder)) {
      throw UsageError(
          fmt::format("{} does not hold the tuning of {}", folder.string(), like.string()));
    }
    const tuning::Question other = tuning::kept_question(folder, games);
    if (other.id() != question.id()) {
      throw UsageError(fmt::format("{} does not hold the tuning of {}: it differs in {}",
                                   folder.string(), like.string(),
                                   tuning::difference(other, question)));
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (has_records(entry.path())) names.insert(entry.path().filename());
    }
  }
  addition.add_likeness(out, like);
  for (const fs::path& name : names) {
    std::vector<fs::path> with;
    for (const fs::path& folder : sources) {
      if (has_records(folder / name)) with.push_back(folder / name);
    }
    addition.add_records(out / name, with);
  }
}

int merge_tuning(const fs::path& out, bool json, const rules::Games& games) {
  const tuning::Tuning tuning(out, tuning::kept_question(out, games), tuning::Access::goes_on,
                              games);
  const std::optional<evidence::Comparison> comparison = tuning.compared();
  return print_tuning(tuning, comparison ? &*comparison : nullptr, json);
}

int merge(const MergeOptions& options, const rules::Games& games) {
  const fs::path out = options.out;
  const std::vector<fs::path> sources(options.sources.begin(), options.sources.end());
  for (const fs::path& folder : sources) {
    if (!tuning::has_question(folder)) static_cast<void>(store::open_store(folder, games));
  }
  const bool is_new = !sources.empty() && !has_records(out) && !tuning::has_question(out);
  const bool tuned = tuning::has_question(is_new ? sources.front() : out);
  if (!sources.empty()) {
    parts::Addition addition(games);
    if (tuned) {
      add_tunings(addition, out, sources, games);
    } else {
      addition.add_records(out, sources);
    }
    addition.write();
  }
  if (tuned) return merge_tuning(out, options.json, games);
  const auto store = store::open_store(out, games);
  const bool comparison = store.manifest().played_by == config::PlayedBy::compare;
  return comparison ? merge_comparison(store, options.json) : merge_tournament(store, options.json);
}

}  // namespace

void add_merge(CommandLine& program) {
  const Verb verb =
      program.add("merge", "Join the parts of a tournament, a comparison or a tuning");
  auto options = std::make_shared<MergeOptions>();
  verb.option("out", &options->out, "The folder for all records; it is made if it is not there")
      .required();
  verb.option("folder", &options->sources,
              "Folders of parts, unless all parts were played in that folder");
  add_json_option(verb, options->json);
  verb.footer(
      "Copies the records that OUT lacks, says what is missing, and seals a tournament\n"
      "that is complete: verify and standings then check that nothing in it was changed\n"
      "or lost, and files that are added do not count. Merging again changes nothing.\n"
      "Two records of one match must agree in all but what was measured.\n\n"
      "In a Swiss tournament, a knockout, a ladder and the official format the results\n"
      "say who plays in the next round: give its parts --out OUT, or a copy of it. A\n"
      "comparison goes on in the same way from batch to batch, a tuning from round to\n"
      "round.\n\n"
      "Examples:\n"
      "  referee merge shared/mine\n"
      "  referee merge results/mine parts/* --json\n\n"
      "Exit code 0 if the tournament is complete, 4 as long as something is missing, 2\n"
      "if a folder belongs to another one. Of a comparison 0: the new bot is better; 1:\n"
      "it is not; 4: undecided. See docs/guide/parts.md.");
  verb.runs([options](Call& call) { return merge(*options, call.games); });
}

}  // namespace referee::cli
