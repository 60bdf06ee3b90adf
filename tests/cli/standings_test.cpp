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
  expect_error(2, "--csv has no ratings; --json or --markdown has",
               {"standings", "o", "--csv", "--anchor", "greedy"});
}

TEST_F(Standings, TimesStandApartInJson) {
  play_swiss();
  const Json plain = Json::parse(expect(0, {"standings", "o", "--json"}));
  Json timed = Json::parse(expect(0, {"standings", "o", "--json", "--times"}));
  const Json times = timed["events"][0]["times"];
  EXPECT_EQ(times["clock"], "cpu");
  for (const Json& bot : times["bots"]) {
    EXPECT_LE(bot["cpu_us"]["p95"], bot["cpu_us"]["most"]);
    EXPECT_GT(bot["wall_us"]["mean"], 0);
    // All turns of all games, but for what rounding takes.
    double charged = 0;
    std::uint64_t turns = 0;
    for (const Json& move : bot["moves"]) {
      turns += move["turns"].get<std::uint64_t>();
      charged += move["mean_us"].get<double>() * move["turns"].get<double>();
    }
    const Json& all = bot["cpu_us"];
    EXPECT_NEAR(charged, all["mean"].get<double>() * all["games"].get<double>(),
                static_cast<double>(turns));
  }
  const Json& nearest = times["nearest"];
  ASSERT_EQ(nearest.size(), 8U) << "one for each bot of four matches";
  const Json record = Json::parse(
      expect(0, {"show", "o", std::to_string(nearest[0]["match"].get<int>()), "--json"}));
  EXPECT_EQ(record["bots"][(nearest[0]["ply"].get<std::size_t>() + 1) % 2]["name"],
            nearest[0]["bot"]);
  EXPECT_GE(nearest[0]["share"], nearest[7]["share"]);
  const std::string text = expect(0, {"standings", "o", "--times"});
  // The same beside the times, which are before the sentence at the end.
  const std::string without = expect(0, {"standings", "o"});
  const std::size_t end = without.rfind("\n\n");
  ASSERT_NE(end, std::string::npos) << without;
  EXPECT_TRUE(text.starts_with(without.substr(0, end))) << text;
  EXPECT_TRUE(text.ends_with(without.substr(end))) << text;
  EXPECT_NE(text.find("CPU time of a turn, on average\nat move "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  " + nearest[0]["bot"].get<std::string>() + " in match "),
            std::string::npos)
      << text;
  timed["events"][0].erase("times");
  EXPECT_EQ(timed, plain);
}

TEST_F(Standings, OptionsThatDoNotGoTogether) {
  play_swiss();
  expect_error(2, "--cross needs --csv; the other forms have the cross table already",
               {"standings", "o", "--cross"});
  expect_error(2, "--csv has no ratings; --json or --markdown has",
               {"standings", "o", "--csv", "--ratings"});
  expect_error(2, "--markdown has no more times; leave it out, or take --json or --csv",
               {"standings", "o", "--markdown", "--times"});
  expect_error(2, "--cross has no times; leave out --cross or --times",
               {"standings", "o", "--csv", "--cross", "--times"});
  EXPECT_EQ(referee({"standings", "o", "--csv", "--json"}).code, 2);
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
  for (const auto& [words, reason] : std::vector<std::pair<Words, std::string>>{
           {{"--bot", "random"}, "--bot: name two bots or more; matches between them count"},
           {{"--bot", "random", "--bot", "nobody"},
            "--bot: no game of this tournament has a bot 'nobody'"},
           {{"--round", "0"},
            "--round: '0' is not a round, such as 3, or rounds, such as 3-7; they count from 1"},
           {{"--round", "7-3"}, "--round: '7-3' ends before it begins; 3-7?"},
           {{"--round", "1", "--ratings"},
            "ratings are of all matches; leave out --bot and --round, or the ratings"}}) {
    Words all = Words{"standings", "o"} + words;
    expect_error(2, reason, all);
  }
}

}  // namespace
