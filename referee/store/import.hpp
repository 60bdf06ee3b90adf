// Competitions that were played elsewhere, as tournaments of their own.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "referee/match/record.hpp"
#include "referee/store/manifest.hpp"
#include "referee/store/store.hpp"
#include "referee/text/error.hpp"

namespace referee::store {

// A file that is imported has something wrong in it; the text names file and line.
class ImportError : public text::InputError {
  using InputError::InputError;
};

// Who played which game, by the game's official number.
using PlayerNames = std::map<std::int64_t, std::array<std::string, 2>>;

// Reads such a list, a CSV file with the columns game, player1 and player2. `source`
// names it in errors. Throws ImportError.
PlayerNames parse_player_names(std::string_view text, const std::string& source);

// A competition as a tournament in which everything has been played.
struct Competition {
  Manifest manifest;
  std::vector<match::MatchRecord> records;  // match i is records[i]
  bool named = false;  // false: nobody knows who played, and bots are called after seats
};

// A file of recorded games. Its first line tells which game they are of.
struct RecordedFile {
  std::string source;  // names it in errors: its path
  std::string name;    // what its part of the tournament is called
  std::string text;
};

// Each file becomes an event with the format FormatKind::recorded and its matches in the
// order of its rows. Its bots are those whom the file's columns player1 and player2 name,
// or `names`; where neither does they are called as the game calls the seats, and the
// standings are by seat. Throws ImportError for what cannot be read, for games that
// disagree with the rules, for a number that is in a file twice, and for a file in
// which `names` (unless empty) lack a game.
Competition import_games(const std::vector<RecordedFile>& files, const PlayerNames& names);

// Writes those records that `store` does not have yet; returns how many these were.
// Throws StoreError.
std::uint64_t write_missing(const Store& store, const Competition& competition);

}  // namespace referee::store
