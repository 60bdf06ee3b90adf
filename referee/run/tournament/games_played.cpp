#include "referee/run/tournament/games_played.hpp"

#include <algorithm>
#include <cstddef>

#include "referee/run/formats/plan.hpp"

namespace referee::tournament {

void GamesPlayed::add(const store::MatchSummary& match) {
  Game& game = games_[match.game];
  const int round = std::max(1, match.round);
  const statistics::GameResult first = formats::first_seat_result(store::figures_of(match));
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Bot& bot = game.bots[match.bots[seat]];
    const std::int64_t score = match.seats[seat].score;
    if (bot.rounds.size() < static_cast<std::size_t>(round)) {
      bot.rounds.resize(static_cast<std::size_t>(round));
    }
    Round& one = bot.rounds[static_cast<std::size_t>(round - 1)];
    one.score += score;
    ++one.games;
    bot.scores.add(static_cast<double>(score));
    bot.best = std::max(bot.best, {score, match.match});
    if ((seat == 0 ? first : statistics::swapped(first)) == statistics::GameResult::win) {
      std::uint64_t& last = game.won_in[{match.bots[seat], match.bots[1 - seat]}];
      last = std::max(last, match.match);
    }
  }
  if (round < game.round) return;
  if (round > game.round) game.finals.clear();
  game.round = round;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Final& final = game.finals[{match.bots[seat], match.bots[1 - seat]}];
    ++final.games;
    for (std::size_t i = 0; i < 2; ++i) {
      final.scores[i] += match.seats[i == 0 ? seat : 1 - seat].score;
      final.game_points[i] += match.seats[i == 0 ? seat : 1 - seat].game_points;
    }
  }
}

const GamesPlayed::Game& GamesPlayed::of(const std::string& game) const {
  static const Game none;
  const auto found = games_.find(game);
  return found == games_.end() ? none : found->second;
}

statistics::PairedPoints GamesPlayed::ahead(const std::string& game, const std::string& first,
                                            const std::string& second, int after) const {
  statistics::PairedPoints apart;
  const auto& bots = of(game).bots;
  const auto own = bots.find(first);
  const auto other = bots.find(second);
  if (own == bots.end() || other == bots.end()) return apart;
  const auto mean = [](const Round& round) {
    return static_cast<double>(round.score) / static_cast<double>(round.games);
  };
  const std::size_t rounds = std::min(own->second.rounds.size(), other->second.rounds.size());
  for (auto i = static_cast<std::size_t>(after); i < rounds; ++i) {
    const Round& a = own->second.rounds[i];
    const Round& b = other->second.rounds[i];
    if (a.games > 0 && b.games > 0) apart.add(mean(a) - mean(b));
  }
  return apart;
}

statistics::PairedPoints GamesPlayed::scores(const std::string& game,
                                             const std::string& bot) const {
  const auto& bots = of(game).bots;
  const auto own = bots.find(bot);
  return own == bots.end() ? statistics::PairedPoints() : own->second.scores;
}

std::optional<std::pair<std::string, GamesPlayed::Final>> GamesPlayed::final_of(
    const std::string& game, const std::string& winner) const {
  for (const auto& [bots, final] : of(game).finals) {
    if (bots.first == winner) return std::pair(bots.second, final);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> GamesPlayed::decisive(const std::string& game,
                                                   const std::vector<std::string>& ranked) const {
  if (ranked.empty()) return std::nullopt;
  const Game& played = of(game);
  for (const std::string& other : ranked) {
    const auto won = played.won_in.find({ranked.front(), other});
    if (won != played.won_in.end()) return won->second;
  }
  const auto own = played.bots.find(ranked.front());
  if (own == played.bots.end()) return std::nullopt;
  return own->second.best.second;
}

std::vector<std::string> GamesPlayed::by_mean(const std::string& game) const {
  std::vector<std::pair<double, std::string>> means;
  for (const auto& [name, bot] : of(game).bots) means.emplace_back(-bot.scores.mean(), name);
  std::sort(means.begin(), means.end());
  std::vector<std::string> names;
  for (auto& [mean, name] : means) names.push_back(std::move(name));
  return names;
}

}  // namespace referee::tournament
