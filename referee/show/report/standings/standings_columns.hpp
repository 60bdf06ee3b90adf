// The standings of an event, column by column. The terminal, Markdown, spreadsheets and the page
// for browsers are made from this one description.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/table.hpp"

namespace referee::report {

struct StandingsCell {
  std::string plain;  // for programs: "1530000", "133.25"; empty if it does not apply
  std::string text;   // for people: "1.53 s"; "-" if it does not apply
};

struct StandingsColumn {
  std::string key;   // its heading in spreadsheets: "swiss_points"; empty: it is not in them
  std::string head;  // for people: "points"; empty with order 0
  // Its position among the columns for people, from 1; 0: it is in spreadsheets alone.
  int order = 0;
  std::string meaning;  // explanation of the heading, if it needs one
  Align align = Align::right;
  int least = 0;        // see Column
  bool joined = false;  // likewise
  bool ranks = false;   // whether places depend on it
  bool times = false;   // whether it differs between identical runs
  bool main = false;    // among the few that a terminal shows unless it is asked for all
  std::function<StandingsCell(const tournament::Row&)> cell;
};

// All columns, in the order of spreadsheets, which is the same for all events of a tournament: a
// ladder, which is one by itself, has more than others.
std::vector<StandingsColumn> standings_columns(const tournament::EventStandings& event);

// The columns for people, in their order, or the main ones of them.
std::vector<StandingsColumn> shown_columns(const tournament::EventStandings& event,
                                           bool main_ones = false);

}  // namespace referee::report
