// Passes the result of a match to a schedule, and checks a match against it.
#pragma once

#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/ranking.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::store {

// What a schedule needs to know about a match.
inline formats::GameFigures figures_of(const MatchSummary& match) {
  formats::GameFigures game;
  for (std::size_t seat = 0; seat < game.size(); ++seat) {
    const MatchSummary::Seat& own = match.seats[seat];
    // A record from elsewhere may tell a failure by its status alone.
    game[seat] = {own.score, own.game_points, own.fault || rules::is_fault(own.status),
                  own.status == match::Status::win};
  }
  game.mark = game_hash(match);
  return game;
}

inline formats::GameFigures figures_of(const match::MatchRecord& record) {
  return figures_of(summary_of(record));
}

// Whether a match was played with the seed that the schedule has for its number, or with none where
// the event has a deal of its own. Always true where the schedule does not set the seeds.
inline bool has_seed_of(const MatchSummary& match, const config::Manifest& manifest,
                        const config::Pairing& pairing) {
  const config::Event& event = manifest.events[pairing.event];
  if (event.beginning.deal) return !match.seed;
  return manifest.own_deals || event.format.kind == formats::FormatKind::recorded ||
         match.seed == pairing.seed;
}

// Whether game, round, bots and seed of a match are those that the schedule has for its number.
inline bool is_between(const MatchSummary& match, const config::Manifest& manifest,
                       const config::Pairing& pairing) {
  const config::Event& event = manifest.events[pairing.event];
  return match.game == event.game->name && match.round == pairing.round &&
         match.bots[0] == event.bots[pairing.bots[0]].name &&
         match.bots[1] == event.bots[pairing.bots[1]].name && has_seed_of(match, manifest, pairing);
}

}  // namespace referee::store
