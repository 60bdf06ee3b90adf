// referee regress with real bots: every kind of check once. What each of them says of which games
// is in tests/analysis/evidence, where no process plays.
#include "regress.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace cli_test;

// All that a bot passes, in one run.
TEST_F(Regress, EveryKindOfCheckPasses) {
  record("a.json", "box", greedy("box"), random_bot("box"));
  const Json checks{
      {{"check", "no-faults"}, {"games", 4}},
      {{"check", "score"}, {"games", 10}, {"at_least", 100}},
      {{"check", "score"}, {"name", "seeds"}, {"seeds", {3, 1, 2}}, {"at_least", 100}},
      {{"check", "move-time"}, {"games", 2}, {"at_most", 1000}, {"clock", "cpu"}},
      {{"check", "move-time"},
       {"name", "wall"},
       {"games", 2},
       {"at_most", 1000},
       {"first_at_most", 2000},
       {"clock", "wall"}},
      {{"check", "same-moves"}, {"records", "a.json"}},
      {{"check", "plays-on"}, {"records", "a.json"}, {"plies", {4, 10}}}};
  write_config("box", greedy("box"), checks);
  const Json result =
      Json::parse(expect(0, {"regress", "r.json", "--json", "--quiet", "--out", "o"}));
  EXPECT_EQ(result["verdict"], "passed");
  const Json& all = result["checks"];
  ASSERT_EQ(all.size(), checks.size());
  EXPECT_EQ(all[0]["reason"], "no fault in 4 games");
  EXPECT_EQ(all[0]["figures"].dump(), R"({"games":4,"different":4,"faults":{},"others_failed":0})");
  EXPECT_EQ(all[0]["details"], Json::array());
  const Json& score = all[1]["figures"];
  EXPECT_GT(score["low"], 100);
  EXPECT_GT(score["mean"], score["low"]);
  EXPECT_LT(score["mean"], score["high"]);
  EXPECT_EQ(score["deals"], 5);
  EXPECT_EQ(all[2]["figures"]["low"], nullptr);
  EXPECT_EQ(all[2]["figures"]["games"], 6);
  std::vector<std::uint64_t> seeds;
  for (const Json& record : records_in(path("o/seeds"))) seeds.push_back(record["seed"]);
  EXPECT_EQ(seeds, (std::vector<std::uint64_t>{3, 3, 1, 1, 2, 2}));
  for (const std::size_t i : {3U, 4U}) {
    EXPECT_EQ(all[i]["figures"]["clock"], i == 3 ? "cpu" : "wall");
    EXPECT_GT(all[i]["figures"]["moves"], 20);
    EXPECT_EQ(all[i]["figures"]["too_slow"], 0);
    EXPECT_GT(all[i]["figures"]["slowest"], 0);
  }
  EXPECT_GT(all[4]["figures"]["slowest_first"], 0);
  EXPECT_EQ(all[5]["figures"]["different"], 0);
  EXPECT_EQ(all[6]["figures"].dump(), R"({"positions":2,"played":2,"reached":2,"failed":0})");
}

// And all that another one fails, and cannot decide.
TEST_F(Regress, EveryKindOfCheckFails) {
  write_broken();
  record("a.json", "box", greedy("box"), random_bot("box"));
  const Json checks{
      {{"check", "no-faults"}, {"games", 2}},
      {{"check", "score"}, {"games", 4}, {"at_least", 1}},
      {{"check", "move-time"}, {"games", 2}, {"at_most", 1}},
      {{"check", "same-moves"}, {"records", "a.json"}, {"as", "box-greedy"}},
      {{"check", "plays-on"}, {"records", "a.json"}, {"as", "box-greedy"}, {"plies", {4, 10}}}};
  write_config("box", "./broken", checks);
  const Json all = Json::parse(expect(1, {"regress", "r.json", "--json", "--quiet"}))["checks"];
  ASSERT_EQ(all.size(), checks.size());
  for (const Json& one : all) EXPECT_EQ(one["verdict"], "failed") << one.dump();
  EXPECT_EQ(all[0]["reason"], "2 faults in 2 games: 2 crash");
  // Both failed for the same reason, which is told once.
  ASSERT_EQ(all[0]["details"].size(), 1U);
  const std::string detail = all[0]["details"][0];
  EXPECT_TRUE(detail.starts_with("game 0 as player 1 against random, seed ")) << detail;
  EXPECT_NE(detail.find(": crash at move 1: "), std::string::npos) << detail;
  EXPECT_NE(detail.find("; it wrote last: it is broken; 1 more game for the same reason"),
            std::string::npos)
      << detail;
  EXPECT_TRUE(all[2]["reason"].get<std::string>().starts_with(
      "2 moves were not answered at all (2 crash); "))
      << all[2]["reason"];
  EXPECT_NE(all[3]["details"][0].get<std::string>().find("move 1: crash ("), std::string::npos)
      << all[3]["details"];
}

// The recorded moves of both seats, in a game whose seats alternate and in one where a seat may
// have several turns.
TEST_F(Regress, RecordedGamesOfBothSeatsArePlayedAgain) {
  for (const std::string game : {"6561", "turn-right"}) {
    SCOPED_TRACE(game);
    record("a.json", game, greedy(game), random_bot(game));
    record("b.json", game, random_bot(game), greedy(game));
    write_config(game, greedy(game),
                 {{{"check", "same-moves"}, {"records", {"a.json", "b.json"}}},
                  {{"check", "plays-on"}, {"records", "b.json"}, {"plies", {1, 6, 15}}}});
    const Json all =
        Json::parse(expect(0, {"regress", "r.json", "--json", "--quiet", "--out", game}))["checks"];
    EXPECT_EQ(all[0]["figures"]["games"], 2);
    EXPECT_GT(all[0]["figures"]["moves"], 10);
    EXPECT_EQ(records_in(path(game) / "same-moves").size(), 2U);
    expect(0, {"verify", game + "/same-moves"});
    expect(0, {"show", game + "/same-moves", "0", "--boards", "none"});
    EXPECT_EQ(all[1]["figures"].dump(), R"({"positions":3,"played":3,"reached":3,"failed":0})");
    expect(0, {"verify", game + "/plays-on"});
    // The recorded moves up to there stand in each game.
    const Json recorded = Json::parse(read("b.json"))["plies"];
    const auto games = records_in(path(game) / "plays-on");
    ASSERT_EQ(games.size(), 3U);
    for (std::size_t i = 0; i < 15; ++i) {
      EXPECT_EQ(games[2]["plies"][i]["line"], recorded[i]["line"]) << i;
    }
  }
}

}  // namespace
