// 0.1 "Zero Point One" (CodeCup 2026): two armies of leapers, the first to take the other's Wazir
// wins.
//
// Rules. The board has 8x8 squares, rows a-h and columns 1-8. Red (Seat::first) and Blue each have
// 8 Alfils, 4 Dabbabas, 2 Ferzes, a Knight and a Wazir. Red sets up its pieces on the rows a and b
// in any order, then Blue, who has seen that, on g and h; then they take turns, Red first. A turn
// is a leap or a drop; nobody may pass. A piece leaps over other pieces, in any
// direction, by these steps along the two axes: W 0 and 1, F 1 and 1, D 0 and 2, N 1 and 2, A 2 and
// 2; to an empty square, or to one with an enemy piece, which is captured and from then on is in
// the captor's hand. A drop puts a piece from the hand on any empty square. The player
// who captures the Wazir wins at once; there is no check. After 102 moves, the set-ups among them,
// the game is a draw. Repetitions do not matter.
//
// Figures. At most 102 moves. 10,810,800 set-ups, later at most 256 legal moves. Budget 30 s, no
// limit on memory, no takeover, nothing random to deal.
//
// Protocol. Red first reads `Start`; after that each seat reads the other's last move as it was
// written, and `Quit` at the end in place of the final move; after a fault both read `Quit`. A
// set-up is 16 letters, for a1-a8 and b1-b8, or g1-g8 and h1-h8; Red writes upper case and Blue
// lower case. A leap is two squares, `b5d3`, a drop a letter in the own case and a square, `Df8`.
//
// Result. `score` is 21 for the winner and 1 for the loser, 11 each for a draw and while the game
// goes on. A seat that forfeits, or has to move and cannot, scores 0 and the other one 21.
// `game_points` and `board_points` are always 0. Ranking: score, then shared.
//
// Random moves. One draw, number below(n) of n legal moves. Set-ups are in the order of
// dictionaries (board.hpp). Later the leaps come first, by the number of their square (board.hpp)
// and then of their target, then the drops, by kind in the order A, D, F, N, and then by square.
// This never changes: a seed in a record must give the same moves.
//
// Interpretations (game.hpp explains the marks).
// - The letters of a set-up are for a1, a2, ..., a8, b1, ..., b8, and g1, ..., h8 [records]:
//   Game01::set_up_pieces in zero_point_one.cpp.
// - A seat has 8 Alfils and 4 Dabbabas; a label on the page has 7 and 5 [records]: board.hpp,
//   kind_counts.
// - The two set-ups are among the 102 moves [records]: most_plies in zero_point_one.cpp.
// - A set-up wholly in the other seat's case is accepted, and relayed as it was written [records];
//   one that mixes both is illegal [ours]: board.cpp, parse_set_up().
// - The letter of a drop must have the own case [ours]: Game01::play_drop.
// - A set-up of other pieces, a leap that goes nowhere and a capture of an own piece are illegal
//   [page].
// - A line must match exactly, and an empty line is illegal [ours].
// - A seat that has to move and can neither leap nor drop loses 0-21, as if it had forfeited:
//   whatever it wrote would be illegal [ours]: Game01::finish_if_over. After 102 moves it is a draw
//   all the same [ours].
// - A fault ends the game at once, 0-21 [page], [records].
// - The final move is not relayed [bots]. The seat that is not at fault reads `Quit`, too [page]:
//   rules/correspondence.hpp.
// - Bots with equal sums of scores share their place [ours]: ranking in zero_point_one.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/game_info.hpp"
#include "rules/recorded_game.hpp"
#include "rules/scene.hpp"
#include "rules/zero_point_one/board.hpp"

namespace rules::zero_point_one {

GameInfo info();

// Official recorded games of 0.1 (see rules/recorded_game.hpp).
//
//   Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves
//   313590,1,swiss,Ann,21,WIN,Bob,1,LOSE,AWNAADADAFFAADDA adaanaafwdaafdad b6d6 ...
//
// `Moves` are separated by one blank, the set-ups first, each as its player wrote it.
//
// The column moves.
const RecordFormat& record_format() noexcept;

// The board of a scene (rules/scene.hpp): row a at the bottom, column 1 on the left.
const Layout& layout();

// All that a scene needs of a game.
struct Position {
  const Board& board;
  std::string_view last;           // the last move; empty before the first
  std::optional<Seat> last_mover;  // who made it
  bool setting_up = false;         // it is a set-up that is due
  std::string status;
  std::optional<Seat> to_move;  // none when the game is over
};
Scene scene_of(const Position& position);

}  // namespace rules::zero_point_one
