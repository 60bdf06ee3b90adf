#include "referee/cli/compare_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "referee/analysis/evidence/batches.hpp"
#include "referee/analysis/evidence/compare_run.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/parts.hpp"
#include "referee/cli/playing.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/show/report/verdicts/batch_report.hpp"

namespace referee::cli {
namespace {

// The matches that are in both, which are in order.
std::vector<std::uint64_t> matches_in_both(const std::vector<parts::MatchRange>& one,
                                           const std::vector<parts::MatchRange>& two) {
  std::vector<std::uint64_t> both;
  for (auto a = one.begin(), b = two.begin(); a != one.end() && b != two.end();) {
    for (auto match = std::max(a->begin, b->begin); match < std::min(a->end, b->end); ++match) {
      both.push_back(match);
    }
    ++(a->end < b->end ? a : b);
  }
  return both;
}

// Its state when the requested batch, if any, has begun. Throws UsageError.
evidence::Standing standing_in_stage(const store::Store& store, const BatchPart& options) {
  const auto last = std::chrono::steady_clock::now() + other_files_appear_within;
  while (true) {
    evidence::Standing standing = evidence::standing(store, evidence::kept_plan(store));
    if (standing.ended() || options.stage.value_or(1) <= standing.stage.number) return standing;
    if (!options.unattended || std::chrono::steady_clock::now() > last) {
      throw UsageError(fmt::format("--stage: batch {} is being played", standing.stage.number));
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

evidence::PlayedMatches play_missing(const store::Store& store,
                                     const std::vector<std::uint64_t>& missing,
                                     std::uint64_t matches, const BatchPart& options,
                                     const tournament::StopRequest& stop,
                                     tournament::OpenMatches& open) {
  if (!options.quiet) tell_other_programs(store.manifest());
  const walls::Protections protections = walls::probe_protections();
  tournament::RunOptions run;
  run.jobs = options.jobs;
  run.records = options.out;
  run.host_facts = host_facts(protections, store.manifest().isolation != config::Isolation::off);
  report::Progress::Options shown;
  shown.live = live_display(options.quiet);
  shown.quiet = options.quiet;
  shown.folder = store.folder().string();
  shown.width = [] { return terminal_width(2); };
  report::TournamentProgress progress(std::cerr, shown);
  progress.begun(matches - missing.size(), matches);
  const auto played = evidence::play_listed(store, missing, options.part,
                                            {protections, run, stop, &open}, progress);
  progress.finish();
  return played;
}

parts::MergeReport report_of(const evidence::Standing& standing) {
  parts::MergeReport report;
  report.records = standing.reading.records;
  report.matches = standing.reading.records + parts::size_of(standing.lacking);
  report.duplicates = standing.reading.duplicates;
  report.notes = standing.reading.notes;
  report.has_stages = true;
  report.sealed = standing.ended();
  report.stage = standing.stage;
  report.lacking = standing.lacking;
  return report;
}

}  // namespace

bool has_comparison(const store::Store& store) {
  return store.manifest().played_by == config::PlayedBy::compare;
}

int exit_code_of(const evidence::Comparison& comparison) {
  switch (comparison.decision()) {
    case statistics::Decision::accept_h1:
      return done;
    case statistics::Decision::accept_h0:
      return failed;
    default:
      return undecided;
  }
}

int plan_batches(const store::Store& store, const evidence::ComparisonRules& rules,
                 std::optional<std::uint64_t> batch, bool json) {
  const config::Event& event = store.manifest().events.at(0);
  const evidence::BatchPlan plan{rules, batch ? *batch : evidence::usual_batch(rules, event)};
  evidence::keep_plan(store, plan);
  std::cout << (json ? report::batch_plan_json(store, plan) : report::batch_plan_text(store, plan));
  return done;
}

int play_batch_part(const store::Store& store, const BatchPart& options) {
  require_same_bots(store);
  const store::Claim claim(store.folder(), store::Claim::Kind::shared);
  const evidence::Standing standing = standing_in_stage(store, options);
  std::vector<parts::MatchRange> mine;
  // Of a batch before this one nothing is missing.
  const unsigned stage = options.stage.value_or(standing.stage.number);
  if (!standing.ended() && stage == standing.stage.number) {
    mine = parts::Cut(standing.stage, options.part.count).ranges_of(options.part.number);
  }
  const auto missing = matches_in_both(standing.lacking, mine);
  const std::uint64_t matches = parts::size_of(mine);
  tournament::StopRequest stop;
  const InterruptWatch watch(stopping(stop));
  evidence::PlayedMatches played;
  tournament::OpenMatches open;
  if (!missing.empty()) played = play_missing(store, missing, matches, options, stop, open);
  const std::uint64_t there = matches - missing.size() + played.matches;
  if (!options.unattended) {
    std::cout << (options.json
                      ? report::batch_part_json(store, standing, options.part, matches, there)
                      : report::batch_part_text(standing, options.part, stage, matches, there));
  }
  if (stop.level() > 0 && played.matches < missing.size()) {
    text::warn("interrupted; the same command continues");
    return tell_open(open, true, interrupted);
  }
  const bool faults = played.failed > 0 || !matches_in_both(standing.failed, mine).empty();
  return tell_open(open, true, faults ? failed : done);
}

parts::MergeReport batches_report(const store::Store& store) {
  return report_of(evidence::merge_batches(store, evidence::kept_plan(store)));
}

parts::MergeReport batches_standing(const store::Store& store) {
  return report_of(evidence::standing(store, evidence::kept_plan(store)));
}
int merge_batches(const store::Store& store, std::optional<unsigned> parts, bool json) {
  const evidence::BatchPlan plan = evidence::kept_plan(store);
  const evidence::Standing standing = evidence::merge_batches(store, plan);
  for (const std::string& note : standing.reading.notes) text::warn("{}", note);
  std::optional<std::vector<unsigned>> lacking;
  if (parts) lacking = parts::Cut(standing.stage, *parts).parts_of(standing.lacking);
  std::cout << (json ? report::standing_json(store.manifest(), plan, standing, lacking)
                     : report::standing_text(store, standing, lacking, output_style()));
  return exit_code_of(standing.comparison);
}

}  // namespace referee::cli
