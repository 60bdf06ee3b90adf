// referee standings in all its forms.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Standings : public InFolder {
 protected:
  // A Swiss tournament of three bots.
  void play_swiss() const {
    Json config = Json::parse(config_of("black-hole", 2,
                                        {{"random", "referee random black-hole"},
                                         {"greedy", built::word("black-hole-greedy")},
                                         {"other", "referee random black-hole --seed 2"}}));
    config["format"] = "swiss";
    write("c.json", config.dump());
    expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  }
};

TEST_F(Standings, AnAnchorAsksForTheRatingsToo) {
  play_swiss();
  for (const std::string as : {"", "--json", "--markdown"}) {
    Words words{"standings", "o", "--anchor", "greedy"};
    if (!as.empty()) words.push_back(as);
    const std::string implied = expect(0, words);
    words.emplace_back("--ratings");
    EXPECT_EQ(implied, expect(0, words));
  }
  EXPECT_NE(expect(0, {"standings", "o", "--anchor", "greedy"}).find("; greedy is 0."),
            std::string::npos);
}

TEST_F(Standings, OfSomeBotsAndRounds) {
  play_swiss();
  const std::string text = expect(0, {"standings", "o", "--bot", "random", "--bot", "greedy"});
  EXPECT_TRUE(text.starts_with("Black Hole (CodeCup 2018), only between random and greedy: "))
      << text;
  EXPECT_EQ(text.find("other"), std::string::npos) << text;
  const Json event =
      Json::parse(expect(0, {"standings", "o", "--round", "2", "--json"}))["events"][0];
  EXPECT_EQ(event["selection"], "round 2");
  EXPECT_EQ(event["played"], 2);
}

}  // namespace
