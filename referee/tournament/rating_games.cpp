#include "referee/tournament/rating_games.hpp"

#include "referee/tournament/comparison.hpp"

namespace referee::tournament {
namespace {

using statistics::GameResult;

GameResult swapped(GameResult result) {
  return static_cast<GameResult>(2 - static_cast<int>(result));
}

}  // namespace

bool EventGames::has_pairs() const noexcept { return bots.size() == 2 && !game->cooperative; }

std::vector<statistics::Encounter> EventGames::encounters() const {
  std::vector<statistics::Encounter> list;
  for (const auto& [bots_met, counts] : games) {
    list.push_back({bots_met.first, bots_met.second, counts});
  }
  return list;
}

RatingGames::RatingGames(const Manifest& manifest) : schedule_(manifest) {
  for (const Event& event : manifest.events) {
    EventGames games;
    games.game = event.game;
    for (const BotEntry& bot : event.bots) games.bots.push_back(bot.name);
    events_.push_back(std::move(games));
  }
}

void RatingGames::add(const MatchSummary& match) {
  const Pairing pairing = schedule_.at(match.match);
  EventGames& event = events_[pairing.event];
  if (event.game->cooperative) return;
  const auto [first, second] = pairing.bots;
  const GameResult of_first = first_seat_result(match);
  const bool in_order = first < second;
  const GameResult result = in_order ? of_first : swapped(of_first);
  event.games[in_order ? std::pair(first, second) : std::pair(second, first)].add(result);
  if (!event.has_pairs()) return;
  const auto [half, is_new] = halves_.try_emplace({pairing.event, pairing.round}, result);
  if (is_new) return;
  event.pairs.add(half->second, result);
  halves_.erase(half);
}

}  // namespace referee::tournament
