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

}  // namespace
