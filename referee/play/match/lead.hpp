// How the lead went in a match: where it changed most, and where it was thrown away.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/play/match/record.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {

// So many points, at this move (from 1); 0 points: there are none.
struct AtMove {
  double points = 0;
  int ply = 0;

  friend bool operator==(const AtMove&, const AtMove&) = default;
};

// The points of all seats before the first move and after each one; nothing: nobody has said them.
using PointsByMove = std::vector<std::optional<rules::BySeat<double>>>;

// What happened up to the first fault: behind that the jury plays, or somebody is missing. The lead
// of a seat is what it has more than the best of the others, of the only one what it has.
struct Lead {
  // The most that one move changed the lead of a seat; in a game that all play together, what they
  // have.
  AtMove swing;
  // Moves that changed it by at least half of that.
  std::vector<int> turns;
  // By seat: how many points more it was ahead at its best than at the end, and after which move.
  rules::BySeat<AtMove> lost;
};
Lead lead_of(const MatchRecord& record, const PointsByMove& points);

// Of a record as far as it follows the rules. Plays it again, so a judge of another program is
// asked for each position.
Lead lead_of(const MatchRecord& record);

}  // namespace referee::match
