#include "referee/cli/standings_view.hpp"

#include <iostream>

#include <nlohmann/json.hpp>

#include "referee/cli/common.hpp"
#include "referee/evidence/rating_games.hpp"
#include "referee/report/earlier.hpp"
#include "referee/report/evidence_ratings.hpp"
#include "referee/report/standings_report.hpp"
#include "referee/text/log.hpp"
#include "referee/tournament/earlier_programs.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::cli {
namespace {

using As = StandingsView::As;

// All that a store says, added up.
struct Sums {
  Sums(const tournament::Store& store, bool ratings)
      : standings(store.manifest()), games(store.manifest()), earlier(store.manifest()) {
    const auto add = [&](const tournament::MatchSummary& match, std::string_view) {
      standings.add(match);
      if (ratings) games.add(match);
      faults = faults || match.seats[0].fault || match.seats[1].fault;
    };
    // Not to their ends: a million records take seconds instead of minutes.
    const auto report = store.read(
        add, [&](const tournament::MatchSummary& match, std::string_view) { earlier.add(match); },
        tournament::Depth::summary);
    for (const std::string& note : report.notes) text::warn("{}", note);
    whole = report.broken_seal.empty();
  }

  tournament::Standings standings;
  tournament::RatingGames games;
  tournament::EarlierPrograms earlier;
  bool faults = false;
  bool whole = true;  // a sealed store is what was sealed
};

std::string in_words(const Sums& sums, const StandingsView& view) {
  const auto events = sums.standings.ranked();
  const auto& games = sums.games.events();
  if (view.as == As::markdown) {
    return view.ratings ? report::rated_standings_markdown(events, games, view.anchor)
                        : report::standings_markdown(events);
  }
  return view.ratings ? report::rated_standings_text(events, games, view.anchor, output_style())
                      : report::standings_text(events, output_style());
}

text::Json as_json(const std::string& id, const Sums& sums, const StandingsView& view) {
  const auto events = sums.standings.ranked();
  text::Json json = report::standings_json(id, events);
  if (view.ratings) report::add_ratings(json, sums.games.events(), view.anchor);
  if (view.times) report::add_times(json, events);
  report::add_earlier(json, sums.earlier.rows());
  return json;
}

}  // namespace

Printed print_standings(const tournament::Store& store, const StandingsView& view) {
  const Sums sums(store, view.ratings);
  switch (view.as) {
    case As::json:
      std::cout << as_json(store.id(), sums, view).dump(2) << '\n';
      break;
    case As::csv:
      std::cout << report::standings_csv(sums.standings.ranked(), view.times);
      break;
    case As::cross_csv:
      std::cout << report::cross_csv(sums.standings.ranked());
      break;
    default:
      std::cout << in_words(sums, view)
                << (view.as == As::text ? report::earlier_text(sums.earlier.rows())
                                        : report::earlier_markdown(sums.earlier.rows()));
  }
  return {sums.faults, sums.whole};
}

bool tell_standings(const tournament::Store& store, report::EventStream& events, bool complete) {
  const Sums sums(store, false);
  events.standings(as_json(store.id(), sums, {}), complete);
  return sums.faults;
}

}  // namespace referee::cli
