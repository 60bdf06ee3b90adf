// Playing Black Hole by lines, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "rules/black_hole/black_hole.hpp"

namespace rules::black_hole {

// The recorded game of rules.md.
inline constexpr std::string_view recorded_deal = "E4 F2 A5 A7 C1";
inline constexpr std::string_view recorded_moves =
    "D3=15 B1=9 C5=14 B4=15 B3=13 D4=14 E1=12 B2=6 A2=11 E3=3 B5=10 E2=4 B7=9 A3=10 G1=8 C2=12 "
    "C3=7 D1=2 A4=1 C4=13 F3=6 B6=8 D5=5 G2=11 H1=3 D2=5 A1=4 F1=7 A6=2 C6=1";

inline std::unique_ptr<Game> start_recorded() { return info().start(recorded_deal); }

// Plays legal moves, written with blanks between them.
inline void play_all(Game& game, std::string_view moves) {
  std::istringstream words{std::string(moves)};
  for (std::string move; words >> move;) {
    ASSERT_FALSE(game.over()) << move;
    const Verdict verdict = game.play(move);
    ASSERT_TRUE(verdict) << move << ": " << verdict.reason();
  }
}

// The first `count` moves of the recorded game.
inline std::string_view first_moves(std::size_t count) {
  std::size_t end = 0;
  for (; count > 0; --count) end = recorded_moves.find(' ', end + 1);
  return recorded_moves.substr(0, end);
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
  std::string text = copy->draw();
  text += copy->relayed();
  for (const Seat seat : {Seat::first, Seat::second}) {
    const SeatResult& mine = result.seats[index(seat)];
    text += '\n' + std::to_string(mine.score) + ' ' + text_of(mine.board_points, "-") + ' ';
    text += std::to_string(static_cast<int>(mine.outcome)) + (mine.forfeited ? "x\n" : "\n");
    text += take(*copy, seat);
  }
  return text + (copy->over() ? "over" : copy->to_move() == Seat::first ? "first" : "second");
}

}  // namespace rules::black_hole
