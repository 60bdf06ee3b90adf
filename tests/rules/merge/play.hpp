// Playing 6561 and 2187 by lines, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "rules/merge/merge.hpp"

namespace rules::merge {

inline std::unique_ptr<Game> start_6561() { return info_6561().start(""); }
inline std::unique_ptr<Game> start_2187() { return info_2187().start(""); }

// Plays legal moves, written with blanks between them.
inline void play_all(Game& game, const std::string& moves) {
  std::size_t from = 0;
  while (from < moves.size()) {
    const std::size_t to = std::min(moves.find(' ', from), moves.size());
    const std::string move = moves.substr(from, to - from);
    ASSERT_FALSE(game.over()) << move;
    const Verdict verdict = game.play(move);
    ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
    from = to + 1;
  }
}

inline std::string take(Game& game, Seat seat) {
  std::string out;
  game.take_lines(seat, out);
  return out;
}

// Everything that can be seen of a game, undelivered lines included.
inline std::string seen(const Game& game) {
  const auto copy = game.clone();
  const Result result = copy->result();
  std::string text = copy->draw() + std::string(copy->relayed());
  for (const Seat seat : {Seat::first, Seat::second}) {
    const SeatResult& mine = result.seats[index(seat)];
    text += '\n' + std::to_string(mine.score) + ' ' + text_of(mine.board_points, "-") + ' ' +
            std::to_string(static_cast<int>(mine.outcome)) + (mine.forfeited ? "x" : "") + '\n' +
            take(*copy, seat);
  }
  return text + (copy->over() ? "over" : copy->to_move() == Seat::first ? "first" : "second");
}

}  // namespace rules::merge
