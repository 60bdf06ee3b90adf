// The check not-weaker: what a fault of each role does to its verdict.
#include "checks.hpp"
#include "tests/analysis/evidence/comparison_support.hpp"

namespace referee::checks {
namespace {

using evidence::PairResult;
using evidence::Role;
using statistics::GameResult;

class NotWeakerChecks : public Checks {
 protected:
  // All pairs differ by about so many points; in the third, a bot of this role fails, if one is
  // given.
  [[nodiscard]] Verdict verdict(double difference, std::optional<Role> fails) const {
    const auto check = this->check(
        "6561", {{"check", "not-weaker"}, {"base", "./other"}, {"partner", "./another"}});
    evidence::Comparison& comparison = *check->comparison();
    for (std::uint64_t i = 0; comparison.state() == evidence::Comparison::State::open; ++i) {
      PairResult pair = evidence::pair(GameResult::draw, GameResult::draw, i,
                                       difference + static_cast<double>(i % 7));
      if (i == 2 && fails) pair.faults.push_back({2 * i, *fails, bot::FaultKind::crash});
      comparison.add(pair);
    }
    return check->outcome().verdict;
  }
};

TEST_F(NotWeakerChecks, FaultsOfOthersDecideOnlyWhatTheyCannotHaveCaused) {
  EXPECT_EQ(verdict(100, {}), Verdict::passed);
  EXPECT_EQ(verdict(-100, {}), Verdict::failed);
  // A base that fails makes the bot look stronger, a partner stronger or weaker.
  EXPECT_EQ(verdict(100, Role::base_bot), Verdict::undecided);
  EXPECT_EQ(verdict(-100, Role::base_bot), Verdict::failed);
  EXPECT_EQ(verdict(100, Role::partner), Verdict::undecided);
  EXPECT_EQ(verdict(-100, Role::partner), Verdict::undecided);
  EXPECT_EQ(verdict(100, Role::new_bot), Verdict::passed);
  EXPECT_EQ(verdict(-100, Role::new_bot), Verdict::failed);
}

}  // namespace
}  // namespace referee::checks
