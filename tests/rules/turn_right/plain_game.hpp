// Helpers to set up and play games, and a second, plain account of what circuits do.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.hpp"

namespace turn_right_test {

// Six rows from row 6 down to row 1, 'w', 'b' or '.', as draw() shows them.
using Picture = std::array<std::string, 6>;

// A game before its first move.
std::unique_ptr<rules::Game> new_game();

// Plays one line and fails the test if it is refused.
void play(rules::Game& game, std::string_view line);
// What `seat` has to read now.
std::string read(rules::Game& game, rules::Seat seat);
// The reason for which the line is refused; fails the test if it is accepted.
std::string refusal(rules::Game& game, std::string_view line);

// A game at Black's first circuit with this board (18 of each colour).
std::unique_ptr<rules::Game> full_board(const Picture& picture);
// The same with pieces of no interest: stripes of width 1, without any 2x2 square.
std::unique_ptr<rules::Game> striped_board();

// The board out of draw().
Picture board_of(const rules::Game& game);
// The own points out of result().
std::array<int, 2> points_of(const rules::Game& game);

// The piece on a square named like "a1".
char& piece(Picture& picture, std::string_view square);
// The picture after a clockwise circuit, piece by piece.
Picture turned(const Picture& before, const std::string& circuit);
// How many squares with sides of `size` are all of one colour.
int count_blocks(const Picture& picture, char colour, int size);

}  // namespace turn_right_test
