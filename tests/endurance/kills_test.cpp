// A few kills in the normal suite; `scripts/endurance kills` makes many.
#include "kills.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/cli/folder.hpp"
#include "tests/machine/bot/sequential.hpp"

namespace {

class Kills : public cli_test::InFolder {};

TEST_F(Kills, LoseNothingAndLeaveNobody) {
  endurance::KillPlan plan;
  plan.folder = folder_;
  plan.patience = std::chrono::minutes(5);
  const auto figures = endurance::kill_often(plan);
  EXPECT_EQ(figures.kills, plan.kills);
  EXPECT_GT(figures.processes, 0U);
  EXPECT_EQ(figures.wrong, std::vector<std::string>());
  // What the full run measures is 100 ms; here other tests keep the processors busy, and now and
  // then it takes long.
  sequential::Test late;
  for (const double milliseconds : figures.survived) late.add(milliseconds >= 5000);
  EXPECT_TRUE(late.is_seldom()) << "5 s after its referee something still ran " << late.text();
  EXPECT_EQ(cli_test::processes_left(), "");
}

}  // namespace
