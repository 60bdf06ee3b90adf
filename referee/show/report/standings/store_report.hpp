// What verbs say of a store: its standings, and which of its matches are missing.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "referee/run/parts/merging.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::report {

struct StandingsView {
  std::string_view form = "text";     // see standings_forms()
  bool wide = false;                  // in the text all columns; in ratings each pair
  bool words = false;                 // explain the columns, likewise
  bool times = false;                 // in forms that leave them out by default
  bool ratings = false;               // in forms that can have them
  std::optional<std::string> anchor;  // of the ratings
  tournament::Selection selection;    // without ratings
};

struct Printed {
  bool faults = false;  // a bot failed
  bool whole = true;    // a sealed store is what was sealed
};

// All that a store says, added up. Lines that do not count, and damage to a sealed store, become
// warnings. Throws StoreError.
struct StoreStandings : Printed {
  StandingsReport report;
};
StoreStandings standings_in(const store::Store& store, const StandingsView& view);

// Writes them in a form. Throws as standings_in().
Printed print_standings(std::ostream& out, const store::Store& store, const StandingsView& view,
                        const TextStyle& style);

std::string merge_text(const parts::MergeReport& report);
// `id`: the tournament's.
std::string merge_json(const std::string& id, const parts::MergeReport& report);

}  // namespace referee::report
