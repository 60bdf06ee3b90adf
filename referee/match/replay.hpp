// Plays the moves of a record again, whoever made them.
#pragma once

#include <string>
#include <vector>

#include "referee/match/record.hpp"

namespace referee::match {

// What the moves of a record come to by the rules.
struct Replayed {
  rules::Result result;
  // In words: a deal that cannot be played, a move that is not legal and why, a game that
  // ends too early or not at all. After the first of them nothing more was played.
  std::vector<std::string> found;
};

// For records that do not say when a bot failed (MatchFault::ply is 0): games recorded
// elsewhere. Where the jury plays on, a seat that failed forfeits from the beginning,
// since when it failed does not change the result; elsewhere after its last move. If both
// failed the game may end anywhere, 0-0. Nothing is told apart by who made a move.
Replayed replay(const MatchRecord& record);

}  // namespace referee::match
