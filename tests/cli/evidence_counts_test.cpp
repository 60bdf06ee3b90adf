// referee compare with --pairs and --games: the figures of known counts, and what is refused.
//
// The figures are compared with a table of reference values: normalised Elo within 1e-5, logistic
// Elo within 2e-3 of the program that made the table and within 1e-6 of its exact column.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Counts : public InFolder {
 protected:
  [[nodiscard]] Json json(Words words) const {
    words.push_back("--json");
    return Json::parse(expect(0, words));
  }
  [[nodiscard]] double llr(const std::string& option, const std::string& counts,
                           const std::string& elo0, const std::string& elo1,
                           const std::string& model = "normalized") const {
    return json(
        {"compare", option, counts, "--elo0", elo0, "--elo1", elo1, "--model", model})["llr"];
  }
  void refuse(const std::string& message, const Words& words) const {
    expect_error(2, message, words);
  }
};

struct Strength {
  const char* option;
  const char* counts;
  double score, elo, elo_error, nelo, nelo_error, los;
};

TEST_F(Counts, StrengthEqualsTheOracle) {
  const Strength rows[]{
      {"--pairs", "34,54,31,32,64,75", .579310345, 55.579780, 27.653430, 57.935600, 28.275376, 1},
      {"--pairs", "379,10170,21828,0,10640,343", .502294742, 1.594561, 1.208750, 3.050530, 2.312399,
       .9951},
      {"--pairs", "2,10,20,5,18,5", .558333333, 40.719573, 41.988414, 61.146147, 62.162971, .9731},
      {"--pairs", "0,3,30,10,7,0", .52, 13.904843, 21.247069, 44.668011, 68.096123, .9007},
      {"--pairs", "332,433,457,41,333,334", .487564767, -8.642667, 10.334194, -9.172914, 10.960459,
       .0505},
      {"--pairs", "5,5,5,5,5,5", .5, 0, 81.726802, 0, 87.911717, .5},
      {"--games", "136,96,111", .558309038, 40.702458, 30.427218, 49.768415, 36.768451, .9960},
      {"--games", "76,89,123", .4774305555, -15.693521, 30.458001, -20.756450, 40.126026, .1553},
      {"--games", "36433,36027,68692", .501438168, .999343, 1.298634, 1.394797, 1.812504, .9343},
  };
  for (const Strength& row : rows) {
    SCOPED_TRACE(row.counts);
    const Json json = this->json({"compare", row.option, row.counts});
    EXPECT_NEAR(json["score"], row.score, 1e-8);
    EXPECT_NEAR(json["elo"], row.elo, 1e-5);
    EXPECT_NEAR(json["elo_plain_error"], row.elo_error, 1e-5);
    EXPECT_GE(json["elo_error"], row.elo_error);
    EXPECT_NEAR(json["nelo"], row.nelo, 1e-5);
    EXPECT_NEAR(json["nelo_plain_error"], row.nelo_error, 1e-5);
    EXPECT_NEAR(json["los"], row.los, 5.1e-5);
    EXPECT_EQ(json["elo_reach"], "two_sided");
  }
  const Json first = json({"compare", "--pairs", "34,54,31,32,64,75"});
  EXPECT_NEAR(first["pairs_ratio"], 1.579545, 1e-6);
  EXPECT_NEAR(first["draw_ratio"], .217241, 1e-6);
  EXPECT_EQ(first["counts"]["wl"], 31);
  EXPECT_EQ(first["counts"]["dd"], 32);
  EXPECT_EQ(first["count"], 290);
}

TEST_F(Counts, RatiosEqualTheOracle) {
  const std::string one = "34,54,63,64,75";
  EXPECT_NEAR(llr("--pairs", one, "0", "2"), .534858, 1e-5);
  EXPECT_NEAR(llr("--pairs", one, "0", "5"), 1.301436, 1e-5);
  EXPECT_NEAR(llr("--pairs", one, "0", "10"), 2.483695, 1e-5);
  EXPECT_NEAR(llr("--pairs", one, "0", "5", "logistic"), 1.337374, 1e-6);
  const std::string two = "379,10170,21828,0,10640,343";
  EXPECT_NEAR(llr("--pairs", two, "0", "2"), 2.945495, 1e-5);
  EXPECT_NEAR(llr("--pairs", two, "-1.75", ".25"), 5.459734, 1e-5);
  EXPECT_NEAR(llr("--pairs", two, "0", "10"), -13.991562, 1e-5);
  EXPECT_NEAR(llr("--pairs", two, "0", "2", "logistic"), 3.125676, 1e-6);
  EXPECT_NEAR(llr("--pairs", "2,10,20,5,18,5", "-10", "0", "logistic"), .939480, 2e-3);
  EXPECT_NEAR(llr("--pairs", "0,3,30,10,7,0", "0", "10"), .323764, 1e-5);
  EXPECT_NEAR(llr("--pairs", "0,3,40,7,0", "-10", "0", "logistic"), 1.389872, 1e-6);
  EXPECT_NEAR(llr("--pairs", "332,433,498,333,334", "0", "5"), -1.863815, 1e-5);
  EXPECT_NEAR(llr("--pairs", "365,16618,36029,200,16974,390", "0", "2"), 2.250368, 1e-5);
  EXPECT_NEAR(llr("--pairs", "127,4883,10311,401,5150,104", "-1.75", ".25"), 3.010154, 1e-5);
  EXPECT_NEAR(llr("--pairs", "223,9863,20279,1000,10037,246", ".5", "2.5", "logistic"), -3.074423,
              2e-3);
  EXPECT_NEAR(llr("--games", "136,96,111", "0", "10"), 1.258039, 1e-5);
  EXPECT_NEAR(llr("--games", "136,96,111", "0", "5", "logistic"), .799006, 2e-3);
  EXPECT_NEAR(llr("--games", "136,96,111", "0", "5", "bayesian"), .717746, 2e-3);
  EXPECT_NEAR(llr("--games", "76,89,123", "0", "5", "bayesian"), -.301296, 2e-3);
  EXPECT_NEAR(llr("--games", "36433,36027,68692", "0", "2", "logistic"), -.002982, 1e-6);
}

TEST_F(Counts, BoundsAndDecision) {
  const Words words{"compare", "--pairs", "379,10170,21828,10640,343", "--elo0", "0", "--elo1"};
  Words accepted = words;
  accepted.push_back("2");
  Json json = this->json(accepted);
  EXPECT_EQ(json["decision"], "H1");
  EXPECT_NEAR(json["lower"], -2.944438979, 1e-9);
  EXPECT_NEAR(json["upper"], 2.944438979, 1e-9);
  Words turned_down = words;
  turned_down.push_back("10");
  EXPECT_EQ(this->json(turned_down)["decision"], "H0");
  Words open = words;
  open.insert(open.end(), {"5", "--alpha", "0.1"});
  json = this->json(open);
  EXPECT_EQ(json["decision"], "undecided");
  EXPECT_NEAR(json["lower"], -2.890371758, 1e-9);
  EXPECT_NEAR(json["upper"], 2.251291799, 1e-9);
}

TEST_F(Counts, OneSidedResultsAreHonest) {
  Json json = this->json({"compare", "--pairs", "0,0,0,0,0,20", "--elo0", "0", "--elo1", "10"});
  EXPECT_NEAR(json["llr"], .797325, 1e-5);
  EXPECT_EQ(json["elo_reach"], "at_least");
  EXPECT_TRUE(json["elo_high"].is_null());
  EXPECT_NEAR(json["elo_low"], 277, 1);
  EXPECT_LT(json["los"], 1);
  EXPECT_TRUE(json["pairs_ratio"].is_null());
  json = this->json({"compare", "--pairs", "7,0,0,0,0"});
  EXPECT_EQ(json["elo_reach"], "at_most");
  EXPECT_TRUE(json["elo_low"].is_null());
  json = this->json({"compare", "--games", "0,0,0"});
  EXPECT_EQ(json["elo_reach"], "nothing");
  EXPECT_TRUE(json["elo"].is_null());
  json = this->json({"compare", "--pairs", "1,0,0,0,0", "--elo0", "-1500", "--elo1", "-500"});
  EXPECT_TRUE(json["llr"].is_number());
  EXPECT_NE(expect(0, {"compare", "--pairs", "0,0,0,0,20"}).find("at least +277"),
            std::string::npos);
  EXPECT_NE(expect(0, {"compare", "--games", "0,0,0"}).find("unknown"), std::string::npos);
}

TEST_F(Counts, TextForPeople) {
  const std::string text =
      expect(0, {"compare", "--pairs", "34,54,31,32,64,75", "--elo0", "0", "--elo1", "5"});
  EXPECT_EQ(
      text,
      "290 pairs: 34 LL, 54 LD, 31 WL, 32 DD, 64 WD, 75 WW\n\n"
      "Elo             +55.6 ± 27.8  rating difference, with its 95 % interval\n"
      "normalised Elo  +57.9 ± 29.6  the same, measured by how much one game varies\n"
      "LOS             over 99.99 %  likelihood that the first bot is the stronger one\n"
      "score           57.93 %       share of the points that could be won\n"
      "pairs ratio     1.58          pairs won for each pair lost\n"
      "even pairs      21.7 %        share of pairs that nobody won\n"
      "LLR             +1.30         evidence: H0 is accepted at -2.94, H1 at +2.94\n\n"
      "Undecided between 0.00 normalised Elo (H0) and +5.00 normalised Elo (H1): more results "
      "are needed.\n");
  EXPECT_TRUE(expect(0, {"compare", "--games", "136,96,111"})
                  .starts_with("343 games: 136 won, 96 lost, 111 drawn\n\nElo "));
}

// 1440 +- 55 covers the truth in a fifth of the cases.
TEST_F(Counts, NormalizedEloKnowsThatTheSpreadIsEstimatedToo) {
  const Json json = this->json({"compare", "--pairs", "0,0,0,9,68"});
  EXPECT_NEAR(json["nelo"], 1440, 0.1);
  EXPECT_NEAR(json["nelo_plain_error"], 54.9, 0.1);
  EXPECT_GT(json["nelo_error"], 400);
  EXPECT_LT(json["nelo_low"], 1100);
}

TEST_F(Counts, APlanNeedsNoBots) {
  const Json plan = this->json({"compare", "--forecast", "--elo0", "0", "--elo1", "30"});
  ASSERT_EQ(plan["rows"].size(), 5U);
  EXPECT_EQ(plan["unit"], "normalised Elo");
  EXPECT_NEAR(plan["rows"][1]["chance_h1"], 0.05, 0.01);
  EXPECT_NEAR(plan["rows"][3]["mean_pairs"], 405, 30);  // tests/base/statistics/error-rates.md
  EXPECT_EQ(plan["seconds_per_pair"], nullptr);
  const std::string text = expect(0, {"compare", "--forecast", "--true", "5", "--alpha", "0.01"});
  EXPECT_NE(text.find("pairs, mean"), std::string::npos) << text;
  EXPECT_NE(text.find("+5"), std::string::npos) << text;
  refuse("a forecast by points needs --game GAME, for the limits of its points",
         {"compare", "--forecast", "--by", "points"});
  refuse("give both bots, NEW and BASE, or none",
         {"compare", "--forecast", "./x", "--game", "box"});
}

TEST_F(Counts, BadInput) {
  refuse(
      "give both bots, NEW and BASE; or results: --pairs LL,LD,WL+DD,WD,WW or --games W,L,D; or "
      "--forecast; see referee help compare",
      {"compare"});
  refuse("two bots need --game GAME; see referee games", {"compare", "./a", "./b"});
  refuse("--pairs and --games are results: give no bots, no --game, no --forecast",
         {"compare", "./a", "./b", "--games", "1,2,3"});
  refuse("--true, --draws, --deviation and --sample belong to --forecast",
         {"compare", "--games", "1,2,3", "--true", "5"});
  refuse("'elo' is now referee compare --pairs LL,LD,WL+DD,WD,WW or referee compare --games W,L,D",
         {"elo", "--games", "1,2,3"});
  refuse("'plan' is now referee compare --forecast", {"plan", "compare"});
  refuse("--pairs and --games exclude each other; give one of them",
         {"compare", "--pairs", "1,2,3,4,5", "--games", "1,2,3"});
  EXPECT_EQ(expect(0, {"compare", "--pairs", "1, 2, 3, 4, 5"}),
            expect(0, {"compare", "--pairs", "1,2,3,4,5"}));
  refuse("--pairs takes 5 counts (LL,LD,WL+DD,WD,WW) or 6 (LL,LD,WL,DD,WD,WW), not 4",
         {"compare", "--pairs", "1,2,3,4"});
  refuse("--games takes 3 counts (W,L,D), not 2", {"compare", "--games", "1,2"});
  const std::string no_count =
      "' is not a count; it must be a whole number from 0 to 1000000000000";
  for (const char* word : {"", "x", "-1", "1.5", "1 2", "1000000000001", "99999999999999999999"}) {
    refuse("--games: '" + std::string(word) + no_count,
           {"compare", "--games", "1," + std::string(word) + ",3"});
  }
  const std::string no_elo = "--elo0 must be below --elo1, and both from -4000 to 4000";
  for (const auto& [low, high] : std::vector<std::pair<std::string, std::string>>{
           {"5", "5"}, {"6", "5"}, {"-4001", "0"}, {"0", "nan"}, {"0", "inf"}}) {
    refuse(no_elo, {"compare", "--games", "1,2,3", "--elo0", low, "--elo1", high});
  }
  for (const char* alpha : {"0", "-1", "0.96", "nan"}) {
    refuse("--alpha and --beta must be above 0 and their sum below 1",
           {"compare", "--games", "1,2,3", "--elo0", "0", "--elo1", "5", "--alpha", alpha});
  }
  refuse("--model bayesian is for single games (--games), not for pairs",
         {"compare", "--pairs", "1,2,3,4,5", "--elo0", "0", "--elo1", "5", "--model", "bayesian"});
}

}  // namespace
