#include "referee/match/replay.hpp"

#include <memory>
#include <stdexcept>

#include "referee/match/record_json.hpp"

namespace referee::match {
namespace {

std::string ply_name(const MatchRecord& record, std::size_t i) {
  const Ply& ply = record.plies[i];
  return "ply " + std::to_string(i + 1) + ", seat " + std::to_string(rules::index(ply.seat) + 1) +
         ", '" + escape_line(ply.line) + "'";
}

// Empty, or why the moves could not all be played.
std::string play_moves(const MatchRecord& record, rules::Game& game) {
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const Ply& ply = record.plies[i];
    if (game.over()) return ply_name(record, i) + ": the game was over before this move";
    if (game.to_move() != ply.seat) return ply_name(record, i) + ": it was the other seat's turn";
    if (const rules::Verdict verdict = game.play(ply.line); !verdict) {
      return ply_name(record, i) + ": " + verdict.reason();
    }
    if (game.relayed() != ply.relayed) {
      return ply_name(record, i) + ": is relayed as '" + escape_line(game.relayed()) +
             "', not as '" + escape_line(ply.relayed) + "'";
    }
  }
  return {};
}

void forfeit_all(const MatchRecord& record, rules::Game& game) {
  for (const MatchFault& fault : record.faults) {
    if (!game.over()) game.forfeit(fault.seat);
  }
}

bool both_failed(const MatchRecord& record) {
  return record.faults.size() == 2 && record.faults[0].seat != record.faults[1].seat;
}

}  // namespace

Replayed replay(const MatchRecord& record) {
  Replayed replayed;
  std::unique_ptr<rules::Game> game;
  try {
    game = record.game->start(record.deal);
  } catch (const std::invalid_argument& error) {
    replayed.found.push_back(std::string("the deal cannot be played: ") + error.what());
    return replayed;
  }
  const bool both = both_failed(record);
  if (record.game->takeover && !both) forfeit_all(record, *game);
  if (std::string trouble = play_moves(record, *game); !trouble.empty()) {
    replayed.found.push_back(std::move(trouble));
    return replayed;
  }
  if (!record.game->takeover) forfeit_all(record, *game);
  if (!game->over() && !both) replayed.found.emplace_back("it ends, but the game is not over");
  replayed.result = game->result();
  if (!both) return replayed;
  for (rules::SeatResult& seat : replayed.result.seats) {
    seat.score = seat.game_points = 0;
    seat.outcome = rules::Outcome::draw;
    seat.forfeited = true;
  }
  return replayed;
}

}  // namespace referee::match
