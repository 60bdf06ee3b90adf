// What the games of a tournament say of its bots beside the standings: who is ahead of whom in each
// round, the final, and the game that shows best why a bot is the first.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/statistics/estimate.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::tournament {

class GamesPlayed {
 public:
  // Each match once, in any order.
  void add(const store::MatchSummary& match);

  // The games of a pairing in the last round that was played.
  struct Final {
    std::uint64_t games = 0;
    std::array<std::int64_t, 2> scores{};
    std::array<std::int64_t, 2> game_points{};
  };
  // How much more `first` scored in each round than `second`, by the means of rounds after `after`.
  // Rounds are what is independent: their games share deals.
  [[nodiscard]] statistics::PairedPoints ahead(const std::string& game, const std::string& first,
                                               const std::string& second, int after) const;
  // The mean score of a bot over all its games, with its 95 % interval.
  [[nodiscard]] statistics::PairedPoints scores(const std::string& game,
                                                const std::string& bot) const;
  // The final of a knockout, which `winner` has won; its seats are winner and other.
  [[nodiscard]] std::optional<std::pair<std::string, Final>> final_of(
      const std::string& game, const std::string& winner) const;
  // The match that shows best why a bot is the first of this ranking: the last one that it won
  // against the best of the others; where bots work together the one in which it scored most.
  [[nodiscard]] std::optional<std::uint64_t> decisive(const std::string& game,
                                                      const std::vector<std::string>& ranked) const;
  // The bots of a game, the one with the highest mean score first.
  [[nodiscard]] std::vector<std::string> by_mean(const std::string& game) const;

 private:
  struct Round {
    std::int64_t score = 0;
    std::uint32_t games = 0;
  };
  struct Bot {
    std::vector<Round> rounds;  // from round 1 on
    statistics::PairedPoints scores;
    std::pair<std::int64_t, std::uint64_t> best{-1, 0};  // the highest score, and its match
  };
  struct Game {
    std::map<std::string, Bot> bots;
    int round = 0;                                                        // the last one
    std::map<std::pair<std::string, std::string>, Final> finals;          // of that round
    std::map<std::pair<std::string, std::string>, std::uint64_t> won_in;  // winner, loser; the last
  };
  // Empty for one of which no match was added.
  [[nodiscard]] const Game& of(const std::string& game) const;

  std::map<std::string, Game> games_;
};

}  // namespace referee::tournament
