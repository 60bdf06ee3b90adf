#include "referee/cli/session.hpp"

#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/show/report/live/live_view.hpp"

namespace referee::cli {
namespace {

// Redraws itself on a terminal.
std::unique_ptr<report::Display> display_of(report::Shown shown) {
  if (!live_display(shown.quiet)) {
    return std::make_unique<report::LogLines>(std::cerr, std::move(shown));
  }
  return std::make_unique<report::LiveView>(std::cerr, std::move(shown), true, [] {
    return report::LiveView::Size{terminal_width(2), terminal_rows(2)};
  });
}

// Once each.
void tell_other_programs(const config::Manifest& manifest) {
  std::set<std::string> told;
  for (const config::Event& event : manifest.events) {
    for (std::size_t i = 0; i < event.bots.size(); ++i) {
      const config::BotEntry& bot = event.bots[i];
      if (!event.plays_on(i)) continue;
      try {
        const std::string note = toolchain::resolve(bot.line(manifest.folder, event.game)).note;
        if (!note.empty() && told.insert(note).second) text::tell("referee: {}", note);
      } catch (const program::CommandError&) {
        // Its first match says so.
      }
    }
  }
}

walls::Protections protections_for(const config::Manifest& manifest, bool quiet) {
  if (!quiet) tell_other_programs(manifest);
  walls::Protections protections = walls::probe_protections();
  if (manifest.isolation == config::Isolation::require) require_isolation(protections);
  return protections;
}

}  // namespace

Session::Session(const config::Manifest& manifest, bool quiet, tournament::RunOptions options,
                 tournament::OpenMatches* open)
    : quiet_(quiet),
      protections_(protections_for(manifest, quiet)),
      options_(std::move(options)),
      open_(open),
      // The first time running matches are finished; the second time the run ends at once, also
      // where a judge does not answer.
      watch_([this] {
        stop_.ask();
        if (stop_.level() > 1) judge::JudgeProcess::interrupt_all();
      }) {
  options_.host_facts = host_facts(protections_, manifest.isolation != config::Isolation::off);
}

tournament::RunEnd Session::run(report::Shown shown, const Run& run) {
  shown.quiet = quiet_;
  const auto display = display_of(std::move(shown));
  const auto end = run({protections_, options_, stop_, open_}, *display);
  display->finish();
  return end;
}

}  // namespace referee::cli
