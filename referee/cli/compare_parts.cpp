#include "referee/cli/compare_parts.hpp"

#include <iostream>
#include <string>
#include <vector>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/parts.hpp"
#include "referee/cli/playing.hpp"
#include "referee/evidence/batches.hpp"
#include "referee/evidence/compare_run.hpp"
#include "referee/report/batch_report.hpp"
#include "referee/store/claim.hpp"
#include "referee/store/merge.hpp"
#include "referee/text/log.hpp"

namespace referee::cli {
namespace {

const rules::GameInfo& game_of(const store::Store& store) {
  return *store.manifest().events.at(0).game;
}

evidence::PlayedMatches play_missing(const store::Store& store,
                                     const std::vector<std::uint64_t>& missing,
                                     std::uint64_t matches, const BatchPart& options,
                                     const tournament::StopRequest& stop) {
  if (!options.quiet) tell_other_programs(store.manifest());
  const bot::Protections protections = bot::probe_protections();
  tournament::RunOptions run;
  run.jobs = options.jobs;
  run.host_facts = host_facts(protections, store.manifest().isolation != store::Isolation::off);
  report::Progress::Options shown;
  shown.live = live_display(options.quiet);
  shown.quiet = options.quiet;
  shown.folder = store.folder().string();
  shown.width = [] { return terminal_width(2); };
  report::TournamentProgress progress(std::cerr, shown);
  progress.begun(matches - missing.size(), matches);
  const auto played =
      evidence::play_listed(store, missing, options.part, protections, run, stop, progress);
  progress.finish();
  return played;
}

}  // namespace

bool has_comparison(const store::Store& store) {
  return store.manifest().played_by == store::PlayedBy::compare;
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
                 const rules::GameInfo& game, std::optional<std::uint64_t> batch, bool json) {
  const evidence::BatchPlan plan{rules, batch ? *batch : evidence::usual_batch(rules, game)};
  evidence::keep_plan(store, plan);
  std::cout << (json ? report::batch_plan_json(store, plan) : report::batch_plan_text(store, plan));
  return done;
}

int play_batch_part(const store::Store& store, const BatchPart& options) {
  require_same_bots(store);
  const store::Claim claim(store.folder(), store::Claim::Kind::shared);
  const evidence::Standing standing = evidence::standing(store, evidence::kept_plan(store));
  const rules::GameInfo& game = game_of(store);
  const evidence::PairRange pairs = evidence::part_of(standing.batch, options.part);
  const auto missing = evidence::matches_within(standing.missing, pairs, game);
  const std::uint64_t matches = pairs.size() * evidence::matches_of_pair(game, 0).size();
  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  evidence::PlayedMatches played;
  if (!missing.empty()) played = play_missing(store, missing, matches, options, stop);
  const std::uint64_t there = matches - missing.size() + played.matches;
  if (!options.unattended) {
    std::cout << (options.json
                      ? report::batch_part_json(store, standing, options.part, matches, there)
                      : report::batch_part_text(standing, options.part, matches, there));
  }
  if (played.matches < missing.size()) {
    text::warn("interrupted; the same command continues");
    return interrupted;
  }
  const bool faults =
      played.failed > 0 || !evidence::matches_within(standing.failed, pairs, game).empty();
  return faults ? failed : done;
}

int merge_batches(const store::Store& store, std::optional<unsigned> parts, bool json) {
  const evidence::BatchPlan plan = evidence::kept_plan(store);
  const evidence::Standing standing = evidence::standing(store, plan);
  store::require_own_records(store, standing.reading);
  for (const std::string& note : standing.reading.notes) text::warn("{}", note);
  std::optional<std::vector<unsigned>> lacking;
  if (parts) lacking = evidence::parts_to_play(standing, *parts, game_of(store));
  std::cout << (json ? report::standing_json(store.manifest(), plan, standing, lacking)
                     : report::standing_text(store, standing, lacking, output_style()));
  return exit_code_of(standing.comparison);
}

}  // namespace referee::cli
