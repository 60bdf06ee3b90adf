// A few kills in the normal suite; `scripts/endurance kills` makes many.
#include "kills.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/folder.hpp"

namespace {

class Kills : public cli_test::InFolder {};

TEST_F(Kills, LoseNothingAndLeaveNobody) {
  endurance::KillPlan plan;
  plan.folder = folder_;
  const auto figures = endurance::kill_often(plan);
  EXPECT_EQ(figures.kills, plan.kills);
  EXPECT_GT(figures.processes, 0U);
  EXPECT_EQ(figures.wrong, std::vector<std::string>());
  // What the full run measures is 100 ms; here other tests keep the processors busy.
  EXPECT_LT(*std::max_element(figures.survived.begin(), figures.survived.end()), 5000);
  EXPECT_EQ(cli_test::processes_left(), "");
}

}  // namespace
