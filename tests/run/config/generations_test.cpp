// With which manifest a config continues a store: what is new, what is another program, and why
// not.
#include "referee/run/config/generations.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

using Texts = std::vector<std::string>;

Manifest cup(int rounds, const std::vector<std::string>& bots) {
  return test::manifest({test::event("box", bots, rounds)});
}

TEST(Generations, TheSameConfigIsTheNewestManifest) {
  const Manifest first = cup(2, {"a", "b"});
  const Generation same = generation_of(first, {first});
  EXPECT_EQ(same.manifest.id(), first.id());
  EXPECT_TRUE(same.added.empty());
  EXPECT_TRUE(same.renewed.empty());
  EXPECT_EQ(same.obstacle, "");
}

TEST(Generations, RoundsBotsAndGamesAreAdded) {
  const Manifest first = cup(2, {"a", "b"});
  const auto added = [&](const Manifest& config) {
    const Generation next = generation_of(config, {first});
    EXPECT_EQ(next.manifest.extends, first.id());
    EXPECT_TRUE(next.manifest.grown);
    EXPECT_EQ(next.obstacle, "");
    return next.added;
  };
  EXPECT_EQ(added(cup(3, {"a", "b"})), Texts{"round 3 of box"});
  EXPECT_EQ(added(cup(4, {"a", "b"})), Texts{"rounds 3 to 4 of box"});
  EXPECT_EQ(added(cup(2, {"a", "b", "c", "d"})),
            (Texts{"the bot \"c\" of box", "the bot \"d\" of box"}));
  Manifest games = cup(7, {"a", "b", "c"});
  games.events.push_back(test::event("6561", {"x", "y"}, 1));
  EXPECT_EQ(added(games), (Texts{"rounds 3 to 7 of box", "the bot \"c\" of box", "the game 6561"}));
}

// What makes another program of the same files.
TEST(Generations, AnotherToolchainIsAnotherProgram) {
  Manifest first = cup(2, {"mine", "b"});
  first.events[0].bots[0].toolchain = 2023;
  for (const unsigned toolchain : {2019U, 0U}) {
    Manifest config = first;
    config.events[0].bots[0].toolchain = toolchain;
    config.events[0].bots[0].hash = std::string(64, 'c');
    const Generation second = generation_of(config, {first});
    ASSERT_EQ(second.renewed.size(), 1U) << second.obstacle;
    EXPECT_EQ(second.renewed[0].now, "mine@2");
    EXPECT_EQ(second.manifest.events[0].bots[0].toolchain, toolchain);
  }
}

TEST(Generations, AnotherProgramGetsANameOfItsOwnAndItsOldOneBack) {
  const Manifest first = cup(2, {"mine", "b"});
  Manifest config = first;
  config.events[0].bots[0].hash = std::string(64, 'c');
  const Generation second = generation_of(config, {first});
  ASSERT_EQ(second.renewed.size(), 1U);
  EXPECT_EQ(second.renewed[0].before, "mine");
  EXPECT_EQ(second.renewed[0].now, "mine@2");
  EXPECT_EQ(second.manifest.extends, first.id());
  EXPECT_FALSE(second.manifest.grown);
  const Generation third = generation_of(first, {first, second.manifest});
  ASSERT_EQ(third.renewed.size(), 1U);
  EXPECT_EQ(third.renewed[0].before, "mine@2");
  EXPECT_EQ(third.renewed[0].now, "mine");
  config.events[0].bots[0].hash = std::string(64, 'd');
  EXPECT_EQ(generation_of(config, {first, second.manifest}).renewed[0].now, "mine@3");
}

TEST(Generations, ANameThatAnotherProgramHadIsNotTaken) {
  const Manifest first = cup(2, {"mine", "b"});
  Manifest config = first;
  config.events[0].bots[0].hash = std::string(64, 'c');
  const Manifest second = generation_of(config, {first}).manifest;
  config.events[0].bots.push_back(config.events[0].bots[1]);
  config.events[0].bots[2].name = "mine@2";
  const Generation refused = generation_of(config, {first, second});
  EXPECT_TRUE(test::contains(refused.obstacle, "\"mine@2\" is the name of another program"));
  EXPECT_TRUE(refused.added.empty());
}

TEST(Generations, WhatCannotContinueSaysWhy) {
  const Manifest first = cup(2, {"a", "b"});
  const auto why = [](const Manifest& config, const Manifest& newest) {
    const Generation next = generation_of(config, {newest});
    EXPECT_TRUE(next.added.empty());
    EXPECT_NE(next.manifest.id(), newest.id());
    return next.obstacle;
  };
  EXPECT_EQ(why(cup(1, {"a", "b"}), first),
            "a tournament never has fewer rounds; give it 2 again (\"rounds\": 2, or --rounds 2)");
  Manifest both = cup(1, {"a", "b"});  // not even if something else is more
  both.events.push_back(test::event("6561", {"x", "y"}, 1));
  EXPECT_TRUE(test::contains(why(both, first), "a tournament never has fewer rounds"));
  EXPECT_EQ(why(cup(2, {"c", "b", "a"}), first),
            "new bots go to the end of the list, because the order of the bots says who meets whom "
            "in which match");
  Manifest before = cup(2, {"a", "b"});
  before.events.insert(before.events.begin(), test::event("6561", {"x", "y"}, 1));
  EXPECT_EQ(why(before, first),
            "new games go to the end of the list, because the deals follow from the place of a "
            "game in it");
  EXPECT_EQ(why(cup(2, {"a", "x"}), first), "");
  Manifest swiss = cup(2, {"a", "b", "c"});
  swiss.events[0].format.kind = formats::FormatKind::swiss;
  Manifest longer = swiss;
  longer.events[0].rounds = 3;
  EXPECT_EQ(why(longer, swiss),
            "the format swiss cannot grow, because who plays in its later rounds follows from the "
            "bots and rounds that it began with");
}

// Comparisons and checks know in advance what they play.
TEST(Generations, OnlyTournamentsGrow) {
  for (const PlayedBy who : {PlayedBy::compare, PlayedBy::regress}) {
    Manifest first = cup(2, {"a", "b"});
    first.played_by = who;
    Manifest more = first;
    more.events[0].rounds = 3;
    const Generation next = generation_of(more, {first});
    EXPECT_TRUE(next.added.empty());
    EXPECT_NE(next.manifest.id(), first.id());
  }
}

}  // namespace
}  // namespace referee::config
