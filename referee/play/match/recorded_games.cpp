#include "referee/play/match/recorded_games.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "referee/base/text/words.hpp"
#include "referee/play/match/replay.hpp"
#include "rules/catalogue.hpp"
#include "rules/quote.hpp"

namespace referee::match {
namespace {

using rules::RecordedGame;

FaultKind kind_on_record(Status status, std::string_view word) {
  if (const auto kind = kind_named(word)) return *kind;
  switch (status) {
    case Status::timeout:
      return FaultKind::timeout;
    case Status::exit:
      return FaultKind::exit;
    default:
      return FaultKind::illegal;
  }
}

void note_faults(const RecordedGame& game, MatchRecord& record) {
  for (const Seat seat : game.statuses.seats()) {
    const Status status = game.statuses[rules::index(seat)];
    if (!rules::is_fault(status)) continue;
    const std::string word(rules::word_of(game, seat));
    const FaultKind kind = kind_on_record(status, word);
    record.faults.push_back(
        {seat, 0, {kind, word + " in the official record, which does not say when"}, std::nullopt});
    MatchFault& fault = record.faults.back();
    if (official_word(*record.game, fault) != word) fault.word = word;
  }
}

// Whether this can be a file's first game.
bool reads(const rules::RecordFormat& format, std::string_view header, std::string_view row) {
  if (row.empty()) return false;
  try {
    static_cast<void>(rules::parse_recorded(format, row, rules::RecordedColumns(format, header)));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

const rules::GameInfo* recorded_game_of(std::string_view header, std::string_view row) {
  const rules::GameInfo* nearest = nullptr;
  std::pair<bool, std::size_t> least;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.record_format == nullptr) continue;
    const std::pair distance{!reads(*game.record_format, header, row),
                             rules::header_distance(*game.record_format, header)};
    if (nearest != nullptr && distance >= least) continue;
    nearest = &game;
    least = distance;
  }
  return nearest;
}

std::string why_unreadable(std::string_view header) {
  const rules::GameInfo* game = recorded_game_of(header);
  if (game == nullptr || rules::is_recorded_header(*game->record_format, header)) return {};
  const auto first = header.find_first_not_of(" \t\"");
  if (first == std::string_view::npos || header[first] == '{' || header[first] == '[') return {};
  for (const auto& [separator, name, in_shell] :
       {std::tuple{';', "semicolons", "';'"}, std::tuple{'\t', "tabs", "'\\t'"}}) {
    std::string with_commas(header);
    std::replace(with_commas.begin(), with_commas.end(), separator, ',');
    game = recorded_game_of(with_commas);
    if (with_commas != header && rules::is_recorded_header(*game->record_format, with_commas)) {
      return fmt::format(
          "a table of official games whose columns are separated by {}; commas are needed: save it "
          "as CSV with commas, or try: tr {} , < FILE > NEW.csv",
          name, in_shell);
    }
  }
  if (header.find_first_of(",;\t") == std::string_view::npos) return {};
  std::string columns;
  for (const rules::GameInfo& one : rules::games()) {
    if (one.record_format == nullptr) continue;
    columns += fmt::format("{}{} for {}", columns.empty() ? "" : ", or ",
                           one.record_format->header(), one.title);
  }
  return fmt::format(
      "neither records nor a table of official games that can be read: it begins with {}; name its "
      "columns in the first line, separated by commas, in any order: {}",
      rules::in_quotes(header), columns);
}

std::string unread_columns(const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(rules::in_quotes(column));
  return fmt::format("{} {} not read: {}", text::plural(columns.size(), "column"),
                     columns.size() == 1 ? "is" : "are", text::join(names));
}

std::string titles_of_recorded_games() {
  std::vector<std::string_view> titles;
  for (const rules::GameInfo& game : rules::games()) {
    if (game.record_format != nullptr) titles.push_back(game.title);
  }
  return text::join_with(titles, "and");
}

MatchRecord record_of(const rules::GameInfo& info, const RecordedGame& game) {
  if (const auto found = rules::replay(info, game); !found.empty()) {
    throw std::invalid_argument(found.front());
  }
  MatchRecord record;
  record.game = &info;
  record.round = game.round;
  record.deal = game.deal;
  record.clock = kernel::ClockKind::wall;
  record.times.budget = info.budget;
  record.isolated = false;
  record.measured.known = false;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    const std::string& name = game.players[seat];
    record.bots[seat].name = name.empty() ? std::string(info.seat_names[seat]) : name;
    record.bots[seat].command = recorded_command;
  }
  for (const rules::RecordedMove& move : game.moves) {
    record.plies.push_back({move.seat, move.line, move.relayed, false});
  }
  note_faults(game, record);
  const Replayed replayed = replay(record);
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    record.scores[seat].result = replayed.result.seats[seat];
    record.scores[seat].status = game.statuses[seat];
  }
  return record;
}

RecordedGame recorded_game(const MatchRecord& record, std::int64_t number) {
  RecordedGame game;
  game.number = number;
  game.round = std::max(record.round, 1);
  game.deal = record.deal;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    game.players[seat] = record.bots[seat].name;
    game.scores[seat] = record.scores[seat].result.score;
    game.statuses[seat] = record.scores[seat].status;
  }
  for (const MatchFault& fault : record.faults) {
    const std::string_view word = official_word(*record.game, fault);
    const std::size_t seat = rules::index(fault.seat);
    if (word != name(game.statuses[seat])) game.words[seat] = word;
  }
  for (const Ply& ply : record.plies) game.moves.push_back({ply.seat, ply.line, ply.relayed});
  return game;
}

std::string opening_of(const MatchRecord& record) {
  if (record.game->opening == nullptr) return {};
  try {
    return record.game->opening(record.deal);
  } catch (const std::invalid_argument&) {
    return {};  // replaying the record says what is wrong with it
  }
}

}  // namespace referee::match
