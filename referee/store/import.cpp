#include "referee/store/import.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/match/recorded_games.hpp"
#include "referee/text/sha256.hpp"

namespace referee::store {
namespace {

using rules::RecordedGame;

[[noreturn]] void fail(const std::string& source, std::size_t line, const std::string& what) {
  throw ImportError(fmt::format("{}: line {}: {}", source, line, what));
}

// Calls `take` with each line that is not empty, without its end, and its number from 1.
template <typename Take>
void each_line(std::string_view text, const Take& take) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) take(line, number);
  }
}

// Names are written to JSON and to terminals, so the rules for names in configs apply, and they
// must be UTF-8.
void check_name(const std::string& name, const std::string& source, std::size_t line) {
  try {
    static_cast<void>(text::Json(name).dump());
    static_cast<void>(text::JsonReader(text::Json(name), "the name of a player").name());
  } catch (const text::JsonError& error) {
    fail(source, line, error.what());
  } catch (const text::Json::type_error&) {
    fail(source, line, "the name of a player must be UTF-8");
  }
}

const rules::GameInfo& game_of(const RecordedFile& file) {
  std::string_view header(file.text);
  header = header.substr(0, header.find('\n'));
  if (header.ends_with('\r')) header.remove_suffix(1);
  if (const std::string why = match::why_unreadable(header); !why.empty()) {
    throw ImportError(fmt::format("'{}' is {}", file.source, why));
  }
  const rules::GameInfo* game = match::recorded_game_of(header);
  if (game == nullptr) throw ImportError(file.source + ": no game has official records");
  return *game;
}

std::vector<RecordedGame> read_games(const RecordedFile& file, const rules::RecordFormat& format) {
  std::vector<RecordedGame> games;
  try {
    games = rules::parse_recorded_file(format, file.text);
  } catch (const std::invalid_argument& error) {
    throw ImportError(fmt::format("{}: {}", file.source, error.what()));
  }
  if (games.empty()) throw ImportError(file.source + ": it has no games");
  std::map<std::int64_t, std::size_t> lines;
  for (const RecordedGame& game : games) {
    const auto [first, is_new] = lines.emplace(game.number, game.line);
    if (!is_new) {
      fail(file.source, game.line,
           fmt::format("game {} stands in line {} already", game.number, first->second));
    }
  }
  return games;
}

void name_players(std::vector<RecordedGame>& games, const PlayerNames& names,
                  const std::string& source) {
  for (RecordedGame& game : games) {
    if (!names.empty()) {
      const auto found = names.find(game.number);
      if (found == names.end()) {
        fail(source, game.line,
             fmt::format("the list of players does not say who played game {}", game.number));
      }
      game.players = found->second;
    }
    for (const std::string& name : game.players) {
      if (!name.empty()) check_name(name, source, game.line);
    }
  }
}

// The position of a bot in the list; a new bot is added.
std::size_t position(std::vector<BotEntry>& bots, std::map<std::string, std::size_t>& known,
                     const std::string& name) {
  const auto [found, is_new] = known.emplace(name, bots.size());
  if (is_new) {
    BotEntry bot;
    bot.name = name;
    bot.command = match::recorded_command;
    bots.push_back(std::move(bot));
  }
  return found->second;
}

// Games that are in several files, by their rows.
class Repetitions {
 public:
  void add(const RecordedFile& file, const RecordedGame& game, const std::string& row) {
    const auto [first, is_new] =
        places_.emplace(text::sha256(row), fmt::format("{}, line {}", file.source, game.line));
    if (is_new || ++count_ > 1) return;
    first_ =
        fmt::format("game {} of line {} stands in {} too", game.number, game.line, first->second);
  }
  // What there was in a file; empty if all of its games were new.
  std::string take_note(const RecordedFile& file) {
    const auto count = std::exchange(count_, 0);
    if (count == 0) return {};
    if (count == 1) return fmt::format("{}: {}; it counts twice", file.source, first_);
    return fmt::format("{}: {} games stand in earlier files too, the first: {}; they count twice",
                       file.source, count, first_);
  }

 private:
  std::unordered_map<std::string, std::string> places_;
  std::uint64_t count_ = 0;  // of this file
  std::string first_;
};

void add_file(const RecordedFile& file, const PlayerNames& names, Repetitions& repetitions,
              Competition& competition) {
  const rules::GameInfo& info = game_of(file);
  std::vector<RecordedGame> games = read_games(file, *info.record_format);
  name_players(games, names, file.source);
  Event event;
  event.game = &info;
  event.budget = event.game->budget;
  event.format.kind = formats::FormatKind::recorded;
  event.format.source = file.name;
  std::map<std::string, std::size_t> known;
  std::string rows;
  for (const RecordedGame& game : games) {
    match::MatchRecord record;
    try {
      record = match::record_of(info, game);
    } catch (const std::invalid_argument& error) {
      fail(file.source, game.line,
           fmt::format("game {} disagrees with the rules: {}", game.number, error.what()));
    }
    const std::size_t first = position(event.bots, known, record.bots[0].name);
    const std::size_t second = position(event.bots, known, record.bots[1].name);
    event.format.matches.push_back({game.number, game.round, {first, second}});
    rows += rules::to_row(*info.record_format, game, true) + '\n';
    repetitions.add(file, game, rules::to_row(*info.record_format, game, false));
    competition.named = competition.named || !game.players[0].empty();
    competition.records.push_back(std::move(record));
  }
  if (std::string note = repetitions.take_note(file); !note.empty()) {
    competition.notes.push_back(std::move(note));
  }
  event.format.content = text::sha256(rows);
  competition.manifest.events.push_back(std::move(event));
}

}  // namespace

PlayerNames parse_player_names(std::string_view text, const std::string& source) {
  PlayerNames names;
  bool head = true;
  each_line(text, [&](std::string_view line, std::size_t number) {
    std::vector<std::string> cells;
    try {
      cells = rules::csv_cells(line);
    } catch (const std::invalid_argument& error) {
      fail(source, number, error.what());
    }
    if (std::exchange(head, false)) {
      if (line != "game,player1,player2") {
        fail(source, number, "the first line must be game,player1,player2");
      }
      return;
    }
    std::int64_t game = 0;
    const bool whole = cells.size() == 3 && [&] {
      const char* const end = cells[0].data() + cells[0].size();
      const auto [stop, error] = std::from_chars(cells[0].data(), end, game);
      return error == std::errc{} && stop == end && game >= 0;
    }();
    if (!whole) fail(source, number, "must be the number of a game and the names of two players");
    for (std::size_t i : {1U, 2U}) check_name(cells[i], source, number);
    if (cells[1] == cells[2]) fail(source, number, "both players have the same name");
    if (!names.emplace(game, std::array{cells[1], cells[2]}).second) {
      fail(source, number, fmt::format("game {} is there twice", cells[0]));
    }
  });
  if (names.empty()) throw ImportError(source + ": it names no players");
  return names;
}

Competition import_games(const std::vector<RecordedFile>& files, const PlayerNames& names) {
  Competition competition;
  competition.manifest.seed = 0;
  competition.manifest.clock = bot::ClockKind::wall;
  competition.manifest.isolation = Isolation::off;
  Repetitions repetitions;
  for (const RecordedFile& file : files) add_file(file, names, repetitions, competition);
  const std::string id = competition.manifest.id();
  for (std::size_t i = 0; i < competition.records.size(); ++i) {
    competition.records[i].tournament = id;
    competition.records[i].match = i;
  }
  return competition;
}

}  // namespace referee::store
