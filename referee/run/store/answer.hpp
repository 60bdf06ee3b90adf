// Answers: what a game of one seat is about. Bots answer the same deal, each alone, and an answer
// is worth what it is beside the others, by the game's `goal` and `scores`.
#pragma once

#include "referee/run/store/match_summary.hpp"
#include "rules/game_info.hpp"
#include "rules/points.hpp"

namespace referee::store {

struct Answer {
  bool failed = false;  // there is no score
  rules::Points score;  // as the judge says it, with all its decimals

  friend bool operator==(const Answer&, const Answer&) = default;
};

// Precondition: a match of one seat.
Answer answer_of(const MatchSummary& match);

// Whether one answer is better than another one to the same deal. No score is worse than any.
bool is_better(const rules::GameInfo& game, const Answer& one, const Answer& other);

// Its part of the best answer to its deal, 0..1: of the ratio of both scores the one that is below
// 1. 0 for a failed answer, and where the ratio of unequal scores says nothing because one of them
// is 0 or below.
double part_of_best(const rules::GameInfo& game, const Answer& own, const Answer& best);

// What two answers to a deal are worth beside each other: of absolute scores these, negative where
// less is better; of relative ones 100 for the better one, and for the other one its part of that
// in per cent. The worse one is at most the limit of the game's point scale below, and so is a
// failed one.
struct Worths {
  double one = 0;
  double other = 0;
};
Worths worths_of(const rules::GameInfo& game, const Answer& one, const Answer& other);

}  // namespace referee::store
