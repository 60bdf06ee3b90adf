#include <gtest/gtest.h>

#include "referee/analysis/tuning/tuning.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/store_writer.hpp"
#include "support.hpp"
#include "tests/folder.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tuning {
namespace {

TEST(Rounds, EqualPointsAreNotPlayedAndEqualDuelsOnce) {
  const std::vector<Parameter> parameters{parameter_of("d=2:1:3:int")};
  const std::vector<tuning::Tuner::Duel> points{
      {{0.1}, {0.6}}, {{0.9}, {0.4}}, {{0.5}, {0.1}}, {{0.49}, {0.51}}, {{0.0}, {1.0}}};
  // 1-2, 3-2, 2-1 again, 2-2, 1-3.
  const std::vector<Duel> duels = duels_of(parameters, points, 10);
  ASSERT_EQ(duels.size(), 3U);
  EXPECT_EQ(duels[0].first, Values{"1"});
  EXPECT_EQ(duels[0].second, Values{"2"});
  EXPECT_EQ(duels[2].second, Values{"3"});
  EXPECT_EQ(duels[0].pairs, 4U);
  EXPECT_EQ(duels[1].pairs, 3U);
  EXPECT_EQ(duels[2].pairs, 3U);
  EXPECT_EQ(duels_of(parameters, {points[3]}, 10).size(), 0U);
  EXPECT_EQ(duels_of(parameters, points, 1)[2].pairs, 1U) << "each duel is played";
}

TEST(Rounds, ARoundIsATournamentOfDuels) {
  const Question question = question_of("box", 2);
  const std::vector<Duel> duels{{{"0.5", "1"}, {"1.5", "3"}, 4}, {{"0", "2"}, {"1", "3"}, 3}};
  const config::Manifest manifest = round_manifest(question, 3, duels);
  EXPECT_EQ(manifest.played_by, config::PlayedBy::tournament);
  EXPECT_NE(manifest.seed, round_manifest(question, 4, duels).seed);
  EXPECT_NE(manifest.seed, question.manifest.seed);
  ASSERT_EQ(manifest.events.size(), 2U);
  EXPECT_EQ(manifest.events[0].bots[0].name, "c=0.5 d=1");
  EXPECT_EQ(manifest.events[0].bots[1].command, "./bot 1.5 3");
  EXPECT_EQ(config::Schedule(manifest).size(), 2U * (4 + 3));
}

TEST(Rounds, WithAPartnerBothPointsPlayWithIt) {
  const Question question = question_of("6561", 3);
  const config::Manifest manifest = round_manifest(question, 1, {{{"0", "1"}, {"2", "3"}, 5}});
  const config::Schedule schedule(manifest);
  EXPECT_EQ(schedule.size(), 5U * 4);
  for (std::uint64_t match = 0; match < schedule.size(); ++match) {
    const auto bots = schedule.at(match).bots;
    EXPECT_TRUE(bots[0] == 2 || bots[1] == 2) << match;
  }
}

// Rounds of one duel in three pairs, match by match.
class RoundInStore : public folder::InFolder {
 protected:
  const Question question_ = question_of("box", 2);
  const std::vector<Duel> duels_{{{"0.5", "1"}, {"1.5", "3"}, 3}};
  store::Store store_ =
      store::Store::create(folder_ / "round", round_manifest(question_, 1, duels_));

  void play(std::uint64_t match, const std::string& move) {
    auto record = test::record(store_.manifest(), match);
    record.deal = question_.event().game->deal(1);
    record.plies[1].line = move;
    store::StoreWriter(store_).append(match::to_line(record));
  }
};

TEST_F(RoundInStore, LacksAPairIfOneMatchIsMissing) {
  for (const std::uint64_t match : {0U, 1U, 2U, 3U, 4U}) play(match, std::to_string(match));
  EXPECT_FALSE(result_of(store_, question_, duels_));
  const auto passed = result_of(store_, question_, duels_, Missing::passed_over);
  ASSERT_TRUE(passed);
  EXPECT_EQ(passed->missing, 1U);
  EXPECT_EQ(passed->pairs, 2U);
  play(5, "5");
  const auto whole = result_of(store_, question_, duels_);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->missing, 0U);
  EXPECT_EQ(whole->pairs, 3U);
}

// The second pair has one game that is new, whichever; the third one has none.
TEST_F(RoundInStore, APairIsNewIfOneOfItsGamesIs) {
  for (const std::uint64_t which : {0U, 1U}) {
    const auto second = [&](std::uint64_t match) { return match % 2 == which ? "new" : "old"; };
    if (which == 1) store_ = store::Store::create(folder_ / "other", store_.manifest());
    for (const std::uint64_t match : {0U, 1U}) play(match, "old");
    for (const std::uint64_t match : {2U, 3U}) play(match, second(match));
    for (const std::uint64_t match : {4U, 5U}) play(match, second(match));
    const auto result = result_of(store_, question_, duels_);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->pairs, 2U) << which;
  }
}

// A match in which both fail is one.
TEST_F(RoundInStore, CountsMatchesWithFaultsOfEitherSeat) {
  using rules::Seat;
  const std::vector<std::vector<Seat>> failing{
      {}, {Seat::first}, {Seat::second}, {Seat::first, Seat::second}, {}, {Seat::second}};
  for (std::uint64_t match = 0; match < failing.size(); ++match) {
    auto record = test::record(store_.manifest(), match);
    record.deal = question_.event().game->deal(1);
    record.plies[1].line = std::to_string(match);
    for (const Seat seat : failing[match]) {
      record.faults.push_back({seat, 1, {bot::FaultKind::crash, "it crashed"}, {}});
    }
    store::StoreWriter(store_).append(match::to_line(record));
  }
  const auto result = result_of(store_, question_, duels_);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->matches, 6U);
  EXPECT_EQ(result->faults, 4U);
}

TEST(Rounds, TheComparisonHasDealsOfItsOwn) {
  const Question question = question_of("box", 2);
  const config::Manifest manifest = comparison_manifest(question, {"0.7", "3"});
  EXPECT_EQ(manifest.played_by, config::PlayedBy::compare);
  EXPECT_NE(manifest.seed, question.manifest.seed);
  EXPECT_NE(manifest.seed, round_manifest(question, 1, {{{"0", "1"}, {"2", "3"}, 5}}).seed);
  EXPECT_EQ(manifest.events[0].bots[0].command, "./bot 0.7 3");
  EXPECT_EQ(manifest.events[0].bots[0].name, "new");
  EXPECT_EQ(manifest.events[0].bots[1].command, "./bot 1 2");
}

}  // namespace
}  // namespace referee::tuning
