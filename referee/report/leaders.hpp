// The standings of a tournament while it runs, with error bars, for a live display.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/evidence/rating_games.hpp"
#include "referee/formats/early_results.hpp"
#include "referee/report/style.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::report {

// Memory does not grow with the number of matches, but in formats whose rounds depend on
// results.
class Leaders {
 public:
  // Keeps a reference to the manifest.
  explicit Leaders(const store::Manifest& manifest);

  // A match of the tournament, each once, in any order: one of a round that is not known
  // yet counts once it is.
  void add(const store::MatchSummary& match);

  // The first `rows` rows of an event, as wide as `style` says: places, games, mean score
  // and its 95 % error; in games that bots play against each other Elo with its 95 % error
  // instead, the first bot of the config at 0. Each line without its newline: a title, the
  // head of the table, the rows. Costs what ranking and rating cost.
  [[nodiscard]] std::vector<std::string> lines(std::size_t event, std::size_t rows,
                                               const TextStyle& style) const;

 private:
  struct Spread {
    std::uint64_t games = 0;
    double sum = 0;
    double squares = 0;
  };
  formats::Turn take(const store::MatchSummary& match);
  void note_scores(const store::MatchSummary& match);

  const store::Manifest& manifest_;
  store::Schedule schedule_;
  tournament::Standings standings_;
  evidence::RatingGames games_;
  std::map<std::pair<std::size_t, std::string>, Spread> scores_;  // by event and bot
  formats::EarlyResults<store::MatchSummary> early_;
};

}  // namespace referee::report
