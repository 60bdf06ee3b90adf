// The table of games: every entry complete, found by its name, and no other.
#include "rules/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rules {
namespace {

TEST(Catalogue, HoldsTheFiveGames) {
  std::set<std::string_view> names;
  for (const GameInfo& game : games()) names.insert(game.name);
  const std::set<std::string_view> expected = {"6561", "2187", "turn-right", "box", "black-hole"};
  EXPECT_EQ(games().size(), 5U);
  EXPECT_EQ(names, expected);
}

TEST(Catalogue, FindsEveryGameByItsName) {
  for (const GameInfo& game : games()) EXPECT_EQ(find_game(game.name), &game);
}

TEST(Catalogue, FindsNothingByAnotherName) {
  for (const std::string_view name : {"", "Box", "box ", "chess", "black hole", "656", "65610"}) {
    EXPECT_EQ(find_game(name), nullptr) << name;
  }
}

TEST(Catalogue, EntriesAreComplete) {
  for (const GameInfo& game : games()) {
    EXPECT_FALSE(game.title.empty()) << game.name;
    EXPECT_FALSE(game.contest.empty()) << game.name;
    EXPECT_FALSE(game.summary.empty()) << game.name;
    EXPECT_EQ(game.summary.find('\n'), std::string_view::npos) << game.name;
    EXPECT_FALSE(game.seat_names[0].empty()) << game.name;
    EXPECT_FALSE(game.seat_names[1].empty()) << game.name;
    EXPECT_NE(game.seat_names[0], game.seat_names[1]) << game.name;
    EXPECT_FALSE(game.ranking.empty()) << game.name;
    ASSERT_NE(game.deal, nullptr) << game.name;
    ASSERT_NE(game.start, nullptr) << game.name;
  }
}

// What a config file and a command line can carry without quotes.
TEST(Catalogue, NamesAreLowerCaseWords) {
  for (const GameInfo& game : games()) {
    EXPECT_TRUE(std::all_of(game.name.begin(), game.name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    })) << game.name;
  }
}

TEST(Catalogue, LimitsOfThePages) {
  using std::chrono::seconds;
  EXPECT_EQ(find_game("6561")->budget, seconds(60));
  EXPECT_EQ(find_game("2187")->budget, seconds(60));
  EXPECT_EQ(find_game("turn-right")->budget, seconds(30));
  EXPECT_EQ(find_game("box")->budget, seconds(30));
  EXPECT_EQ(find_game("black-hole")->budget, seconds(5));
  for (const GameInfo& game : games()) {
    const bool turn_right = game.name == "turn-right";
    EXPECT_EQ(game.memory_limit, turn_right ? std::size_t{64} * 1024 * 1024 : 0U) << game.name;
    EXPECT_EQ(game.takeover, !turn_right) << game.name;
    EXPECT_EQ(game.cooperative, game.name == "6561" || game.name == "2187") << game.name;
  }
}

TEST(Catalogue, DealsArePureFunctionsOfTheSeed) {
  for (const GameInfo& game : games()) {
    std::set<std::string> deals;
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, max_seed}) {
      const std::string deal = game.deal(seed);
      EXPECT_EQ(deal, game.deal(seed)) << game.name;
      EXPECT_EQ(deal.find('\n'), std::string::npos) << game.name;
      EXPECT_NE(game.start(deal), nullptr) << game.name;
      deals.insert(deal);
    }
    const bool random = game.name == "box" || game.name == "black-hole";
    EXPECT_EQ(deals.size(), random ? 3U : 1U) << game.name;
    EXPECT_EQ(deals.count(""), random ? 0U : 1U) << game.name;
  }
}

TEST(Catalogue, RefusesWhatIsNoDeal) {
  for (const GameInfo& game : games()) {
    const std::string deal = game.deal(1);
    for (const std::string& wrong : {std::string("nonsense"), std::string(" "), deal + " ",
                                     deal + "1", deal + "\n", " " + deal}) {
      EXPECT_THROW((void)game.start(wrong), std::invalid_argument) << game.name << ": " << wrong;
    }
  }
}

}  // namespace
}  // namespace rules
