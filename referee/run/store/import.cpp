#include "referee/run/store/import.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/run/store/store_writer.hpp"

namespace referee::store {
namespace {

using rules::RecordedGame;

[[noreturn]] void fail(const std::string& source, std::size_t line, const std::string& what) {
  throw ImportError(fmt::format("{}: line {}: {}", source, line, what));
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

const rules::GameInfo& game_of(const RecordedFile& file, std::string_view header) {
  if (const std::string why = match::why_unreadable(header); !why.empty()) {
    throw ImportError(fmt::format("'{}' is {}", file.source, why));
  }
  const std::vector<std::string_view> lines = text::lines_of(file.text);
  std::string_view first_row;
  for (std::size_t i = 1; i < lines.size() && first_row.empty(); ++i) first_row = lines[i];
  const rules::GameInfo* game = match::recorded_game_of(header, first_row);
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
           fmt::format("game {} already appears in line {}", game.number, first->second));
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
std::size_t position(std::vector<config::BotEntry>& bots, std::map<std::string, std::size_t>& known,
                     const std::string& name) {
  const auto [found, is_new] = known.emplace(name, bots.size());
  if (is_new) {
    config::BotEntry bot;
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
        fmt::format("game {} of line {} also appears in {}", game.number, game.line, first->second);
  }
  // What there was in a file; empty if all of its games were new.
  std::string take_note(const RecordedFile& file) {
    const auto count = std::exchange(count_, 0);
    if (count == 0) return {};
    if (count == 1) return fmt::format("{}: {}; it counts twice", file.source, first_);
    return fmt::format("{}: {} games also appear in earlier files, the first: {}; they count twice",
                       file.source, count, first_);
  }

 private:
  std::unordered_map<std::string, std::string> places_;
  std::uint64_t count_ = 0;  // of this file
  std::string first_;
};

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// The first line that a list gets again when it is exported, if that is not what it would get
// anyway: lists in small letters get the columns in the usual order.
std::string own_columns(const rules::RecordFormat& format, const std::string& header) {
  const bool small = rules::column_name(header) == header;
  return small || header == format.header() ? std::string() : header;
}

void add_file(const RecordedFile& file, const PlayerNames& names, Repetitions& repetitions,
              Competition& competition) {
  const std::string_view header = first_line(file.text);
  const rules::GameInfo& info = game_of(file, header);
  const rules::RecordFormat& format = *info.record_format;
  std::vector<RecordedGame> games = read_games(file, format);
  const rules::RecordedColumns columns(format, header);
  if (!columns.unknown().empty()) {
    competition.notes.push_back(
        fmt::format("{}: {}", file.source, match::unread_columns(columns.unknown())));
  }
  name_players(games, names, file.source);
  config::Event event;
  event.game = &info;
  event.times.budget = event.game->budget;
  event.format.kind = formats::FormatKind::recorded;
  event.format.source = file.name;
  event.format.columns = own_columns(format, columns.header());
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
    event.format.matches.push_back({game.number, game.round, {first, second}, game.phase});
    rows += rules::to_row(format, game, true) + '\n';
    repetitions.add(file, game, rules::to_row(format, game, false));
    competition.named = competition.named || !game.players[0].empty();
    competition.records.push_back(std::move(record));
  }
  if (std::string note = repetitions.take_note(file); !note.empty()) {
    competition.notes.push_back(std::move(note));
  }
  event.format.content = text::sha256(rows);
  competition.manifest.events.push_back(std::move(event));
}

// Where a list of names has the game and its two players.
using NameColumns = std::array<std::size_t, 3>;

// Nothing if one of them is missing.
std::optional<NameColumns> name_columns(const std::vector<std::string>& header) {
  NameColumns columns{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    constexpr std::array<std::string_view, 3> names{"game", "player1", "player2"};
    const auto found = std::find_if(header.begin(), header.end(), [&](const std::string& cell) {
      return rules::column_name(cell) == names[i];
    });
    if (found == header.end()) return std::nullopt;
    columns[i] = static_cast<std::size_t>(found - header.begin());
  }
  return columns;
}

}  // namespace

PlayerNames parse_player_names(std::string_view text, const std::string& source) {
  PlayerNames names;
  std::optional<NameColumns> columns;
  std::size_t number = 0;
  for (const std::string_view line : text::lines_of(text)) {
    ++number;
    if (line.empty()) continue;
    std::vector<std::string> cells;
    try {
      cells = rules::csv_cells(line);
    } catch (const std::invalid_argument& error) {
      fail(source, number, error.what());
    }
    if (!columns) {
      columns = name_columns(cells);
      if (!columns) fail(source, number, "the first line must be game,player1,player2");
      continue;
    }
    const auto cell = [&](std::size_t column) {
      return columns->at(column) < cells.size() ? cells[columns->at(column)] : std::string();
    };
    const std::array players{cell(1), cell(2)};
    std::int64_t game = 0;
    const std::string digits = cell(0);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, game);
    if (error != std::errc{} || stop != end || game < 0 || players[1].empty()) {
      fail(source, number, "must be the number of a game and the names of two players");
    }
    for (const std::string& player : players) check_name(player, source, number);
    if (players[0] == players[1]) fail(source, number, "both players have the same name");
    if (!names.emplace(game, players).second) {
      fail(source, number, fmt::format("game {} is there twice", digits));
    }
  }
  if (names.empty()) throw ImportError(source + ": it names no players");
  return names;
}

Competition import_games(const std::vector<RecordedFile>& files, const PlayerNames& names) {
  Competition competition;
  competition.manifest.seed = 0;
  competition.manifest.clock = kernel::ClockKind::wall;
  competition.manifest.isolation = config::Isolation::off;
  Repetitions repetitions;
  for (const RecordedFile& file : files) add_file(file, names, repetitions, competition);
  const std::string id = competition.manifest.id();
  for (std::size_t i = 0; i < competition.records.size(); ++i) {
    competition.records[i].tournament = id;
    competition.records[i].match = i;
  }
  return competition;
}

std::uint64_t write_missing(const Store& store, const Competition& competition) {
  std::vector<bool> there(competition.records.size(), false);
  store.read([&](const MatchSummary& match, std::string_view) { there.at(match.match) = true; });
  StoreWriter writer(store);
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (there[i]) continue;
    writer.append(match::to_line(competition.records[i]));
    ++written;
  }
  writer.sync();
  return written;
}

}  // namespace referee::store
