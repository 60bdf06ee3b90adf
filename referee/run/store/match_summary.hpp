// What standings, schedules and displays need to know about a match.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/play/match/record_json.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/ranking.hpp"
#include "rules/by_seat.hpp"

namespace referee::store {

// What one seat has of it.
struct SeatSummary {
  std::int64_t score = 0;
  int game_points = 0;
  int place = 0;  // see rules::SeatResult
  std::optional<rules::Points> board_points;
  match::Status status = match::Status::draw;
  std::optional<bot::FaultKind> fault;  // the first one
  std::optional<std::int64_t> cpu_us;   // total, microseconds; none if times are unknown
  std::optional<std::int64_t> wall_us;
  // See bot::Departure::waited; absent if `waited_us` follows `wall_us` in the record.
  std::optional<std::int64_t> waited_us;
  // See match::BotMeasurements::before_first_turn.
  std::optional<std::int64_t> before_first_turn_us;

  friend bool operator==(const SeatSummary&, const SeatSummary&) = default;
};

// A record without its plies.
struct MatchSummary {
  std::string tournament;
  std::uint64_t match = 0;
  int round = 0;
  std::string game;
  std::optional<std::uint64_t> seed;  // none for games recorded elsewhere
  rules::BySeat<std::string> bots;
  rules::BySeat<SeatSummary> seats;
  int plies = 0;
  // See match::moves_hash(); 0 if to_line() did not write the record.
  std::uint64_t moves = 0;

  friend bool operator==(const MatchSummary&, const MatchSummary&) = default;
};

MatchSummary summary_of(const match::MatchRecord& record);

// Whether a bot failed in it.
inline bool has_fault(const MatchSummary& match) {
  return std::any_of(match.seats.begin(), match.seats.end(),
                     [](const SeatSummary& seat) { return seat.fault.has_value(); });
}

// What a seat has against its opponents: 2 for each with a worse place, 1 for each with the same.
inline std::int64_t beaten_by(const MatchSummary& match, std::size_t seat) {
  std::int64_t beaten = 0;
  for (std::size_t other = 0; other < match.seats.size(); ++other) {
    if (other == seat) continue;
    const int own = match.seats[seat].place;
    const int others = match.seats[other].place;
    beaten += own < others ? 2 : own == others ? 1 : 0;
  }
  return beaten;
}

// Such sums as a share of so many opponents, 0..1.
inline double share_beaten(std::int64_t beaten, std::uint64_t opponents) {
  return static_cast<double>(beaten) / (2 * static_cast<double>(opponents));
}

// Equal for two matches of a game exactly if bots, seats, deal and moves are equal, and who made
// them, except by accident, see match::moves_hash(). A match with unknown moves equals no other.
std::uint64_t game_hash(const MatchSummary& match) noexcept;

// What a schedule needs to know about a match.
inline formats::GameFigures figures_of(const MatchSummary& match) {
  formats::GameFigures game(match.seats.size());
  for (std::size_t seat = 0; seat < game.size(); ++seat) {
    const SeatSummary& own = match.seats[seat];
    // A record from elsewhere may tell a failure by its status alone.
    game[seat] = {own.score, own.game_points, own.fault || rules::is_fault(own.status),
                  own.status == match::Status::win};
  }
  game.mark = game_hash(match);
  return game;
}

// Who has won: of two by formats::first_seat_result(), else whose status says so.
inline std::optional<rules::Seat> winner_of(const MatchSummary& match) {
  if (match.seats.size() == rules::usual_seats) {
    const auto first = formats::first_seat_result(figures_of(match));
    if (first == statistics::GameResult::draw) return std::nullopt;
    return first == statistics::GameResult::win ? rules::Seat::first : rules::Seat::second;
  }
  for (const rules::Seat seat : match.seats.seats()) {
    if (match.seats[seat].status == match::Status::win) return seat;
  }
  return std::nullopt;
}

// Reads a record's line, by default only as far as needed. The rest (the plies) is then searched
// for signs that the line was not written completely: no closing brace, zero bytes. Keys may come
// in any order, and unknown ones are accepted. Throws JsonError naming the key, or the byte where
// the JSON is broken.
// `measured`, if given, becomes the part of the line of that name (match::ReadLine).
MatchSummary summary_of_line(std::string_view line, match::Extent extent = match::Extent::front,
                             std::string_view* measured = nullptr,
                             const rules::Games& games = rules::own_games());

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
  const auto is_named = [&](const std::string& name, std::size_t bot) {
    return name == event.bots[bot].name;
  };
  return match.game == event.game->name && match.round == pairing.round &&
         std::equal(match.bots.begin(), match.bots.end(), pairing.bots.begin(), pairing.bots.end(),
                    is_named) &&
         has_seed_of(match, manifest, pairing);
}

}  // namespace referee::store
