// Matches that are played until they can be judged.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/match.hpp"

namespace referee::match {
namespace {

class UntilJudged : public testing::Test {
 protected:
  // A match that is void that many times. Returns how often it was played.
  int played(int voids) {
    int games = 0;
    return until_judged(
        host_,
        [&] {
          if (++games <= voids) throw bot::MatchVoid("void " + std::to_string(games));
          return games;
        },
        [this](const bot::MatchVoid& why) { told_.emplace_back(why.what()); });
  }

  const walls::Protections protections_ = walls::probe_protections();
  bot::Host host_{protections_};
  std::vector<std::string> told_;
};

TEST_F(UntilJudged, PlaysAgainAndSaysSo) {
  EXPECT_EQ(played(0), 1);
  EXPECT_TRUE(told_.empty());
  EXPECT_EQ(played(2), 3);
  EXPECT_EQ(told_, (std::vector<std::string>{"void 1", "void 2"}));
}

TEST_F(UntilJudged, GivesUpAfterTheLastTry) {
  EXPECT_EQ(played(most_voids - 1), most_voids);
  told_.clear();
  try {
    played(most_voids);
    FAIL() << "it goes on for ever";
  } catch (const bot::MatchVoid&) {
    FAIL() << "it is a failure of the machine";
  } catch (const bot::EnvironmentError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("void 10, for the 10th time; "));
  }
  EXPECT_EQ(told_.size(), most_voids - 1U);
}

}  // namespace
}  // namespace referee::match
