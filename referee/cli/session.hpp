// What every verb that plays many matches has while it plays.
#pragma once

#include <functional>

#include "referee/cli/interrupt.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/tournament/runner.hpp"
#include "referee/show/report/live/display.hpp"

namespace referee::cli {

// The walls of this machine, Ctrl-C, and progress on standard error, live on a terminal. To be made
// before any other thread, and to end with the last run: then Ctrl-C ends the program again. One
// request to stop is for all runs of a session.
class Session {
 public:
  // Says on standard error, unless `quiet`, which programs of the manifest's bots are others than
  // the caller's shell would start. `open` gets the matches that are left open; it may be null. The
  // host facts of `options` are the session's.
  //
  // Throws EnvironmentError if the manifest requires isolation and this machine lacks a protection
  // for it.
  Session(const config::Manifest& manifest, bool quiet, tournament::RunOptions options,
          tournament::OpenMatches* open);

  // A run, which is given the session's context and the display to notify; returns its end.
  using Run =
      std::function<tournament::RunEnd(const tournament::RunContext&, report::Display& display)>;
  // Makes the display of a run, and ends it behind the run. Throws as that does.
  tournament::RunEnd run(report::Shown shown, const Run& run);

  // Whether Ctrl-C has asked to stop.
  [[nodiscard]] bool stops() const noexcept { return stop_.level() > 0; }

 private:
  const bool quiet_;
  const walls::Protections protections_;
  tournament::RunOptions options_;
  tournament::OpenMatches* open_;
  tournament::StopRequest stop_;
  const InterruptWatch watch_;
};

}  // namespace referee::cli
