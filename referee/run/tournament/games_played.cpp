#include "referee/run/tournament/games_played.hpp"

#include <algorithm>
#include <cstddef>

#include "referee/base/statistics/paired_points.hpp"
#include "referee/run/formats/ranking.hpp"

namespace referee::tournament {

void GamesPlayed::add(const store::MatchSummary& match) {
  Game& game = games_[match.game];
  const int round = std::max(1, match.round);
  const bool two = match.seats.size() == rules::usual_seats;
  const statistics::GameResult first =
      two ? formats::first_seat_result(store::figures_of(match)) : statistics::GameResult::draw;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    Bot& bot = game.bots[match.bots[seat]];
    const std::int64_t score = match.seats[seat].score;
    if (bot.rounds.size() < static_cast<std::size_t>(round)) {
      bot.rounds.resize(static_cast<std::size_t>(round));
    }
    Round& one = bot.rounds[static_cast<std::size_t>(round - 1)];
    one.worth +=
        match.seats.size() > rules::usual_seats
            ? 100 * store::share_beaten(store::beaten_by(match, seat), match.seats.size() - 1)
            : static_cast<double>(score);
    ++one.games;
    bot.scores.add(static_cast<double>(score));
    bot.best = std::max(bot.best, {score, match.match});
    if (!two) continue;
    Pair& pair = game.pairs[{match.bots[seat], match.bots[1 - seat]}];
    pair.scores.add(static_cast<double>(score));
    if ((seat == 0 ? first : statistics::swapped(first)) == statistics::GameResult::win) {
      pair.won_in = std::max(pair.won_in.value_or(0), match.match);
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
    return round.worth / static_cast<double>(round.games);
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

statistics::PairedPoints GamesPlayed::against(const std::string& game, const std::string& bot,
                                              const std::string& other) const {
  const auto& pairs = of(game).pairs;
  const auto pair = pairs.find({bot, other});
  return pair == pairs.end() ? statistics::PairedPoints() : pair->second.scores;
}

std::vector<std::optional<double>> GamesPlayed::course(const std::string& game,
                                                       const std::string& bot) const {
  std::vector<std::optional<double>> means;
  const auto& bots = of(game).bots;
  const auto own = bots.find(bot);
  if (own == bots.end()) return means;
  Round sum;
  for (const Round& round : own->second.rounds) {
    sum.worth += round.worth;
    sum.games += round.games;
    auto& mean = means.emplace_back();
    if (sum.games > 0) mean = sum.worth / static_cast<double>(sum.games);
  }
  return means;
}

std::optional<std::uint64_t> GamesPlayed::decisive(const std::string& game,
                                                   const std::vector<std::string>& ranked) const {
  if (ranked.empty()) return std::nullopt;
  const Game& played = of(game);
  for (const std::string& other : ranked) {
    const auto pair = played.pairs.find({ranked.front(), other});
    if (pair != played.pairs.end() && pair->second.won_in) return pair->second.won_in;
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
