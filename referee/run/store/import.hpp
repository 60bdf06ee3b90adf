// Competitions that were played elsewhere, as tournaments of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/store.hpp"
#include "rules/by_seat.hpp"

namespace referee::store {

// An imported file is wrong; the text names the file and the line.
class ImportError : public text::InputError {
  using InputError::InputError;
};

// Who played which game, by the game's official number.
using PlayerNames = std::map<std::int64_t, rules::BySeat<std::string>>;

// Reads player names from CSV with the columns game, player1 and player2 (or User1 and User2), and
// perhaps others. `source` names the file in errors. Throws ImportError.
PlayerNames parse_player_names(std::string_view text, const std::string& source);

// A competition as a tournament in which everything has been played.
struct Competition {
  config::Manifest manifest;
  std::vector<match::MatchRecord> records;  // match i is records[i]
  bool named = false;  // false: the players are unknown, and bots are named after their seats
  // For people: games that are in several files, columns that nobody reads.
  std::vector<std::string> notes;
};

// A file of recorded games. Its first line shows which game they belong to.
struct RecordedFile {
  std::string source;  // names it in errors: its path
  std::string name;    // of its part of the tournament
  std::string text;
};

// Each file becomes an event with the format FormatKind::recorded, its matches in the order
// of its rows. Bots get their names from the file's columns player1 and player2, or from
// `names`. Without either they are named after the seats, and the standings are by seat.
// Throws ImportError for text that cannot be read, for games that break the rules, for a
// number that occurs twice in a file, and for a game that is missing in `names` (unless
// `names` is empty).
Competition import_games(const std::vector<RecordedFile>& files, const PlayerNames& names);

// Writes the records that `store` does not have yet; returns how many were written. Throws
// StoreError.
std::uint64_t write_missing(const Store& store, const Competition& competition);

}  // namespace referee::store
