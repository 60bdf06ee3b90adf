// The coverage of the intervals, in short; coverage.md has the full runs, made by
// statistics_coverage. Of 400 intervals that hold with 95 %, fewer than 92 % do so less than once
// in a hundred; the seeds are fixed, so the answers below are always the same.
#include "tests/base/statistics/coverage.hpp"

#include <gtest/gtest.h>

namespace simulated {
namespace {

constexpr std::uint64_t runs = 400;
constexpr double least = 92;

// At 2,000 pairs and 400 the plain interval covers the truth in 59 % of the cases.
TEST(Coverage, OfAFixedNumberOfPairs) {
  const PairScenario& scenario = pair_scenarios()[0];
  for (const double strength : {0.0, 200.0, 400.0, 1400.0}) {
    for (const std::uint64_t pairs : {5U, 20U, 300U}) {
      const Coverage found = fixed_coverage(scenario, strength, pairs, runs, 7);
      EXPECT_GE(found.elo, least) << strength << " at " << pairs;
      EXPECT_GE(found.normalized_elo, least) << strength << " at " << pairs;
    }
  }
  EXPECT_LT(fixed_coverage(scenario, 400, 2000, runs, 7).plain, 70);
}

// The plain estimate leans by about a quarter of the distance of the hypotheses.
TEST(Coverage, AfterASequentialTestOnPairs) {
  const PairScenario& scenario = pair_scenarios()[0];  // [0, 30]
  for (const double place : {0.0, 1.0}) {
    const Coverage found = stopped_coverage(scenario, place, 200'000, 200, 9);
    EXPECT_GE(found.elo, least) << place;
    EXPECT_GE(found.normalized_elo, least) << place;
    EXPECT_LT(std::abs(found.lean), 4) << place;
  }
}

// After some fifteen pairs the plain estimate is 25 too low, or 30 too high; one that takes the LLR
// for the sum of the results leans the other way, by as much or more.
TEST(Coverage, AfterASequentialTestOnFewPairs) {
  const PairScenario& scenario = pair_scenarios()[3];  // [0, 100]
  ASSERT_EQ(scenario.name, "no draws, short test");
  for (const double place : {-1.0, 2.0}) {
    const Coverage found = stopped_coverage(scenario, place, 200'000, runs, 9);
    EXPECT_GE(found.elo, least) << place;
    EXPECT_GE(found.normalized_elo, least) << place;
    EXPECT_GT(std::abs(found.plain_lean), 15) << place;
    EXPECT_LT(std::abs(found.lean), 12) << place;
  }
}

// The naive likelihood of superiority is sure of equal bots twice as often as it says.
TEST(Coverage, OfTheLikelihoodOfSuperiority) {
  PairScenario scenario = pair_scenarios()[0];
  scenario.hypotheses = {-50, 50};
  const SureOfEqual found = sure_of_equal(scenario, runs, 19);
  EXPECT_LT(found.above, 8);
  EXPECT_LT(found.below, 8);
  EXPECT_GT(found.above, 2);
  EXPECT_GT(found.below, 2);
  EXPECT_GT(found.naive_above, 8);
  EXPECT_GT(found.naive_below, 8);
}

// With pairs that the deal decides, errors of single games cover four differences in five.
TEST(Coverage, OfRatingLists) {
  PairScenario decided = pair_scenarios()[0];
  decided.shares = {.45, .02, .06, .02, .45};
  for (const std::uint64_t rounds : {5U, 40U}) {
    EXPECT_GE(rating_coverage(decided, 2, rounds, runs, 13), least) << rounds;
    EXPECT_GE(rating_coverage(decided, 6, rounds, 100, 13), least) << rounds;
    EXPECT_GE(rating_coverage(pair_scenarios()[2], 6, rounds, 100, 13), least) << rounds;
  }
}

// The best of twenty equal players must not look like the best one.
TEST(Coverage, OfPlacesInRatingLists) {
  const PairScenario& scenario = pair_scenarios()[0];
  const PlacesCoverage equal = places_coverage(scenario, 20, 0, 10, 100, 31);
  EXPECT_GE(equal.leader, 93);
  EXPECT_GE(equal.all, 90);
  for (const std::uint64_t rounds : {3U, 40U}) {
    EXPECT_GE(places_coverage(scenario, 6, 40, rounds, 200, 31).all, least) << rounds;
    EXPECT_GE(places_coverage(scenario, 2, 40, rounds, runs, 31).all, least) << rounds;
  }
}

// Where the stronger players had the first seat more often, its advantage passes for strength.
TEST(Coverage, OfRatingListsWithAnAdvantageOfTheFirstSeat) {
  for (const auto& scenario : {SeatedScenario{2, 300, 100, 0.3}, SeatedScenario{6, 40, 100, 0.3},
                               SeatedScenario{6, 40, 0, 0.3}}) {
    const SeatedCoverage found = seated_coverage(scenario, runs, 17);
    EXPECT_GE(found.differences, least) << scenario.players;
    EXPECT_GE(found.advantage, least) << scenario.players;
    EXPECT_GE(found.draws, least) << scenario.players;
    EXPECT_EQ(found.fitted, 100) << scenario.players;
    if (scenario.advantage > 0) {
      EXPECT_LT(found.unseated, 80) << scenario.players;
    }
  }
}

// Where the same player always sat there nobody can tell its seat from its strength.
TEST(Coverage, OfRatingListsWhereSeatsCannotBeToldFromPlayers) {
  for (const auto& scenario :
       {SeatedScenario{2, 200, 100, 0.3, 1, 0}, SeatedScenario{4, 100, 100, 0.3, 1, 40},
        SeatedScenario{2, 200, 0, 0.3, 1, 0}}) {
    EXPECT_GE(seated_coverage(scenario, runs, 27).differences, least) << scenario.players;
  }
}

TEST(Coverage, AfterTheTestOnPoints) {
  const PointScenario& box = point_scenarios()[0];
  EXPECT_GE(stopped_coverage(box, 0, 200'000, 200, 11).normalized_elo, 97);
}

}  // namespace
}  // namespace simulated
