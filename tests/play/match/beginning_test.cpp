// How games begin; games and bots as a user types them.
#include "referee/play/match/beginning.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "rules/catalogue.hpp"

namespace referee::match {
namespace {

// Every game: legal, the same for the same seed, and neither over nor decided by the next move.
TEST(Openings, OfRandomMovesLeaveAGameToPlay) {
  for (const rules::GameInfo& game : rules::games()) {
    for (const int plies : {1, 5, 12}) {
      Beginning beginning;
      beginning.openings.random_plies = plies;
      std::set<std::vector<std::string>> different;
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const MatchPlan plan = beginning.plan(game, seed);
        const std::vector<std::string> moves = beginning.moves_of(plan, seed);
        EXPECT_EQ(moves, beginning.moves_of(plan, seed));
        EXPECT_EQ(moves.size(), static_cast<std::size_t>(plies)) << game.name;
        EXPECT_EQ(why_unplayable(plan, moves), "") << game.name;
        different.insert(moves);
      }
      EXPECT_GT(different.size(), plies == 1 ? 2U : 8U) << game.name << " " << plies;
    }
  }
}

// More moves than a game can have: the longest opening that leaves something to play.
TEST(Openings, AreShorterWhereTheGameIs) {
  const rules::GameInfo& game = *rules::find_game("black-hole");
  Beginning beginning;
  beginning.openings.random_plies = 1000;
  const MatchPlan plan = beginning.plan(game, 1);
  const auto moves = beginning.moves_of(plan, 1);
  EXPECT_GT(moves.size(), 10U);
  EXPECT_LT(moves.size(), 30U);
  EXPECT_EQ(why_unplayable(plan, moves), "");
}

TEST(Openings, OfAFileAreDrawnFromItsLines) {
  Beginning beginning;
  beginning.openings.lines = openings_of_text("# a comment\n\nA1=1 B1=1\n  C1=1\n");
  ASSERT_EQ(beginning.openings.lines.size(), 2U);
  const MatchPlan plan = beginning.plan(*rules::find_game("black-hole"), 1);
  std::set<std::size_t> sizes;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    sizes.insert(beginning.moves_of(plan, seed).size());
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{1, 2}));
}

// A game whose judge lies there.
std::string word_of(const std::string& folder) {
  rules::GameInfo game = *rules::find_game("box");
  game.outside.emplace().folder = folder;
  return game_word(game);
}

TEST(GameWord, IsTheNameOfAGameThatIsBuiltIn) {
  EXPECT_EQ(game_word(*rules::find_game("box")), "box");
}

TEST(GameWord, IsAPathOfAGameWithAJudge) {
  const std::string here = std::filesystem::current_path();
  EXPECT_EQ(word_of(here), ".");
  EXPECT_EQ(word_of(here + "/hex"), "./hex");
  EXPECT_EQ(word_of(here + "/my games/hex"), "'my games/hex'");
  EXPECT_EQ(word_of("/elsewhere/hex"), "/elsewhere/hex");
}

TEST(RandomBot, KnowsTheGamesThatAreBuiltIn) {
  EXPECT_EQ(random_bot(*rules::find_game("box")), "referee random box");
  EXPECT_EQ(random_bot(*rules::find_game("box"), " --seed 1"), "referee random box --seed 1");
  rules::GameInfo game = *rules::find_game("box");
  game.outside.emplace();
  EXPECT_EQ(random_bot(game, " --seed 1"), toolchain::random_command);
}

}  // namespace
}  // namespace referee::match
