#include "referee/cli/playing.hpp"

#include <iostream>

#include "referee/cli/common.hpp"
#include "referee/report/progress.hpp"

namespace referee::cli {

tournament::RunEnd play_store(const tournament::Store& store, const Playing& how) {
  const tournament::Isolation isolation = store.manifest().isolation;
  const bot::Protections protections = bot::probe_protections();
  if (isolation == tournament::Isolation::require) require_isolation(protections);
  tournament::RunOptions options;
  options.jobs = how.jobs;
  options.shard = how.shard;
  options.host_facts = host_facts(protections, isolation != tournament::Isolation::off);

  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  report::Progress progress(std::cerr, on_terminal(2) && !how.quiet, how.quiet,
                            [] { return terminal_width(2); });
  const auto end = tournament::run(store, protections, options, stop, progress);
  progress.finish();
  return end;
}

}  // namespace referee::cli
