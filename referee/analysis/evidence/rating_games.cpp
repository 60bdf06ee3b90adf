#include "referee/analysis/evidence/rating_games.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {
namespace {

using statistics::GameResult;

std::optional<std::size_t> position(const EventGames& event, const std::string& bot) {
  const auto found = std::find(event.bots.begin(), event.bots.end(), bot);
  if (found == event.bots.end()) return std::nullopt;
  return static_cast<std::size_t>(found - event.bots.begin());
}

}  // namespace

bool EventGames::has_pairs() const noexcept {
  return bots.size() == 2 && both_seats && !game->cooperative && !recorded;
}

std::vector<statistics::Encounter> EventGames::encounters() const {
  std::vector<statistics::Encounter> list;
  for (const auto& [bots_met, counts] : games) {
    statistics::Encounter encounter{bots_met.first, bots_met.second, counts};
    if (const auto paired = pairs_of.find(bots_met); paired != pairs_of.end()) {
      encounter.pairs = paired->second;
    }
    if (const auto seats = seats_of.find(bots_met); seats != seats_of.end()) {
      encounter.seats = seats->second;
    }
    list.push_back(encounter);
  }
  return list;
}

RatingGames::RatingGames(const config::Manifest& manifest) : schedule_(manifest) {
  std::uint64_t begin = 0;
  for (const config::Event& event : manifest.events) {
    EventGames games;
    games.game = event.game;
    games.recorded = event.format.kind == formats::FormatKind::recorded;
    games.both_seats = event.format.seats == formats::SeatOrders::both;
    for (const config::BotEntry& bot : event.bots) games.bots.push_back(bot.name);
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
    const auto plays = [&](const std::string& bot) { return position(event, bot).has_value(); };
    if (event.game->name == match.game &&
        std::all_of(match.bots.begin(), match.bots.end(), plays)) {
      found.push_back(i);
    }
  }
  if (found.empty()) throw std::invalid_argument("no game of the tournament has such a match");
  return found.size() == 1 ? found[0] : schedule_.at(match.match).event;
}

void RatingGames::add(const store::MatchSummary& match) {
  const std::size_t event_number = event_of(match);
  EventGames& event = events_[event_number];
  if (!event.game->has_winner()) return;
  if (match.bots.size() > rules::usual_seats) {
    add_table(event, match, store::game_hash(match) + event_number);
    return;
  }
  const std::size_t first = *position(event, match.bots[0]);
  const std::size_t second = *position(event, match.bots[1]);
  const GameResult of_first = first_seat_result(match);
  const std::uint64_t hash = store::game_hash(match) + event_number;
  const bool in_order = first < second;
  const std::pair met = in_order ? std::pair(first, second) : std::pair(second, first);
  const auto [seen, is_new] =
      games_seen_.emplace(hash, in_order ? of_first : statistics::swapped(of_first));
  const GameResult result = seen->second;
  event.all_games[met].add(result);
  if (is_new) {
    event.games[met].add(result);
    statistics::SeatCounts& seats = event.seats_of[met];
    if (in_order) seats.first.add(result);
  } else {
    ++event.repeated;
  }
  if (!event.both_seats || event.recorded) return;
  const Round round{event_number, (match.match - begins_[event_number]) / 2};
  const auto [half, is_first] = halves_.try_emplace(round, Half{result, hash, in_order});
  if (is_first) return;
  const Half other = half->second;
  halves_.erase(half);
  if (other.in_order == in_order) return;
  add_pair(round, in_order ? Pair{met, {result, other.result}, {hash, other.hash}}
                           : Pair{met, {other.result, result}, {other.hash, hash}});
}

// By places: who has a better one has won against the other.
void RatingGames::add_table(EventGames& event, const store::MatchSummary& match,
                            std::uint64_t hash) {
  statistics::Ranked game;
  for (const rules::Seat seat : match.bots.seats()) {
    game.players.at(game.count) = static_cast<std::uint32_t>(*position(event, match.bots[seat]));
    game.places.at(game.count++) = static_cast<std::uint8_t>(match.seats[seat].place);
  }
  const bool is_new = games_seen_.emplace(hash, GameResult::draw).second;
  if (is_new) {
    event.ranked.push_back(game);
  } else {
    ++event.repeated;
  }
  for (std::size_t i = 0; i < game.count; ++i) {
    for (std::size_t j = 0; j < game.count; ++j) {
      if (game.players.at(i) >= game.players.at(j)) continue;
      const std::pair<std::size_t, std::size_t> met{game.players.at(i), game.players.at(j)};
      const bool tied = game.places.at(i) == game.places.at(j);
      const bool won = game.places.at(i) < game.places.at(j);
      const GameResult result = tied ? GameResult::draw : won ? GameResult::win : GameResult::loss;
      event.all_games[met].add(result);
      if (is_new) event.games[met].add(result);
    }
  }
}

void RatingGames::add_pair(const Round& round, const Pair& pair) {
  const auto [known, is_new] = round_of_.try_emplace(pair.hashes, round);
  if (!is_new) {
    if (known->second <= round) return;
    pairs_.erase(known->second);
    known->second = round;
  }
  pairs_.emplace(round, pair);
  if (!stale_) stale_ = !is_new || !count(round, pair);
}

bool RatingGames::count(const Round& round, const Pair& pair) const {
  const auto& hashes = pair.hashes;
  if (in_pairs_.contains(hashes[0]) || in_pairs_.contains(hashes[1])) return false;
  in_pairs_.insert(hashes.begin(), hashes.end());
  EventGames& event = events_[round.first];
  const auto [as_first, as_second] = pair.results;
  event.pairs_of[pair.bots].add(as_first, as_second);
  ++event.seats_of[pair.bots]
        .pairs[static_cast<std::size_t>(as_first)][static_cast<std::size_t>(as_second)];
  if (event.has_pairs()) event.pairs.add(as_first, as_second);
  return true;
}

void RatingGames::recount() const {
  in_pairs_.clear();
  for (EventGames& event : events_) {
    event.pairs_of.clear();
    event.pairs = {};
    for (auto& [bots, seats] : event.seats_of) seats.pairs = {};
  }
  for (const auto& [round, pair] : pairs_) count(round, pair);
  stale_ = false;
}

const std::vector<EventGames>& RatingGames::events() const {
  if (stale_) recount();
  return events_;
}

}  // namespace referee::evidence
