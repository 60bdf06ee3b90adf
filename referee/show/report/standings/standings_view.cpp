#include "referee/show/report/standings/standings_view.hpp"

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/text/log.hpp"
#include "referee/run/tournament/earlier_programs.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::report {
namespace {

// All that a store says, added up.
struct Sums : Printed {
  StandingsReport report;
};

Sums sums_of(const store::Store& store, const StandingsView& view) {
  tournament::Standings standings(store.manifest(), view.selection);
  evidence::RatingGames games(store.manifest());
  tournament::EarlierPrograms earlier(store.manifest());
  Sums sums;
  std::optional<tournament::TurnTimes> turns;
  if (view.times && form_named(standings_forms(), view.form).has_turns) {
    turns.emplace(store.manifest(), view.selection);
  }
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
  return sums;
}

}  // namespace

Printed print_standings(std::ostream& out, const store::Store& store, const StandingsView& view,
                        const TextStyle& style) {
  Sums sums = sums_of(store, view);
  sums.report.style = style;
  out << form_named(standings_forms(), view.form).write(sums.report);
  return sums;
}

bool tell_standings(const store::Store& store, EventStream& events, bool complete) {
  const Sums sums = sums_of(store, {});
  events.standings(standings_json(sums.report), complete);
  return sums.faults;
}

}  // namespace referee::report
