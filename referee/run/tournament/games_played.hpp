// What the games of a tournament say of its bots beside the standings: who is ahead of whom in each
// round, and the game that shows best why a bot is the first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/statistics/paired_points.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::tournament {

class GamesPlayed {
 public:
  // Each match once, in any order.
  void add(const store::MatchSummary& match);

  // How much more `first` scored in each round than `second`, by the means of rounds after `after`;
  // in games of more than two seats: how many per cent of its opponents more it has beaten.
  // Rounds are what is independent: their games share deals.
  [[nodiscard]] statistics::PairedPoints ahead(const std::string& game, const std::string& first,
                                               const std::string& second, int after) const;
  // The mean score of a bot over all its games, with its 95 % interval.
  [[nodiscard]] statistics::PairedPoints scores(const std::string& game,
                                                const std::string& bot) const;
  // The same over those against another one.
  [[nodiscard]] statistics::PairedPoints against(const std::string& game, const std::string& bot,
                                                 const std::string& other) const;
  // The mean score of a bot in all rounds up to each one, from round 1 to its last; nothing before
  // its first game.
  [[nodiscard]] std::vector<std::optional<double>> course(const std::string& game,
                                                          const std::string& bot) const;
  // The match that shows best why a bot is the first of this ranking: the last one that it won
  // against the best of the others; where bots work together the one in which it scored most.
  [[nodiscard]] std::optional<std::uint64_t> decisive(const std::string& game,
                                                      const std::vector<std::string>& ranked) const;
  // The bots of a game, the one with the highest mean score first.
  [[nodiscard]] std::vector<std::string> by_mean(const std::string& game) const;

 private:
  struct Round {
    double worth = 0;  // a sum
    std::uint32_t games = 0;
  };
  struct Bot {
    std::vector<Round> rounds;  // from round 1 on
    statistics::PairedPoints scores;
    std::pair<std::int64_t, std::uint64_t> best{-1, 0};  // the highest score, and its match
  };
  struct Pair {
    statistics::PairedPoints scores;      // of the first
    std::optional<std::uint64_t> won_in;  // the last match that the first has won
  };
  struct Game {
    std::map<std::string, Bot> bots;
    std::map<std::pair<std::string, std::string>, Pair> pairs;  // of a bot against another
  };
  // Empty for one of which no match was added.
  [[nodiscard]] const Game& of(const std::string& game) const;

  std::map<std::string, Game> games_;
};

}  // namespace referee::tournament
