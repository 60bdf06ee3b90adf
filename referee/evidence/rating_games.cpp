#include "referee/evidence/rating_games.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "referee/evidence/comparison.hpp"

namespace referee::evidence {
namespace {

using statistics::GameResult;

std::optional<std::size_t> position(const EventGames& event, const std::string& bot) {
  const auto found = std::find(event.bots.begin(), event.bots.end(), bot);
  if (found == event.bots.end()) return std::nullopt;
  return static_cast<std::size_t>(found - event.bots.begin());
}

constexpr std::uint64_t enough_alike = 3;

SeatGames::Look look_of(const store::MatchSummary& match) {
  const auto fault = [](const store::MatchSummary::Seat& seat) {
    return seat.fault ? 1 + static_cast<int>(*seat.fault) : 0;
  };
  const auto& [one, two] = match.seats;
  return {one.score,  two.score,  one.board_points + one.game_points,
          fault(one), fault(two), two.board_points + two.game_points,
          match.plies};
}

bool repeats(const SeatGames& games) { return games.same && games.count >= enough_alike; }

}  // namespace

bool EventGames::has_pairs() const noexcept {
  return bots.size() == 2 && both_seats && !game->cooperative && !recorded;
}

std::vector<statistics::Encounter> EventGames::encounters() const {
  std::vector<statistics::Encounter> list;
  for (const auto& [bots_met, all] : games) {
    statistics::GameCounts counts = all;
    for (const bool swap : {false, true}) {
      const auto& [one, two] = bots_met;
      const auto found = by_seats.find(swap ? std::pair(two, one) : std::pair(one, two));
      if (found == by_seats.end() || !repeats(found->second)) continue;
      const GameResult result =
          swap ? statistics::swapped(found->second.result) : found->second.result;
      std::uint64_t& alike = result == GameResult::win    ? counts.wins
                             : result == GameResult::draw ? counts.draws
                                                          : counts.losses;
      alike -= found->second.count - 1;
    }
    list.push_back({bots_met.first, bots_met.second, counts});
  }
  return list;
}

statistics::PairCounts EventGames::distinct_pairs() const {
  const auto one = by_seats.find({0, 1});
  const auto two = by_seats.find({1, 0});
  if (pairs.total() == 0 || one == by_seats.end() || two == by_seats.end() ||
      !repeats(one->second) || !repeats(two->second)) {
    return pairs;
  }
  statistics::PairCounts single;
  single.add(one->second.result, statistics::swapped(two->second.result));
  return single;
}

std::uint64_t EventGames::repeated() const {
  std::uint64_t count = 0;
  for (const auto& [seats, seen] : by_seats) count += repeats(seen) ? seen.count - 1 : 0;
  return count;
}

RatingGames::RatingGames(const store::Manifest& manifest) : schedule_(manifest) {
  std::uint64_t begin = 0;
  for (const store::Event& event : manifest.events) {
    EventGames games;
    games.game = event.game;
    games.recorded = event.format.kind == formats::FormatKind::recorded;
    games.both_seats = event.format.seats == formats::SeatOrders::both;
    for (const store::BotEntry& bot : event.bots) games.bots.push_back(bot.name);
    begins_.push_back(begin);
    begin += schedule_.size_of(events_.size());
    events_.push_back(std::move(games));
  }
}

// The event whose game and bots fit the match; if several do, its number decides.
std::size_t RatingGames::event_of(const store::MatchSummary& match) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const EventGames& event = events_[i];
    if (event.game->name == match.game && position(event, match.bots[0]) &&
        position(event, match.bots[1])) {
      found.push_back(i);
    }
  }
  if (found.empty()) throw std::invalid_argument("no game of the tournament has such a match");
  return found.size() == 1 ? found[0] : schedule_.at(match.match).event;
}

void RatingGames::add(const store::MatchSummary& match) {
  const std::size_t event_number = event_of(match);
  EventGames& event = events_[event_number];
  if (event.game->cooperative) return;
  const std::size_t first = *position(event, match.bots[0]);
  const std::size_t second = *position(event, match.bots[1]);
  const GameResult of_first = first_seat_result(match);
  SeatGames& seen = event.by_seats[{first, second}];
  const SeatGames::Look look = look_of(match);
  if (seen.count++ == 0) {
    seen.first = look;
    seen.result = of_first;
  }
  seen.same = seen.same && seen.first == look;
  const bool in_order = first < second;
  const GameResult result = in_order ? of_first : statistics::swapped(of_first);
  event.games[in_order ? std::pair(first, second) : std::pair(second, first)].add(result);
  if (!event.has_pairs()) return;
  const std::uint64_t pairing = (match.match - begins_[event_number]) / 2;
  const auto [half, is_new] = halves_.try_emplace({event_number, pairing}, result);
  if (is_new) return;
  event.pairs.add(half->second, result);
  halves_.erase(half);
}

}  // namespace referee::evidence
