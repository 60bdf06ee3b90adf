// The games that `match` and `play` have played last in the current folder: `referee show last`
// needs no --save.
#pragma once

#include <string>
#include <string_view>

namespace referee::store {

// The number of games kept for each folder in which they were played, in `games` of the cache.
inline constexpr unsigned most_kept_games = 20;

// Keeps a record, a line of JSON without its newline, and removes the oldest ones. Returns
// false where nothing can be kept; no game fails for that.
bool keep_last_game(std::string_view record);

// Whether that is one of them, byte by byte.
bool is_kept_game(std::string_view record);

// The file that a user's log names: for "last" that of the game kept last, for "last-1" that
// of the one before it, unless there is a file of that name. Throws NoRecords if none is kept.
std::string log_named(const std::string& name);

}  // namespace referee::store
