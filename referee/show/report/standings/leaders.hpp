// The standings of a tournament while it is played, and their first rows for a terminal.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/statistics/paired_points.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/early_results.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

// Memory grows with the number of matches only in formats whose pairings depend on results.
class Leaders {
 public:
  // Keeps a reference to the manifest.
  explicit Leaders(const config::Manifest& manifest);

  // Adds a match of the tournament; each once, in any order. A match whose pairing is not known
  // yet counts once it is.
  void add(const store::MatchSummary& match);

  // The first `rows` rows of an event, as wide as `style` says: place, games, mean score, and
  // Elo with its 95 % error (the first bot of the config has 0), or in a cooperative game the
  // 95 % error of the mean score. Lines without newlines: a title, the head of the table, the
  // rows. Takes as long as ranking and rating.
  [[nodiscard]] std::vector<std::string> lines(std::size_t event, std::size_t rows,
                                               const TextStyle& style) const;

  // The standings of all events.
  [[nodiscard]] std::vector<tournament::EventStandings> ranked() const;

 private:
  formats::Turn take(const store::MatchSummary& match);
  void note_scores(const store::MatchSummary& match);

  const config::Manifest& manifest_;
  config::Schedule schedule_;
  tournament::Standings standings_;
  evidence::RatingGames games_;
  std::map<std::pair<std::size_t, std::string>, statistics::PairedPoints>
      scores_;  // by event and bot
  formats::EarlyResults<store::MatchSummary> early_;
};

}  // namespace referee::report
