// Standings on standard output, as several verbs print them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/report/events.hpp"
#include "referee/store/store.hpp"

namespace referee::cli {

struct StandingsView {
  enum class As : std::uint8_t { text, json, markdown, csv, cross_csv };
  As as = As::text;
  bool times = false;                 // in JSON and CSV, which leave them out by default
  bool ratings = false;               // in text, Markdown and JSON
  std::optional<std::string> anchor;  // of the ratings
};

struct Printed {
  bool faults = false;  // a bot failed
  bool whole = true;    // a sealed store is what was sealed
};

// The standings of everything in the store. Lines that do not count, and damage to a sealed
// store, become warnings. Throws StoreError.
Printed print_standings(const tournament::Store& store, const StandingsView& view);

// Writes them as the last event of a stream.
bool tell_standings(const tournament::Store& store, report::EventStream& events, bool complete);

}  // namespace referee::cli
