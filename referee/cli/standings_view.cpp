#include "referee/cli/standings_view.hpp"

#include <spdlog/spdlog.h>

#include <iostream>
#include <stdexcept>

#include "referee/cli/common.hpp"
#include "referee/report/evidence_ratings.hpp"
#include "referee/report/standings_report.hpp"
#include "referee/tournament/rating_games.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::cli {
namespace {

using As = StandingsView::As;

std::string in_words(const tournament::Standings& standings, const tournament::RatingGames& games,
                     const StandingsView& view) {
  const auto events = standings.ranked();
  if (view.as == As::markdown) {
    return view.ratings ? report::rated_standings_markdown(events, games.events(), view.anchor)
                        : report::standings_markdown(events);
  }
  return view.ratings
             ? report::rated_standings_text(events, games.events(), view.anchor, output_style())
             : report::standings_text(events, output_style());
}

std::string as_json(const std::string& id, const tournament::Standings& standings,
                    const tournament::RatingGames& games, const StandingsView& view) {
  const auto events = standings.ranked();
  match::Json json = report::standings_json(id, events);
  if (view.ratings) report::add_ratings(json, games.events(), view.anchor);
  if (view.times) report::add_times(json, events);
  return json.dump(2) + '\n';
}

}  // namespace

Printed print_standings(const tournament::Store& store, const StandingsView& view) {
  tournament::Standings standings(store.manifest());
  tournament::RatingGames games(store.manifest());
  bool faults = false;
  const auto report = store.read([&](const tournament::MatchSummary& match, std::string_view) {
    standings.add(match);
    if (view.ratings) games.add(match);
    faults = faults || match.seats[0].fault || match.seats[1].fault;
  });
  for (const std::string& note : report.notes) spdlog::warn("{}", note);
  switch (view.as) {
    case As::json:
      std::cout << as_json(store.id(), standings, games, view);
      break;
    case As::csv:
      std::cout << report::standings_csv(standings.ranked(), view.times);
      break;
    case As::cross_csv:
      std::cout << report::cross_csv(standings.ranked());
      break;
    default:
      std::cout << in_words(standings, games, view);
  }
  std::cout.flush();
  if (!std::cout) throw std::runtime_error("cannot write the standings to standard output");
  return {faults, report.broken_seal.empty()};
}

}  // namespace referee::cli
