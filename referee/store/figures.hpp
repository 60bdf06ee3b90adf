// What a schedule and a match that was played have to do with each other.
#pragma once

#include "referee/formats/ranking.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/match_summary.hpp"
#include "referee/store/schedule.hpp"

namespace referee::store {

// What a schedule has to be told of a match.
inline formats::GameFigures figures_of(const MatchSummary& match) {
  formats::GameFigures game;
  for (std::size_t seat = 0; seat < game.size(); ++seat) {
    const MatchSummary::Seat& own = match.seats[seat];
    game[seat] = {own.score, own.game_points, own.fault.has_value()};
  }
  return game;
}

// Whether a match was played with the seed that the schedule has for its number, where it
// is the schedule that says which.
inline bool has_seed_of(const MatchSummary& match, const Manifest& manifest,
                        const Pairing& pairing) {
  return manifest.own_deals ||
         manifest.events[pairing.event].format.kind == formats::FormatKind::recorded ||
         match.seed == pairing.seed;
}

// Whether a match was what the schedule has for its number.
inline bool is_between(const MatchSummary& match, const Manifest& manifest,
                       const Pairing& pairing) {
  const Event& event = manifest.events[pairing.event];
  return match.game == event.game->name && match.round == pairing.round &&
         match.bots[0] == event.bots[pairing.bots[0]].name &&
         match.bots[1] == event.bots[pairing.bots[1]].name && has_seed_of(match, manifest, pairing);
}

}  // namespace referee::store
