#include "referee/match/box_games.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/match/replay.hpp"

namespace referee::match {
namespace {

using rules::box::RecordedGame;
using rules::box::RecordedStatus;

FaultKind kind_of(RecordedStatus status) {
  switch (status) {
    case RecordedStatus::timeout:
      return FaultKind::timeout;
    case RecordedStatus::exit:
      return FaultKind::exit;
    default:
      return FaultKind::illegal;
  }
}

std::string relayed_form(const std::string& line, const rules::box::Tile& tile) {
  return line.substr(0, 2) + std::string(tile.view()) + line.substr(2);
}

void note_faults(const RecordedGame& game, MatchRecord& record) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    const RecordedStatus status = game.statuses[rules::index(seat)];
    if (!rules::box::is_fault(status)) continue;
    const std::string word(rules::box::to_text(status));
    record.faults.push_back(
        {seat,
         0,
         {kind_of(status), word + " in the official record, which does not say when"},
         std::nullopt});
  }
}

}  // namespace

MatchRecord record_of(const RecordedGame& game) {
  if (const auto found = rules::box::replay(game); !found.empty()) {
    throw std::invalid_argument(found.front());
  }
  MatchRecord record;
  record.game = rules::find_game("box");
  record.round = game.round;
  record.deal = game.deal_text();
  record.clock = bot::ClockKind::wall;
  record.budget = record.game->budget;
  record.isolated = false;
  record.measured.known = false;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const std::string& name = game.players[seat];
    record.bots[seat].name = name.empty() ? std::string(record.game->seat_names[seat]) : name;
    record.bots[seat].command = recorded_command;
  }
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const auto& [seat, line] = game.moves[i];
    record.plies.push_back({seat, line, relayed_form(line, game.deal.tiles[i + 1]), false});
  }
  note_faults(game, record);
  const Replayed replayed = replay(record);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    record.scores[seat].result = replayed.result.seats[seat];
    record.scores[seat].status = status_named(rules::box::to_text(game.statuses[seat])).value();
  }
  return record;
}

RecordedGame recorded_game(const MatchRecord& record, std::int64_t number) {
  if (record.game->name != "box") {
    throw std::invalid_argument("only games of Box have such a form, not " +
                                std::string(record.game->title));
  }
  RecordedGame game;
  game.number = number;
  game.round = std::max(record.round, 1);
  game.deal = rules::box::parse_deal(record.deal);
  if (game.deal.tile_count < record.plies.size() + 1) {
    throw std::invalid_argument("it has more moves than tiles");
  }
  game.deal.tile_count = record.plies.size() + 1;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    game.players[seat] = record.bots[seat].name;
    game.scores[seat] = record.scores[seat].result.score;
    game.statuses[seat] = rules::box::recorded_status(name(record.scores[seat].status)).value();
  }
  for (const Ply& ply : record.plies) {
    constexpr std::size_t placement = 3;
    if (ply.line.size() != placement) {
      throw std::invalid_argument("'" + ply.line + "' is no move of Box");
    }
    game.moves.push_back({ply.seat, ply.line});
  }
  return game;
}

std::string box_start(const MatchRecord& record) {
  if (record.game->name != "box") return {};
  try {
    return relayed_form("Hhh", rules::box::parse_deal(record.deal).tiles[0]);
  } catch (const std::invalid_argument&) {
    return {};  // whoever replays the record says what is wrong with it
  }
}

}  // namespace referee::match
