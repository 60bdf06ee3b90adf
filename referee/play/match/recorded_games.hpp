// Converts official recorded games to match records, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/record.hpp"
#include "rules/recorded_game.hpp"

namespace referee::match {

// The game whose official records a file with this first line and this first row (if it is known)
// has: one that can read the row, if there is one, and of these the one whose columns are most like
// the file's. nullptr if no game has official records.
const rules::GameInfo* recorded_game_of(std::string_view header, std::string_view row = {});

// The reason why a file with this first line is a table, but not one of official games that can be
// read, and what to do: other separators than commas, or other columns. Empty if it is not a table,
// or if it can be read.
std::string why_unreadable(std::string_view header);

// Says that these columns of a table (at least one) are not read.
std::string unread_columns(const std::vector<std::string>& columns);

// The games that have official records, for messages: "Chess", "Chess and Go".
std::string titles_of_recorded_games();

// The record of a game that was recorded elsewhere: without seed and times, with the official clock
// and budget. A bot that failed has a fault without a ply, since the official record does not say
// when; its kind follows from the official word. Players without a name are called as the game
// calls the seats. Throws std::invalid_argument, saying where, for a game that disagrees with the
// rules.
MatchRecord record_of(const rules::GameInfo& info, const rules::RecordedGame& game);

// A match in the form of the official record, with this number. Throws std::invalid_argument for a
// status that official records do not have.
rules::RecordedGame recorded_game(const MatchRecord& record, std::int64_t number);

// The pieces on the board before the first move, as they are relayed; empty if there are none, or
// if the deal cannot be played.
std::string opening_of(const MatchRecord& record);

}  // namespace referee::match
