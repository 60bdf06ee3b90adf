#include "plain_game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "rules/turn_right/turn_right.hpp"

namespace turn_right_test {
namespace {

std::string square_name(int column, int row) {
  return {static_cast<char>('a' + column), static_cast<char>('1' + row)};
}

// Every square on the way, in order.
std::vector<std::string> squares_of(const std::string& circuit) {
  std::vector<std::string> squares;
  for (std::size_t i = 0; i < circuit.size(); i += 3) {
    const std::size_t next = i + 3 < circuit.size() ? i + 3 : 0;
    char column = circuit[i];
    char row = circuit[i + 1];
    while (column != circuit[next] || row != circuit[next + 1]) {
      squares.push_back({column, row});
      if (column < circuit[next])
        ++column;
      else if (column > circuit[next])
        --column;
      else if (row < circuit[next + 1])
        ++row;
      else
        --row;
    }
  }
  return squares;
}

}  // namespace

std::unique_ptr<rules::Game> new_game() { return rules::turn_right::info().start(""); }

void play(rules::Game& game, std::string_view line) {
  const rules::Verdict verdict = game.play(line);
  ASSERT_TRUE(verdict) << line << ": " << verdict.reason();
}

std::string read(rules::Game& game, rules::Seat seat) {
  std::string lines;
  game.take_lines(seat, lines);
  return lines;
}

std::string refusal(rules::Game& game, std::string_view line) {
  const rules::Verdict verdict = game.play(line);
  EXPECT_FALSE(verdict) << line;
  return verdict.reason();
}

std::unique_ptr<rules::Game> full_board(const Picture& picture) {
  std::array<std::vector<std::string>, 2> squares;
  for (int column = 0; column < 6; ++column) {
    for (int row = 0; row < 6; ++row) {
      Picture copy = picture;
      const std::string square = square_name(column, row);
      squares[piece(copy, square) == 'w' ? 0 : 1].push_back(square);
    }
  }
  EXPECT_EQ(squares[0].size(), 18U);
  EXPECT_EQ(squares[1].size(), 18U);
  auto game = new_game();
  std::string lines;
  for (std::size_t ply = 0; ply < 35; ++ply) {
    game->take_lines(game->to_move(), lines);
    play(*game, squares[ply % 2].at(ply / 2));
  }
  EXPECT_EQ(board_of(*game), picture);
  return game;
}

std::unique_ptr<rules::Game> striped_board() {
  return full_board({"wbwbwb", "wbwbwb", "wbwbwb", "wbwbwb", "wbwbwb", "wbwbwb"});
}

Picture board_of(const rules::Game& game) {
  std::istringstream drawn(game.draw());
  std::string line;
  std::getline(drawn, line);
  Picture picture;
  for (std::string& row : picture) {
    std::getline(drawn, line);
    for (std::size_t column = 0; column < 6; ++column) row += line.at(5 + 2 * column);
  }
  return picture;
}

std::array<int, 2> points_of(const rules::Game& game) {
  const rules::Result result = game.result();
  return {static_cast<int>(result.seats[0].board_points.value().whole()),
          static_cast<int>(result.seats[1].board_points.value().whole())};
}

char& piece(Picture& picture, std::string_view square) {
  return picture.at(static_cast<std::size_t>('6' - square.at(1)))
      .at(static_cast<std::size_t>(square.at(0) - 'a'));
}

Picture turned(const Picture& before, const std::string& circuit) {
  const std::vector<std::string> squares = squares_of(circuit);
  Picture old = before;
  Picture after = before;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    piece(after, squares[(i + 1) % squares.size()]) = piece(old, squares[i]);
  }
  return after;
}

int count_blocks(const Picture& picture, char colour, int size) {
  const auto wide = static_cast<std::size_t>(size);
  int count = 0;
  for (std::size_t top = 0; top + wide <= 6; ++top) {
    for (std::size_t left = 0; left + wide <= 6; ++left) {
      bool whole = true;
      for (std::size_t row = top; row < top + wide; ++row) {
        for (std::size_t column = left; column < left + wide; ++column) {
          whole = whole && picture[row][column] == colour;
        }
      }
      count += whole ? 1 : 0;
    }
  }
  return count;
}

}  // namespace turn_right_test
