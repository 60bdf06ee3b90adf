// The words for how a match ended.

#include <gtest/gtest.h>

#include "referee/play/match/record.hpp"

namespace referee::match {
namespace {

TEST(Status, Choices) { EXPECT_EQ(status_choices(), "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT"); }

TEST(Status, OfOutcomesAndFaults) {
  EXPECT_EQ(status_of(rules::Outcome::win), Status::win);
  EXPECT_EQ(status_of(rules::Outcome::lose), Status::lose);
  EXPECT_EQ(status_of(rules::Outcome::draw), Status::draw);
  EXPECT_EQ(status_of(bot::FaultKind::flood), Status::illegal);
  EXPECT_EQ(status_of(bot::FaultKind::timeout), Status::timeout);
  EXPECT_EQ(status_of(bot::FaultKind::memory), Status::exit);
}

TEST(Status, OfAFailedBotIsThatOfItsFault) {
  rules::Result result;
  result.seats[0].outcome = rules::Outcome::win;
  result.seats[1].outcome = rules::Outcome::lose;
  const auto scores =
      scores_of(result, {{rules::Seat::first, 3, {bot::FaultKind::crash, "it crashed"}, {}}});
  EXPECT_EQ(scores[0].status, Status::exit);
  EXPECT_EQ(scores[1].status, Status::lose);
}

TEST(Faults, HaveTheWordsOfOfficialResults) {
  EXPECT_EQ(kind_named("CRASH"), bot::FaultKind::crash);
  EXPECT_EQ(kind_named("nonsense"), std::nullopt);
  const rules::GameInfo& box = *rules::find_game("box");
  MatchFault fault{rules::Seat::first, 1, {bot::FaultKind::memory, ""}, {}};
  EXPECT_EQ(official_word(box, fault), "EXIT");
  fault.word = "OWN";
  EXPECT_EQ(official_word(box, fault), "OWN");
}

TEST(Identities, OfNoProcess) {
  for (const char* command : {"(recorded)", "(jury)", "(person)", "@random"}) {
    EXPECT_TRUE(is_no_bot({"a", command, "", {}})) << command;
  }
  EXPECT_FALSE(is_no_bot({"a", "./bot", "", {}}));
}

}  // namespace
}  // namespace referee::match
