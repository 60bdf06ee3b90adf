#include "rules/turn_right/score.hpp"

#include <algorithm>

namespace rules::turn_right {
namespace {

constexpr int bonus = 50;  // for a 3x3 and after the other one's fault

int share(const Points& points, Seat seat) {
  return std::clamp(50 + points[index(seat)] - points[index(other(seat))], 0, 100);
}

// A game that `winner` won, with what both cases below have in common.
Result won_by(const Points& points, Seat winner, int game_points) {
  Result result;
  SeatResult& best = result.seats[index(winner)];
  SeatResult& rest = result.seats[index(other(winner))];
  best.score = share(points, winner);
  best.game_points = game_points;
  best.outcome = Outcome::win;
  rest.score = 100 - best.score;
  rest.outcome = Outcome::lose;
  for (std::size_t i = 0; i < 2; ++i) result.seats[i].board_points = points[i];
  return result;
}

}  // namespace

Result score_all_circuits(const Points& points) {
  if (points[0] != points[1]) {
    return won_by(points, points[0] > points[1] ? Seat::first : Seat::second, 2);
  }
  Result result;
  for (SeatResult& seat : result.seats) seat = {50, 1, points[0], Outcome::draw, false};
  return result;
}

Result score_three_by_three(const Points& points, Seat winner) {
  Result result = won_by(points, winner, most_game_points);
  result.seats[index(winner)].score += bonus;
  return result;
}

Result score_fault(const Points& points, Seat offender) {
  Result result = won_by(points, other(offender), most_game_points);
  result.seats[index(other(offender))].score += bonus;
  result.seats[index(offender)].score = 0;
  result.seats[index(offender)].forfeited = true;
  return result;
}

}  // namespace rules::turn_right
