// Standings on standard output, as several verbs print them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/report/events.hpp"
#include "referee/store/store.hpp"

namespace referee::cli {

struct StandingsView {
  std::string_view form = "text";     // see report::standings_forms()
  bool times = false;                 // where the form tells none otherwise
  bool ratings = false;               // where the form has them
  std::optional<std::string> anchor;  // of the ratings
};

struct Printed {
  bool faults = false;  // a bot failed
  bool whole = true;    // a sealed store is what was sealed
};

// The standings of everything that the store holds now. What the store holds besides, and
// what a seal misses, is told as warnings. Throws StoreError.
Printed print_standings(const store::Store& store, const StandingsView& view);

// The same as the last line of a stream of events.
bool tell_standings(const store::Store& store, report::EventStream& events, bool complete);

}  // namespace referee::cli
