#include <gtest/gtest.h>

#include "referee/play/match/players.hpp"

namespace referee::match {
namespace {

ContestantOptions options_of(std::string command) {
  ContestantOptions options;
  options.identity = {"a", std::move(command), {}, {}};
  options.folder = "/";
  return options;
}

TEST(Contestant, TheReasonOfABadCommandHasNoAdvice) {
  const Contestant bot = contestant(options_of("random"), *rules::find_game("box"));
  EXPECT_FALSE(bot.spec.command);
  EXPECT_EQ(bot.spec.launch_fault, (bot::Fault{bot::FaultKind::launch,
                                               "program 'random' is not in PATH",
                                               {{bot::What::meant, 0, "\"referee random box\""}}}));
  EXPECT_EQ(bot.command_error,
            "program 'random' is not in PATH; did you mean \"referee random box\"?");
}

TEST(Contestant, AChosenLimitIsBeforeTheGames) {
  rules::GameInfo game = *rules::find_game("box");
  game.memory_limit = 5 * kernel::mebibyte;
  ContestantOptions options = options_of("/bin/true");
  EXPECT_EQ(contestant(options, game).spec.limits.memory, 5 * kernel::mebibyte);
  options.limits.memory = 7;
  EXPECT_EQ(contestant(options, game).spec.limits.memory, 7 * kernel::mebibyte);
}

TEST(Contestant, AJudgesFilesAreHiddenFromIt) {
  rules::GameInfo game = *rules::find_game("box");
  game.outside.emplace().files = {"/a/judge.py"};
  EXPECT_EQ(contestant(options_of("/bin/true"), game).judge,
            std::vector<std::filesystem::path>{"/a/judge.py"});
}

}  // namespace
}  // namespace referee::match
