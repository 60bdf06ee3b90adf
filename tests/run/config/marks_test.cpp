#include "referee/run/config/marks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee::config {
namespace {

using Words = std::vector<std::string>;

match::Contestant with_words(Words words) {
  match::Contestant bot;
  bot.identity.command = "./bot {seed}";
  bot.spec.command.emplace();
  bot.spec.command->words = std::move(words);
  return bot;
}

TEST(Marks, EveryOccurrenceIsReplacedAndTheIdentityKept) {
  const match::Contestant bot = with_words({"./bot", "--seed={seed}", "{seed}-{seed}", "{moves}"});
  EXPECT_TRUE(has_mark(bot, seed_mark));
  EXPECT_TRUE(has_mark(bot, moves_mark));
  const match::Contestant seeded = with_mark(bot, seed_mark, "17");
  EXPECT_EQ(seeded.spec.command->words, (Words{"./bot", "--seed=17", "17-17", "{moves}"}));
  EXPECT_EQ(seeded.identity.command, "./bot {seed}");
  EXPECT_FALSE(has_mark(seeded, seed_mark));
}

TEST(Marks, WhatReplacesAMarkMayContainIt) {
  EXPECT_EQ(with_mark(with_words({"a{moves}b{moves}"}), moves_mark, "x{moves}").spec.command->words,
            Words{"ax{moves}bx{moves}"});
  EXPECT_EQ(with_mark(with_words({"{moves}"}), moves_mark, "").spec.command->words, Words{""});
}

TEST(Marks, ABotThatCannotBeStartedHasNone) {
  match::Contestant bot;
  bot.spec.launch_fault.reason = "no such program";
  EXPECT_FALSE(has_mark(bot, seed_mark));
  EXPECT_FALSE(with_mark(bot, seed_mark, "1").spec.command);
}

TEST(Marks, SeedsFitIntoPositiveIntsOf32Bits) {
  EXPECT_EQ(seed_text(0), "0");
  EXPECT_EQ(seed_text(2147483647), "2147483647");
  EXPECT_EQ(seed_text(2147483648), "0");
  EXPECT_EQ(seed_text(9007199254740991), "2147483647");
}

}  // namespace
}  // namespace referee::config
