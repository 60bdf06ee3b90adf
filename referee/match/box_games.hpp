// Official recorded games of Box as match records, and back.
#pragma once

#include <cstdint>
#include <string>

#include "referee/match/record.hpp"
#include "rules/box/recorded.hpp"

namespace referee::match {

// The record of a game that was recorded elsewhere: without seed and times, with the
// official clock and budget. A bot that failed has a fault without a ply, since the
// official record does not say when; it is of the kind that the official word names. Players
// without a name are called as the game calls the seats. Throws std::invalid_argument,
// saying where, for a game that disagrees with the rules.
MatchRecord record_of(const rules::box::RecordedGame& game);

// A match of Box as the official record would have it, under this number. Throws
// std::invalid_argument for a record of another game, or one that does not fit its deal.
rules::box::RecordedGame recorded_game(const MatchRecord& record, std::int64_t number);

// The start tile as it is relayed ("Hh216534h"); empty in other games, and for a deal that
// is none.
std::string box_start(const MatchRecord& record);

}  // namespace referee::match
