// The table of games: every entry complete, found by its name, and no other.
#include "rules/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_info.hpp"

namespace rules {
namespace {

// The lines of rules/games.txt that are no comments: name, folder and function.
std::vector<std::array<std::string, 3>> listed() {
  std::ifstream in(REFEREE_SOURCE_DIR "/rules/games.txt");
  std::vector<std::array<std::string, 3>> games;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    auto& game = games.emplace_back();
    words >> game[0] >> game[1] >> game[2];
  }
  return games;
}

TEST(Catalogue, HoldsTheListedGamesInTheirOrder) {
  const auto list = listed();
  ASSERT_EQ(games().size(), list.size());
  EXPECT_GE(list.size(), 5U);
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(games()[i].name, list[i][0]);
    std::ifstream in(REFEREE_SOURCE_DIR "/" + list[i][1] + "/" + list[i][0] + ".md");
    EXPECT_EQ(games()[i].page, (std::string{std::istreambuf_iterator<char>(in), {}}));
  }
}

TEST(Catalogue, FindsEveryGameByItsName) {
  for (const GameInfo& game : games()) EXPECT_EQ(find_game(game.name), &game);
}

TEST(Catalogue, FindsNothingByAnotherName) {
  for (const std::string_view name : {"", "Box", "box ", "chess", "black hole", "656", "65610"}) {
    EXPECT_EQ(find_game(name), nullptr) << name;
  }
}

bool ranked_by_game_points(const GameInfo& game) {
  return std::count(game.ranking.begin(), game.ranking.end(), RankingKey::game_points) > 0;
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
    EXPECT_TRUE(game.page.starts_with("# ")) << game.name;
    EXPECT_GT(game.budget.count(), 0) << game.name;
    EXPECT_GT(game.longest_move, 0U) << game.name;
    EXPECT_GE(game.most_game_points, 0) << game.name;
    EXPECT_EQ(game.most_game_points > 0, ranked_by_game_points(game)) << game.name;
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
    // Either nothing is random, or every seed has a deal of its own.
    EXPECT_EQ(deals.size(), deals.count("") == 1 ? 1U : 3U) << game.name;
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
