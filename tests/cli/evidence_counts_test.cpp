// referee compare with --results. The figures themselves are compared with reference
// values in tests/base/statistics.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Counts : public InFolder {
 protected:
  [[nodiscard]] Json json(Words words) const {
    words.push_back("--json");
    return Json::parse(expect(0, words));
  }
  void refuse(const std::string& message, const Words& words) const {
    expect_error(2, message, words);
  }
};

TEST_F(Counts, JsonHasStrengthAndTheTest) {
  const Json pairs = json({"compare", "--results", "34,54,31,32,64,75"});
  EXPECT_NEAR(pairs["elo"], 55.579780, 1e-5);
  EXPECT_NEAR(pairs["pairs_ratio"], 1.579545, 1e-6);
  EXPECT_EQ(pairs["counts"]["wl"], 31);
  EXPECT_EQ(pairs["count"], 290);
  EXPECT_FALSE(pairs.contains("llr"));
  const auto llr = [&](const std::string& results, const std::string& elo,
                       const std::string& model) {
    return json({"compare", "--results", results, "--elo", elo, "--model", model})["llr"]
        .get<double>();
  };
  EXPECT_NEAR(llr("34,54,63,64,75", "0,2", "normalized"), .534858, 1e-5);
  EXPECT_NEAR(llr("379,10170,21828,0,10640,343", "-1.75,.25", "normalized"), 5.459734, 1e-5);
  EXPECT_NEAR(llr("0,3,40,7,0", "-10,0", "logistic"), 1.389872, 1e-6);
  EXPECT_NEAR(llr("136,96,111", "0,5", "bayesian"), .717746, 2e-3);
  const Json open =
      json({"compare", "--results", "379,10170,21828,10640,343", "--elo", "0,5", "--alpha", "0.1"});
  EXPECT_EQ(open["decision"], "undecided");
  EXPECT_NEAR(open["lower"], -2.890371758, 1e-9);
  EXPECT_NEAR(open["upper"], 2.251291799, 1e-9);
  const Json none = json({"compare", "--results", "0,0,0"});
  EXPECT_EQ(none["elo_reach"], "nothing");
  EXPECT_TRUE(none["elo"].is_null());
}

TEST_F(Counts, TextForPeople) {
  EXPECT_EQ(
      expect(0, {"compare", "--results", "34, 54, 31, 32, 64, 75", "--elo", "0,5"}),
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
  EXPECT_TRUE(expect(0, {"compare", "--results", "136,96,111"})
                  .starts_with("343 games: 136 won, 96 lost, 111 drawn\n\nElo "));
}

TEST_F(Counts, BadInput) {
  for (const Words& bots : {Words{}, Words{"./a", "./b"}}) {
    refuse(
        "give the game and both bots, GAME NEW BASE; or --results W,L,D or LL,LD,WL+DD,WD,WW; see "
        "referee help compare",
        Words{"compare"} + bots);
  }
  refuse("--results are known already: give no game and no bots",
         {"compare", "./a", "./b", "--results", "1,2,3"});
  for (const char* gone : {"--forecast", "--true", "--deviation", "--sample", "--draws"}) {
    refuse(std::string("referee compare has no option ") + gone +
               " any more; docs/guide/compare.md has a table of how many pairs a test takes, and a "
               "run says how many are left",
           {"compare", gone});
  }
  refuse(
      "referee compare has no option --series-alpha any more; give --alpha SHARE: of a series that "
      "has the risk R, comparison k may take R / (k (k + 1))",
      {"compare", "--series-alpha", "0.05"});
  refuse(
      "referee compare has no option --log any more; give --out DIR: each comparison keeps its "
      "question, its games and its answer there",
      {"compare", "a", "b", "--log=comparisons.jsonl"});
  refuse("'elo' is now referee compare --results W,L,D or LL,LD,WL+DD,WD,WW",
         {"elo", "--games", "1,2,3"});
  refuse("'plan' is now a table in docs/guide/compare.md: how many pairs a comparison takes",
         {"plan", "compare"});
  refuse(
      "--results takes 3 counts of games (W,L,D), or 5 (LL,LD,WL+DD,WD,WW) or 6 "
      "(LL,LD,WL,DD,WD,WW) of pairs, not 4",
      {"compare", "--results", "1,2,3,4"});
  for (const std::string word : {"", "x", "-1", "1.5", "1 2", "1000000000001"}) {
    const std::string text = "1," + word + ",3";
    refuse("--results takes counts, whole numbers from 0 to 1000000000000; not '" + text + "'",
           {"compare", "--results", text});
  }
  refuse("--elo: the first (5) must be below the second (5), and both between -4000 and 4000",
         {"compare", "--results", "1,2,3", "--elo", "5,5"});
  refuse("--alpha and --beta must be above 0 and their sum below 1",
         {"compare", "--results", "1,2,3", "--alpha", "nan"});
  refuse("--model: bayesian is for single games, not for pairs",
         {"compare", "--results", "1,2,3,4,5", "--model", "bayesian"});
}

}  // namespace
