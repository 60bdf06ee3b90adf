#include "referee/run/store/answer.hpp"

#include <algorithm>
#include <utility>

namespace referee::store {

Answer answer_of(const MatchSummary& match) {
  const SeatSummary& seat = match.seats[0];
  return {seat.fault || rules::is_fault(seat.status),
          seat.board_points.value_or(rules::Points(seat.score))};
}

bool is_better(const rules::GameInfo& game, const Answer& one, const Answer& other) {
  if (one.failed || other.failed) return !one.failed && other.failed;
  return game.goal != rules::Goal::min ? one.score > other.score : one.score < other.score;
}

double part_of_best(const rules::GameInfo& game, const Answer& own, const Answer& best) {
  if (own.failed || best.failed) return 0;
  if (own.score == best.score) return 1;
  double part = own.score.approximate();
  double whole = best.score.approximate();
  if (game.goal == rules::Goal::min) std::swap(part, whole);
  return part <= 0 || whole <= 0 ? 0 : std::min(1.0, part / whole);
}

Worths worths_of(const rules::GameInfo& game, const Answer& one, const Answer& other) {
  if (is_better(game, other, one)) {
    const Worths turned = worths_of(game, other, one);
    return {turned.other, turned.one};
  }
  const double limit = game.point_scale.limit;
  if (game.scores == rules::Scores::relative) {
    if (one.failed) return {100 - limit, 100 - limit};
    return {100, std::max(100 - limit, 100 * part_of_best(game, other, one))};
  }
  if (one.failed) return {0, 0};
  const double sign = game.goal != rules::Goal::min ? 1 : -1;
  const double best = sign * one.score.approximate();
  if (other.failed) return {best, best - limit};
  return {best, std::max(best - limit, sign * other.score.approximate())};
}

}  // namespace referee::store
