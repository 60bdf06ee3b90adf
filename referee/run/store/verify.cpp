#include "referee/run/store/verify.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/run/store/find_record.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

// The game of which a file has official records; nullptr for other files. Throws text::InputError
// for a table that cannot be read.
const rules::GameInfo* official_game(text::TextFile& file) {
  const std::string line(file.peek());
  if (const std::string why = match::why_unreadable(line); !why.empty()) {
    throw text::InputError(fmt::format("'{}' is {}", file.path().string(), why));
  }
  if (line.starts_with('{')) return nullptr;
  const rules::GameInfo* game = match::recorded_game_of(line, file.peek_row());
  if (game == nullptr || !rules::is_recorded_header(*game->record_format, line)) return nullptr;
  return game;
}

// Finds official games that are there twice: in one file by their numbers; in several files, which
// may count on their own, by their whole rows.
class RepeatedGames {
 public:
  void begin_file() { numbers_.clear(); }
  // Where the game occurred before; empty if it is new.
  std::string earlier(const rules::RecordFormat& format, const rules::RecordedGame& game,
                      const std::string& place) {
    const auto [number, new_number] = numbers_.emplace(game.number, place);
    const auto [row, new_row] =
        rows_.emplace(text::sha256(rules::to_row(format, game, false)), place);
    if (!new_number) return number->second;
    return new_row ? std::string() : row->second;
  }

 private:
  std::map<std::int64_t, std::string> numbers_;  // of this file; the place of each
  std::unordered_map<std::string, std::string> rows_;
};

void verify_official(text::TextFile& file, const rules::GameInfo& info, RepeatedGames& repetitions,
                     Verified& findings) {
  const rules::RecordFormat& format = *info.record_format;
  const std::string path = file.path().string();
  std::string_view line;
  file.next(line);
  repetitions.begin_file();
  rules::RecordedColumns columns(format);
  try {
    columns = rules::RecordedColumns(format, line);
  } catch (const std::invalid_argument& error) {
    throw text::InputError(path + ": line 1: " + error.what());
  }
  if (!columns.unknown().empty()) {
    text::warn("{}: {}", path, match::unread_columns(columns.unknown()));
  }
  while (file.next(line)) {
    if (line.empty()) continue;
    const std::string place = fmt::format("{}: line {}", path, file.number());
    try {
      const auto game = rules::parse_recorded(format, line, columns);
      const std::string name = place + ", game " + std::to_string(game.number);
      findings.add(name, rules::replay(info, game), game.moves.size());
      if (const auto earlier = repetitions.earlier(format, game, place); !earlier.empty()) {
        ++findings.repeated;
        findings.list.push_back({name, "the game already appears in " + earlier});
      }
    } catch (const std::invalid_argument& error) {
      findings.add(place, {error.what()}, 0);
    }
  }
}

// A line that is not a record is not a game that disagrees.
void verify_record(const RecordEntry& entry, Verified& findings) {
  try {
    const match::MatchRecord record = record_of(entry);
    findings.add(entry.place, match::verify(record), record.plies.size());
  } catch (const text::JsonError& error) {
    ++findings.unchecked;
    // The text begins with the place already.
    const std::string_view what = error.what();
    const bool twice = what.starts_with(entry.place + ": ");
    findings.list.push_back(
        {entry.place, std::string(what.substr(twice ? entry.place.size() + 2 : 0))});
  }
}

void verify_folder(const fs::path& path, const rules::Games& games, Verified& findings) {
  const auto report = each_record_warned(path, games, [&](const RecordEntry& entry) {
    verify_record(entry, findings);
    return true;
  });
  findings.sealed_ones_hold = findings.sealed_ones_hold && report.whole;
  findings.unchecked += report.damaged + report.foreign;
}

void verify_path(const fs::path& path, RepeatedGames& repetitions, const rules::Games& games,
                 Verified& findings) {
  const auto status = fs::status(path);
  if (!fs::exists(status) || fs::is_directory(status)) return verify_folder(path, games, findings);
  text::TextFile file(path);
  if (const rules::GameInfo* game = official_game(file)) {
    return verify_official(file, *game, repetitions, findings);
  }
  each_record(file, games, [&](const RecordEntry& entry) {
    verify_record(entry, findings);
    return true;
  });
}

}  // namespace

void Verified::add(const std::string& place, std::vector<std::string> found, std::size_t plies) {
  ++games;
  moves += plies;
  if (!found.empty()) ++disagreeing;
  for (std::string& what : found) list.push_back({place, std::move(what)});
}

Verified verify(const std::vector<std::string>& paths, const rules::Games& games) {
  Verified findings;
  RepeatedGames repetitions;
  for (const std::string& path : paths) {
    try {
      verify_path(path, repetitions, games, findings);
    } catch (const text::InputError& error) {
      // One wrong file does not hide what is in the others; a path that leads nowhere is a mistake.
      if (paths.size() == 1 || !fs::exists(path)) throw;
      text::warn("{}", error.what());
      ++findings.unread;
    }
  }
  return findings;
}

}  // namespace referee::store
