// Games and bots as a user types them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "referee/play/match/beginning.hpp"
#include "rules/catalogue.hpp"

namespace referee::match {
namespace {

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
