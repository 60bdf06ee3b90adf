// The words for how a match ended.
#include "referee/match/status.hpp"

#include <gtest/gtest.h>

namespace referee::match {
namespace {

TEST(Status, EveryOneHasAWordOfItsOwn) {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    const auto status = static_cast<Status>(i);
    EXPECT_EQ(status_named(name(status)), status);
  }
  EXPECT_EQ(status_named("CRASH"), std::nullopt);
  EXPECT_EQ(status_named("win"), std::nullopt);
  EXPECT_EQ(status_choices(), "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT");
}

TEST(Status, OfOutcomesAndFaults) {
  EXPECT_EQ(status_of(rules::Outcome::win), Status::win);
  EXPECT_EQ(status_of(rules::Outcome::lose), Status::lose);
  EXPECT_EQ(status_of(rules::Outcome::draw), Status::draw);
  EXPECT_EQ(status_of(bot::FaultKind::flood), Status::illegal);
  EXPECT_EQ(status_of(bot::FaultKind::timeout), Status::timeout);
  EXPECT_EQ(status_of(bot::FaultKind::memory), Status::exit);
}

}  // namespace
}  // namespace referee::match
