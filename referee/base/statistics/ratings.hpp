// A rating list over a whole tournament: the Bradley-Terry model.
//
// Player i scores against player j with the expectation 1 / (1 + 10^((Rj - Ri) / 400));
// a draw counts as half a win and half a loss. The ratings are those that make the
// results likeliest, so every player's expected score equals the one it has. A game of more than
// two is one encounter of each two of its players, by their places.
//
// Results that set no limit to a rating. Likeliest ratings exist if every player can be reached
// from every other one along "scored something against". In a group of players connected by games
// where this does not hold (for example if one of them won every game), every player is given one
// drawn game against an imagined opponent rated in the middle of the group. This makes all ratings
// finite; `Rating::reach` says for whom it mattered. Groups without games between them cannot be
// compared at all: each has its own number and its own middle.
//
// The first seat. Where players sat unevenly, an advantage of the first seat would pass for
// strength. There it is one more unknown of the model: the first seat plays as if it were that many
// Elo stronger. Where the seats are even the ratings do without it, and an Elo difference predicts
// the score over both seats; the advantage is still estimated, but only reported.
//
// Where the advantage cannot be separated from the ratings, because the same players always sat
// there, it may have any usual value, and the errors of the ratings include that.
//
// Draws. The ratings follow from scores alone, so they need no law of draws, and a wrong one cannot
// bend them. The law is fitted to what they expect, see draw_rate.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "referee/base/statistics/bradley_terry.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/game_counts.hpp"

namespace referee::statistics {

// Seats in the games of an encounter.
struct SeatCounts {
  GameCounts
      first;  // the games in which the encounter's `first` had the first seat, as it saw them
  // The pairs of games by the results of `first` in the first seat and, second index, in the second
  // one: 0 a loss, 1 a draw, 2 a win.
  std::array<std::array<std::uint64_t, 3>, 3> pairs{};
};

// All games between two players; `games` as `first` sees them. The same two players may
// occur several times, in either order.
struct Encounter {
  std::size_t first = 0;
  std::size_t second = 0;
  GameCounts games;
  // Those of `games` that were played in pairs, which share the luck of a deal. The errors take
  // each pair as one result, so that pairs whose games go the same way widen them, and pairs that
  // are always even narrow them.
  PairCounts pairs{};
  std::optional<SeatCounts> seats{};  // of the same games and pairs, if known
};

// A game of more than two players. Its players are two encounters or more, which share what
// happened in it.
struct Ranked {
  static constexpr std::size_t most = 8;
  std::array<std::uint32_t, most> players{};
  std::array<std::uint8_t, most> places{};  // of each, 1 the best
  std::size_t count = 0;
};

// Sets the zero of the scale: this player has this rating. In groups without an anchor
// the mean of the ratings is 0.
struct Anchor {
  std::size_t player = 0;
  double elo = 0;
};

struct Rating {
  double elo = 0;
  // Half the 95 % interval: of the difference to the anchor for those in its group (0 for the
  // anchor itself), of the difference to the mean of the group for all others. From the spread of
  // the observed results (a sandwich estimate, clustered by pairs), with an imagined result a
  // group (more where all came just as expected) and Student's t for few. 0 where reach is
  // `nothing`.
  double error = 0;
  double score = 0;  // points made: wins and half the draws
  std::uint64_t games = 0;
  // In the group of the anchor: that of the difference to the anchor, see
  // RatingList::difference(); of the anchor itself two_sided. In other groups, two_sided: results
  // hold it from above and from below; at_least: nobody outside the player's part of the group
  // scored against that part (it only won); at_most: the part scored against nobody outside it.
  // nothing: no games. If a group has such parts, the imagined draws influence all its ratings.
  Reach reach = Reach::nothing;
  std::size_t group = 0;  // 0, 1, ...; the players of different groups never met
};

// Whether the ratings take the advantage of the first seat into account.
enum class SeatUse : std::uint8_t {
  fitted,     // one of the model's unknowns
  even,       // not needed: nobody had one seat much more often than the other
  uncertain,  // not fitted: it cannot be determined within most_seat_error, and the errors leave
              // room for it
  unknown,    // not fitted: seats of some games are unknown, or there is not one group that met
};
// The name in JSON.
std::string_view name(SeatUse use) noexcept;

// A player's seats are even if its games in one exceed those in the other by no more than this
// share of all its games.
inline constexpr double most_uneven = 0.05;
// Above this 95 % error (Elo) the advantage cannot be separated from the ratings.
inline constexpr double most_seat_error = 200;
// An advantage before any game is assumed to be within this in two games of three, in Elo.
inline constexpr double usual_advantage = 150;

// The worth of the first seat.
struct FirstSeat {
  SeatUse use = SeatUse::unknown;
  // In Elo: a player in the first seat scores like a player stronger by this amount. Reach::nothing
  // if use is `unknown`, or if the first seat got all points or none.
  Estimate advantage;
};

// The places that a player may have by its true strength, 1 the strongest.
struct Places {
  std::size_t first = 1;
  std::size_t last = 1;

  friend bool operator==(const Places&, const Places&) = default;
};

class RatingList {
 public:
  [[nodiscard]] const std::vector<Rating>& players() const noexcept { return ratings_; }
  [[nodiscard]] const FirstSeat& first_seat() const noexcept { return first_seat_; }
  // The share of draws between two equal players, 0 to 1, see draw_rate.hpp; Reach::nothing
  // unless there were draws and decided games.
  [[nodiscard]] const Estimate& draws() const noexcept { return draws_; }

  // Rating of a minus rating of b with the 95 % error of the difference, which is smaller than
  // their two errors suggest. at_least where a leads down to b through players who scored against
  // the next one, but b does not lead to a; at_most the other way round; nothing where neither
  // leads to the other, as between different groups. Precondition, here and below: a and b are
  // players of the list.
  [[nodiscard]] Estimate difference(std::size_t a, std::size_t b) const;

  // The places that the results leave open for each player in its group. With 95 % all of these
  // intervals are right together: each two players of a group are one comparison of as many as
  // there are (Bonferroni), so the first of equal players may have every place.
  [[nodiscard]] std::vector<Places> places() const;

  // The probability that a is stronger than b; 1/2 for players of different groups.
  [[nodiscard]] double superiority(std::size_t a, std::size_t b) const;

 private:
  friend RatingList rate(std::size_t, std::span<const Encounter>, std::optional<Anchor>,
                         std::span<const Ranked>);

  [[nodiscard]] double deviation(std::size_t a, std::size_t b) const;
  // Half of an interval in which a figure of this player is with this chance, in standard errors.
  [[nodiscard]] double quantile(std::size_t player, double chance = 0.95) const;
  [[nodiscard]] bool leads_to(std::size_t a, std::size_t b) const;

  std::vector<Rating> ratings_;
  FirstSeat first_seat_;
  Estimate draws_;
  Edges scored_;                    // for every player those it scored against
  std::vector<double> covariance_;  // of all players in Elo^2, row by row; 0 across groups
  std::vector<double> freedom_;     // of each player's group, for Student's t
};

// The list of `players` players. If all encounters are those of `ranked` games, each of these is
// one result for the errors, as its encounters are not independent of each other. Takes time in
// proportion to players^3 (a fraction of a second for several hundred). Throws
// std::invalid_argument for a player number out of range, for a player meeting itself, and for an
// anchor that is not a finite number; std::runtime_error if the search for the ratings should fail,
// which no input is known to cause.
RatingList rate(std::size_t players, std::span<const Encounter> encounters,
                std::optional<Anchor> anchor = std::nullopt, std::span<const Ranked> ranked = {});

}  // namespace referee::statistics
