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

TEST_F(Regress, NotWeaker) {
  const auto against = [&](const std::string& base, int most) {
    return Json{{"check", "not-weaker"}, {"base", base}, {"elo", {-200, 0}}, {"max_pairs", most}};
  };
  const Json better = check(0, "box", greedy("box"), against(random_bot("box"), 100));
  EXPECT_EQ(better["comparison"]["decision"], "H1");
  const Json worse = check(1, "box", random_bot("box"), against(greedy("box"), 100));
  EXPECT_EQ(worse["comparison"]["decision"], "H0");
  check(4, "box", random_bot("box") + " --seed 1", against(random_bot("box"), 2));
}

TEST_F(Regress, NotWeakerSaysThatAnotherQuestionIsOne) {
  const auto ask = [&](double elo0, double elo1) {
    return check(0, "box", greedy("box"),
                 {{"check", "not-weaker"}, {"base", random_bot("box")}, {"elo", {elo0, elo1}}},
                 {"--out", "o"});
  };
  const Json first = ask(-1500, -200);
  EXPECT_FALSE(first["comparison"].contains("first_question"));
  const Json second = ask(-150, 0);
  EXPECT_EQ(second["comparison"]["first_question"],
            "by wins, normalised Elo -1500 against -200, alpha 0.05, beta 0.05, with the far stop");
  EXPECT_TRUE(second["details"][1].get<std::string>().starts_with(
      "These games were played for another question: by wins, normalised Elo -1500 against -200"))
      << second["details"];
}

}  // namespace
