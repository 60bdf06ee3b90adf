#include "referee/cli/tune_parts.hpp"

#include <fmt/core.h>

#include <iostream>

#include "referee/analysis/evidence/batches.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/compare_parts.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/show/report/verdicts/tune_report.hpp"

namespace referee::cli {

namespace fs = std::filesystem;

std::optional<store::Store> open_part(const tuning::Tuning& tuning, bool renew) {
  if (!tuning.ended()) return tuning.open_round();
  if (tuning.found_nothing()) return std::nullopt;
  auto store = tuning.comparison();
  if (renew || !fs::exists(store.folder() / "batches.json")) {
    const auto& rules = tuning.question().rules;
    evidence::keep_plan(store, {rules, evidence::usual_batch(rules, tuning.question().event())});
  }
  return store;
}

std::string folder_of_part(const std::string& folder) {
  if (!tuning::has_question(folder)) return folder;
  const tuning::Tuning tuning(folder, tuning::kept_question(folder));
  const auto store = open_part(tuning, false);
  if (store) return store->folder().string();
  throw UsageError(
      fmt::format("{}: the best values are those of the start, there is nothing to play", folder));
}

std::optional<evidence::Comparison> comparison_of(const tuning::Tuning& tuning) {
  if (!tuning.ended() || tuning.found_nothing()) return std::nullopt;
  if (!fs::exists(tuning.comparison_folder() / "manifest.json")) return std::nullopt;
  const auto& question = tuning.question();
  return evidence::standing(tuning.comparison(), {question.rules, 1}).comparison;
}

int print_tuning(const tuning::Tuning& tuning, const evidence::Comparison* comparison, bool json) {
  const auto& form = report::form_named(report::tune_forms(), json ? "json" : "text");
  std::cout << form.write({tuning, comparison, output_style()});
  if (tuning.ended() && tuning.found_nothing()) return failed;
  return comparison != nullptr ? exit_code_of(*comparison) : undecided;
}

int merge_tuning(const fs::path& folder, bool json) {
  const tuning::Tuning tuning(folder, tuning::kept_question(folder));
  const auto part = open_part(tuning, true);
  if (part && has_comparison(*part)) {
    const auto standing = evidence::merge_batches(*part, evidence::kept_plan(*part));
    const int code = print_tuning(tuning, &standing.comparison, json);
    if (!json && !standing.ended()) {
      std::cout << fmt::format(
          "next: referee shard {0} K/N for each of N parts, then referee "
          "merge {0}\n",
          text::shell_word(folder.string()));
    }
    return code;
  }
  const int code = print_tuning(tuning, nullptr, json);
  if (part && !json) {
    const auto now = parts::survey(*part);
    std::cout << fmt::format(
        "next: round {1} of {2}, {3} to be played: referee shard {0} K/N for each of N parts, then "
        "referee merge {0}\n",
        text::shell_word(folder.string()), tuning.round() + 1, tuning.rounds(),
        text::plural(now.matches - now.records, "match", "matches"));
  }
  return code;
}

}  // namespace referee::cli
