#include "referee/cli/playing.hpp"

#include <fmt/core.h>

#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/bot/command.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/standings_view.hpp"
#include "referee/report/live_view.hpp"
#include "referee/report/observers.hpp"
#include "referee/report/progress.hpp"
#include "referee/store/claim.hpp"
#include "referee/text/utf8.hpp"
#include "referee/toolchain/resolve.hpp"

namespace referee::cli {

report::Progress::Options progress_options(const PlayOptions& options, const store::Store* store) {
  report::Progress::Options shown;
  shown.live = live_display(options.quiet);
  shown.quiet = options.quiet;
  shown.kept = store != nullptr;
  if (store != nullptr) shown.folder = store->folder().string();
  shown.width = [] { return terminal_width(2); };
  return shown;
}

void tell_other_programs(const store::Manifest& manifest) {
  std::set<std::string> told;
  for (const store::Event& event : manifest.events) {
    for (const store::BotEntry& bot : event.bots) {
      try {
        const std::string note = toolchain::resolve(bot.line(manifest.folder)).note;
        if (!note.empty() && told.insert(note).second) std::cerr << "referee: " << note << '\n';
      } catch (const bot::CommandError&) {
        // Its first match says so.
      }
    }
  }
}

void tell_commands(const store::Store& store, bool trust, bool quiet) {
  if (store.manifest().isolation == store::Isolation::off) {
    require_trust(trust,
                  (store.folder() / "manifest.json").string() + " says \"isolation\": \"off\"");
  }
  std::set<std::string> told;
  for (const store::Event& event : store.manifest().events) {
    for (const store::BotEntry& bot : event.bots) {
      const std::string line =
          text::safe_text(fmt::format("referee: bot '{}' runs {}", bot.name, bot.command));
      if (!quiet && told.insert(line).second) std::cerr << line << '\n';
    }
  }
}

tournament::RunEnd play_store(const store::Store& store, const Playing& how) {
  if (!how.quiet) tell_other_programs(store.manifest());
  const store::Isolation isolation = store.manifest().isolation;
  const bot::Protections protections = bot::probe_protections();
  if (isolation == store::Isolation::require) require_isolation(protections);
  tournament::RunOptions options;
  options.jobs = how.jobs;
  options.records = how.out;
  options.host_facts = host_facts(protections, isolation != store::Isolation::off);

  tournament::StopRequest stop;
  const InterruptWatch watch([&stop] { stop.ask(); });
  const auto run = [&](auto& view) {
    std::vector<tournament::RunObserver*> told{&view};
    if (how.listener != nullptr) told.push_back(how.listener);
    report::Observers observers(std::move(told));
    const auto end = tournament::run(store, how.shard, protections, options, stop, observers);
    view.finish();
    return end;
  };
  if (live_display(how.quiet)) {
    report::LiveView view(std::cerr, store, true, [] {
      return report::LiveView::Size{terminal_width(2), terminal_rows(2)};
    });
    return run(view);
  }
  report::Progress::Options shown;
  shown.quiet = how.quiet;
  shown.folder = store.folder().string();
  report::TournamentProgress progress(std::cerr, shown);
  return run(progress);
}

int play_or_show_who_does(const std::function<int()>& play, bool json) {
  try {
    return play();
  } catch (const store::FolderInUse& error) {
    if (!json) print_standings(store::Store::open(error.folder()), {});
    throw;
  }
}

}  // namespace referee::cli
