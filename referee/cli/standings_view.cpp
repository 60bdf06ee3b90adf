#include "referee/cli/standings_view.hpp"

#include <iostream>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/text/log.hpp"
#include "referee/cli/common.hpp"
#include "referee/run/tournament/earlier_programs.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::cli {
namespace {

// All that a store says, added up.
struct Sums {
  report::StandingsReport report;
  bool faults = false;
  bool whole = true;  // a sealed store is what was sealed
};

Sums sums_of(const store::Store& store, const StandingsView& view) {
  tournament::Standings standings(store.manifest(), view.selection);
  evidence::RatingGames games(store.manifest());
  tournament::EarlierPrograms earlier(store.manifest());
  Sums sums;
  const bool by_turn =
      view.times && report::form_named(report::standings_forms(), view.form).has_turns;
  std::optional<tournament::TurnTimes> turns;
  if (by_turn) turns.emplace(store.manifest(), view.selection);
  const auto add = [&](const store::MatchSummary& match, std::string_view line) {
    standings.add(match);
    if (turns) turns->add(match, line);
    if (view.ratings) games.add(match);
    sums.faults = sums.faults || match.seats[0].fault || match.seats[1].fault;
  };
  // Without turns not to their ends: a million records take seconds instead of minutes.
  const auto read = store.read(
      add, [&](const store::MatchSummary& match, std::string_view) { earlier.add(match); },
      turns ? match::Extent::whole : match::Extent::front);
  for (const std::string& note : read.notes) text::warn("{}", note);
  sums.whole = read.broken_seal.empty();
  sums.report.id = store.id();
  sums.report.events = standings.ranked();
  if (view.ratings) sums.report.games = games.events();
  sums.report.view = {view.anchor, view.wide};
  sums.report.times = view.times;
  if (turns) sums.report.turns = turns->events();
  sums.report.earlier = earlier.rows();
  sums.report.wide = view.wide;
  sums.report.words = view.words;
  sums.report.style = output_style();
  return sums;
}

}  // namespace

Printed print_standings(const store::Store& store, const StandingsView& view) {
  const Sums sums = sums_of(store, view);
  std::cout << report::form_named(report::standings_forms(), view.form).write(sums.report);
  return {sums.faults, sums.whole};
}

bool tell_standings(const store::Store& store, report::EventStream& events, bool complete) {
  const Sums sums = sums_of(store, {});
  events.standings(report::standings_json(sums.report), complete);
  return sums.faults;
}

}  // namespace referee::cli
