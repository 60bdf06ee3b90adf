// Black Hole: random moves are legal, can be every legal move, and stay the same.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rules/black_hole/black_hole.hpp"
#include "tests/rules/black_hole/play.hpp"

namespace rules::black_hole {
namespace {

std::string random_line(const Game& game, Stream& stream) {
  MoveLine move;
  game.random_move(stream, move);
  return std::string(move.view());
}

// All moves of a random game.
std::string random_game(std::uint64_t seed) {
  Stream stream(seed, "jury-1");
  const auto game = info().start(info().deal(seed));
  std::string moves;
  while (!game->over()) {
    const std::string line = random_line(*game, stream);
    const Verdict verdict = game->play(line);
    EXPECT_TRUE(verdict) << verdict.reason();
    if (!verdict) break;
    moves += line + ' ';
  }
  return moves + std::to_string(game->result().seats[0].score);
}

// The legal moves in the order of the header, by trying all lines.
std::vector<std::string> legal_moves(const Game& game) {
  std::vector<std::string> legal;
  for (std::size_t field = 0; field < field_count; ++field) {
    for (int value = 1; value <= 15; ++value) {
      const std::string line =
          std::string{letter_of(field), digit_of(field), '='} + std::to_string(value);
      if (game.clone()->play(line)) legal.push_back(line);
    }
  }
  return legal;
}

// Move number below(n) of the legal ones, at every turn of a game; nothing else drawn.
TEST(BlackHoleRandomMove, IsChosenAsTheHeaderSays) {
  const auto game = info().start(info().deal(3));
  Stream stream(3, "jury-2");
  for (std::uint32_t made = 0; made < 30; ++made) {
    const std::vector<std::string> legal = legal_moves(*game);
    ASSERT_EQ(legal.size(), (31 - made) * (15 - made / 2));
    Stream twin = stream;
    const std::string line = random_line(*game, stream);
    EXPECT_EQ(line, legal[twin.below(static_cast<std::uint32_t>(legal.size()))]);
    EXPECT_EQ(Stream(stream).next(), Stream(twin).next());
    ASSERT_TRUE(game->play(line));
  }
  EXPECT_TRUE(game->over());
}

TEST(BlackHoleRandomMove, ReachesEveryLegalMove) {
  const auto game = start_recorded();
  Stream stream(5, "all");
  for (const std::size_t made : {0U, 20U, 28U}) {
    const auto copy = game->clone();
    play_all(*copy, first_moves(made));
    const std::vector<std::string> legal = legal_moves(*copy);
    std::map<std::string, int> drawn;
    for (std::size_t i = 0; i < 20 * legal.size(); ++i) ++drawn[random_line(*copy, stream)];
    EXPECT_EQ(drawn.size(), legal.size());
    for (const std::string& line : legal) EXPECT_GT(drawn[line], 0) << line;
  }
}

// Written down when the game was made; it must never change, or the jury's moves in
// old records would not come out the same again.
TEST(BlackHoleRandomMove, StaysTheSameForEver) {
  const std::string game = random_game(1);
  EXPECT_EQ(game,
            "C1=7 C5=10 D4=6 C3=11 H1=13 F2=2 A7=10 G1=1 G2=11 B6=8 E4=5 C6=3 F1=15 B3=9 A4=14 "
            "F3=15 B5=4 A6=4 D2=8 B1=6 A3=1 A1=5 B7=3 A8=12 B4=9 E1=7 D3=2 C2=13 D1=12 E2=14 98");
  EXPECT_EQ(random_game(1), game);
  EXPECT_NE(random_game(2), game);
}

}  // namespace
}  // namespace rules::black_hole
