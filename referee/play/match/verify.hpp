// Checks a record against the rules: plays the game again from what it holds.
#pragma once

#include <string>
#include <vector>

#include "referee/play/match/record.hpp"

namespace referee::match {

// Every disagreement between `record` and the rules, in words ("ply 12, seat 1,
// 'Abh': ..."): the deal against the seed, every line and its relayed form, the
// jury's moves against its streams, illegal lines that were legal, an end too early
// or too late, scores and statuses. Empty if all agrees. After the first move that
// differs the rest cannot be compared and is not. Throws text::InputError for a game whose judge is
// another one than in the match, or not deterministic.
std::vector<std::string> verify(const MatchRecord& record);

}  // namespace referee::match
