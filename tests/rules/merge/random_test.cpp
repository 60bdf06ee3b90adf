// 6561 and 2187: random moves are legal, can be every legal move, and stay the same.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/rules/merge/play.hpp"

namespace rules::merge {
namespace {

std::string random_line(const Game& game, Stream& stream) {
  MoveLine move;
  game.random_move(stream, move);
  return std::string(move.view());
}

// All moves of a random game, each followed by a blank.
std::string random_game(const GameInfo& info, std::uint64_t seed) {
  Stream stream(seed, "jury-1");
  const auto game = info.start("");
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

// The legal moves by trying all lines.
std::set<std::string> legal_moves(const Game& game) {
  std::set<std::string> legal;
  for (const char* line : {"11", "12", "13", "14", "21", "22", "23", "24", "31", "32",
                           "33", "34", "41", "42", "43", "44", "U",  "D",  "L",  "R"}) {
    if (game.clone()->play(line)) legal.insert(line);
  }
  return legal;
}

// Draws so often that missing one of 16 moves has a chance of about 16 * (15/16)^600,
// and the stream is always the same: passing once is passing for ever.
void expect_all_reached(const Game& game) {
  Stream stream(5, "all");
  std::map<std::string, int> drawn;
  for (int i = 0; i < 600; ++i) ++drawn[random_line(game, stream)];
  std::set<std::string> reached;
  for (const auto& [line, count] : drawn) {
    reached.insert(line);
    EXPECT_GT(count, 600 / static_cast<int>(drawn.size()) / 2) << line;
  }
  EXPECT_EQ(reached, legal_moves(game));
}

TEST(MergeRandomMove, ReachesEveryLegalMove) {
  const auto game = start_6561();
  expect_all_reached(*game);
  play_all(*game, "23 31");
  expect_all_reached(*game);
  play_all(*game, "44");
  EXPECT_EQ(legal_moves(*game), (std::set<std::string>{"U", "D", "L", "R"}));
  expect_all_reached(*game);
  play_all(*game, "L");
  EXPECT_EQ(legal_moves(*game), (std::set<std::string>{"U", "D", "R"}));
  expect_all_reached(*game);
}

// Move number below(n) of the legal ones in the order of the header.
TEST(MergeRandomMove, IsChosenAsTheHeaderSays) {
  const auto game = start_6561();
  play_all(*game, "11 22");
  const std::vector<std::string> empty{"12", "13", "14", "21", "23", "24", "31",
                                       "32", "33", "34", "41", "42", "43", "44"};
  Stream one(77, "jury-2");
  Stream two(77, "jury-2");
  for (int i = 0; i < 50; ++i) EXPECT_EQ(random_line(*game, one), empty[two.below(14)]);
  play_all(*game, "44 L");
  const std::vector<std::string> slides{"U", "D", "R"};
  for (int i = 0; i < 50; ++i) EXPECT_EQ(random_line(*game, one), slides[two.below(3)]);
  EXPECT_EQ(one.next(), two.next());
}

// With one legal move nothing is drawn.
TEST(MergeRandomMove, OfOneMoveDrawsNothing) {
  const GameInfo info = info_6561();
  int met = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Stream stream(seed, "few");
    const auto game = info.start("");
    while (!game->over()) {
      if (legal_moves(*game).size() == 1) {
        Stream untouched = stream;
        Stream used = stream;
        EXPECT_EQ(random_line(*game, used), *legal_moves(*game).begin());
        EXPECT_EQ(used.next(), untouched.next());
        ++met;
      }
      ASSERT_TRUE(game->play(random_line(*game, stream)));
    }
  }
  EXPECT_GT(met, 0);
}

// The values were written down when the games were made; they must never change, or
// the jury's moves in old records would not come out the same again.
TEST(MergeRandomMove, StaysTheSameForEver) {
  const std::string game_6561 = random_game(info_6561(), 1);
  const std::string game_2187 = random_game(info_2187(), 1);
  EXPECT_EQ(game_6561.substr(0, 60),
            "23 31 34 L R 42 14 43 R D 43 32 44 D U 44 31 22 L D 12 11 23");
  EXPECT_EQ(game_2187.substr(0, 60),
            "23 31 34 24 R L 14 43 44 24 R D 42 21 12 41 D U 41 23 12 11 ");
  EXPECT_EQ(Stream::fnv1a64(game_6561), 4558441609341136194U);
  EXPECT_EQ(Stream::fnv1a64(game_2187), 6416611999862797182U);
  EXPECT_EQ(random_game(info_6561(), 1), game_6561);
  EXPECT_NE(random_game(info_6561(), 2), game_6561);
}

}  // namespace
}  // namespace rules::merge
