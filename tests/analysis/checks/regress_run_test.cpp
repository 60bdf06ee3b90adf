// Playing the games of a check, and what several checks come to together.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress.hpp"
#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/run/tournament/runner.hpp"
#include "tests/built.hpp"
#include "tests/run/store/support.hpp"

namespace referee::checks {
namespace {

TEST(Verdicts, OneThatFailedOutweighsTheUndecided) {
  const auto verdict = [](const std::vector<Verdict>& all) {
    std::vector<CheckResult> results;
    for (const Verdict one : all) {
      results.emplace_back();
      results.back().outcome.verdict = one;
    }
    return verdict_of(results);
  };
  using enum Verdict;
  EXPECT_EQ(verdict({passed, passed}), passed);
  EXPECT_EQ(verdict({passed, undecided}), undecided);
  EXPECT_EQ(verdict({undecided, failed, passed}), failed);
  EXPECT_EQ(name(passed), "passed");
  EXPECT_EQ(name(failed), "failed");
  EXPECT_EQ(name(undecided), "undecided");
}

class RunCheck : public testing::Test {
 protected:
  RunCheck() { options_.jobs = 1; }
  [[nodiscard]] std::unique_ptr<Check> check() const {
    const text::Json config{
        {"game", "box"},
        {"bot", "./box-greedy"},
        {"checks", {{{"check", "no-faults"}, {"games", 4}, {"opponents", {"./box-greedy"}}}}}};
    return std::move(parse_regress(config.dump(), "r.json", built::folder(), {}).checks.at(0));
  }
  tournament::RunEnd run(Check& check, const store::Store* store) {
    return run_check(check, store, {protections_, options_, stop_}, observer_);
  }

  const walls::Protections protections_ = walls::probe_protections();
  tournament::RunOptions options_;
  tournament::StopRequest stop_;
  evidence::CompareObserver observer_;
};

TEST_F(RunCheck, PlaysAllGamesWithoutAStore) {
  const auto check = this->check();
  EXPECT_EQ(run(*check, nullptr), tournament::RunEnd::complete);
  EXPECT_EQ(check->outcome().verdict, Verdict::passed);
  EXPECT_EQ(check->outcome().reason.substr(0, 19), "no fault in 4 games");
}

TEST_F(RunCheck, GamesInTheStoreCountAndAreNotPlayedAgain) {
  const test::TemporaryFolder folder;
  const auto first = check();
  const store::Store store = store::Store::create(folder.path() / "o", first->manifest());
  EXPECT_EQ(run(*first, &store), tournament::RunEnd::complete);
  stop_.ask();
  const auto second = check();
  EXPECT_EQ(run(*second, &store), tournament::RunEnd::complete) << "nothing is left to be stopped";
  EXPECT_EQ(second->outcome().reason, first->outcome().reason);
  const auto third = check();
  EXPECT_EQ(run(*third, nullptr), tournament::RunEnd::interrupted);
  EXPECT_EQ(third->outcome().verdict, Verdict::undecided);
}

}  // namespace
}  // namespace referee::checks
