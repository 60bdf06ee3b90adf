// referee tournament and standings.
#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Tournament : public InFolder {
 protected:
  // All games in one config, two matches of each.
  void write_all_games() const {
    std::vector<Json> games;
    for (const std::string& game : all_games()) games.push_back(Json::parse(small_config(game, 1)));
    write("all.json", config_of_all(config_seed, games));
  }
};

TEST_F(Tournament, PlaysAllGamesAndTheSecondCallPlaysNothing) {
  write_all_games();
  const Ended first = referee({"tournament", "all.json", "--out", "o"});
  EXPECT_EQ(first.code, 0) << first.err;
  const std::size_t count = 2 * all_games().size();
  const std::string matches = std::to_string(count) + " matches";
  EXPECT_TRUE(first.err.starts_with(matches + " to play\n")) << first.err;
  EXPECT_TRUE(first.err.ends_with("The records are in o.\n")) << first.err;
  for (const Json& game : Json::parse(expect(0, {"show", "games", "--json"}))) {
    const std::string title =
        game["title"].get<std::string>() + " (" + game["contest"].get<std::string>() + ")";
    EXPECT_NE(first.out.find(title + ": 1 round, 2 of 2 matches"), std::string::npos) << first.out;
  }
  const auto records = records_in(path("o"));
  ASSERT_EQ(records.size(), count);
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i]["match"], i);
    EXPECT_EQ(records[i]["round"], 1);
    EXPECT_EQ(records[i]["bots"][0]["name"], i % 2 == 0 ? "own" : "example");
    EXPECT_EQ(records[i]["deal"], records[i - i % 2]["deal"]);  // a round shares its deal
  }

  const Ended second = referee({"tournament", "all.json", "--out", "o"});
  EXPECT_EQ(second.code, 0);
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(second.err, matches + ", " + std::to_string(count) +
                            " played already, 0 to play\nThe records are in o.\n");
  EXPECT_EQ(records_in(path("o")), records);
  EXPECT_EQ(expect(0, {"standings", "o"}), first.out);
  expect(0, {"verify", "o"});
}

// Two programs that play the same are even on every deal: the pairing is played off to the end.
TEST_F(Tournament, PlaysOffTheTiesOfAKnockout) {
  Json config = Json::parse(config_of("black-hole", 1,
                                      {{"one", built::word("black-hole-greedy")},
                                       {"two", built::word("black-hole-greedy")},
                                       {"last", "referee random black-hole"}}));
  config["format"] = "knockout";
  config["tie_break"] = 2;
  config.erase("rounds");
  write("c.json", config.dump());
  EXPECT_TRUE(expect(0, {"tournament", "c.json", "--out", "o", "--plan-only"})
                  .starts_with("4 matches planned, and up to 8 to play off ties in o, "));
  const Ended run = referee({"tournament", "c.json", "--out", "o", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(
      expect(0, {"standings", "o"})
          .find("Ranked by rounds survived, ties being played off over up to 2 further deals"),
      std::string::npos);
  EXPECT_GT(records_in(path("o")).size(), 4U);
  expect(0, {"merge", "o"});
}

TEST_F(Tournament, SaysWhereASwissCannotDoWithoutRematches) {
  Json config = Json::parse(config_of("black-hole", 4,
                                      {{"one", built::word("black-hole-greedy")},
                                       {"two", "referee random black-hole --seed 2"},
                                       {"last", "referee random black-hole"}}));
  config["format"] = "swiss";
  write("c.json", config.dump());
  const Ended plan = referee({"tournament", "c.json", "--out", "o", "--plan-only"});
  EXPECT_EQ(plan.code, 0);
  EXPECT_NE(plan.err.find("3 bots can play 3 Swiss rounds without meeting twice"),
            std::string::npos)
      << plan.err;
  const Ended fewer =
      referee({"tournament", "c.json", "--out", "p", "--plan-only", "--rounds", "3"});
  EXPECT_EQ(fewer.err.find("meeting twice"), std::string::npos) << fewer.err;
}

TEST_F(Tournament, QuietMeansNothingOnStandardError) {
  write("c.json", small_config("6561", 1));
  const Ended ended = referee({"tournament", "c.json", "--out", "o", "--quiet"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out, "");
}

TEST_F(Tournament, ResultsGoToAFolderNamedAfterTheConfig) {
  fs::create_directory(path("configs"));
  write("configs/mine.json", small_config("black-hole", 1));
  const Ended ended = referee({"tournament", "configs/mine.json"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_TRUE(ended.err.ends_with("The records are in results/mine.\n")) << ended.err;
  EXPECT_TRUE(fs::exists(path("results/mine/manifest.json")));
}

}  // namespace
