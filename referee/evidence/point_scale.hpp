// What a difference in points is worth in each game: the limits that a sequential test
// on points needs, and the gain that it looks for if nobody names one.
//
// The difference of a game is that of two scores in it (or, in a cooperative game, in
// two games with the same partner); the difference of a pair is the mean over both seat
// orders and therefore has the same limits.
#pragma once

#include "rules/catalogue.hpp"

namespace referee::evidence {

struct PointScale {
  // Differences are within -limit..limit. Where `exact`, the rules leave no others. Elsewhere
  // scores have no limit of any use, and a larger difference counts as `limit`: the test is
  // then one of the mean of differences that have been cut so.
  double limit = 0;
  bool exact = true;
  // The usual gain worth finding: about a tenth or a twentieth of what usual pairs are apart.
  double gain = 0;
};

//   game        limit   why
//   turn-right  150     exact: scores are 0..150 (rules/turn_right/score.hpp)
//   black-hole  150     exact: scores are 0..150, because six stones are worth 75 at most
//   box         400     cut: the winner has 200 + d, the loser max(0, 100 - d), so 400 is a
//                       margin of d = 200; the largest of 3,443 official games was 70
//   6561        6561    cut: the sum on the board has no useful limit
//   2187        2187    cut: likewise
//
// Every game of the catalogue has its entry; throws std::invalid_argument for any other.
PointScale point_scale(const rules::GameInfo& game);

}  // namespace referee::evidence
