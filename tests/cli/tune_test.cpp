// referee tune: rounds, the comparison at their end, stopping and continuing, parts.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "tests/show/report/schema.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Tune : public InFolder {
 protected:
  // From a value that ignores the own colour: three rounds.
  const Words greedy_{"tune",    built::word("box-greedy") + " --own {own} --open {open}",
                      "--param", "own=0:0:4",
                      "--param", "open=0:0:1",
                      "--game",  "box",
                      "--pairs", "24",
                      "--quiet", "--max-pairs",
                      "60"};

  Json tune(int code, const Words& words, const std::string& folder) const {
    return Json::parse(expect(code, words + Words{"--out", folder, "--json"}));
  }
};

TEST_F(Tune, FindsBetterValuesAndComparesThem) {
  const Json result = tune(0, greedy_ + Words{"--html", "page.html"}, "o");
  auto schema = referee::report::published_schema("tune");
  EXPECT_EQ(schema.check(result), std::vector<std::string>{}) << result.dump(2);
  EXPECT_EQ(schema.undescribed(), std::vector<std::string>{});
  auto comparison = referee::report::published_schema("comparison");
  EXPECT_EQ(comparison.check(result["comparison"]), std::vector<std::string>{});
  EXPECT_EQ(result["comparison"]["conclusion"], "better");
  EXPECT_EQ(result["played_rounds"], 3);
  EXPECT_EQ(result["path"].size(), 4U);
  EXPECT_EQ(result["different_pairs"], 24);
  EXPECT_GT(result["parameters"][0]["best"], 0.5);
  EXPECT_EQ(result["comparison"]["new"]["command"], result["best_command"]);
  EXPECT_EQ(result["comparison"]["base"]["command"], result["start_command"]);

  // What is there is ordinary: tournaments, sealed, and a comparison.
  for (const std::string round : {"o/round-01", "o/round-03"}) {
    expect(0, {"verify", round});
    EXPECT_NE(expect(0, {"standings", round}).find("own="), std::string::npos);
  }
  expect(0, {"verify", "o/comparison"});
  EXPECT_NE(read("page.html").find("\"course\":["), std::string::npos);
  EXPECT_NE(read("page.html").find("Better: keep the new bot. "), std::string::npos);

  // Again: nothing is played, and the same is said.
  const auto played = record_files("o/comparison");
  EXPECT_EQ(tune(0, greedy_, "o"), result);
  EXPECT_EQ(record_files("o/comparison"), played);
  const std::string text = expect(0, greedy_ + Words{"--out", "o"});
  EXPECT_NE(text.find("24 pairs in 3 rounds"), std::string::npos) << text;
  EXPECT_NE(text.find("On deals that no round had:"), std::string::npos) << text;
  // What the surface promises is not printed.
  EXPECT_EQ(text.substr(0, text.find("On deals")).find("Elo"), std::string::npos) << text;
}

TEST_F(Tune, ContinuesAfterAKill) {
  const Json alone = tune(0, greedy_, "alone");
  for (const std::string until : {"round-02", "comparison"}) {
    fs::create_directories(path("o"));
    Child child(command(greedy_ + Words{"--out", "o", "--jobs", "1"}), path(""));
    child.wait_for_change(path("o"), [&] { return fs::exists(path("o/" + until)); });
    child.signal(SIGKILL);
    EXPECT_EQ(child.end().code, 128 + SIGKILL);
  }
  EXPECT_EQ(tune(0, greedy_, "o"), alone);
}

TEST_F(Tune, SaysWhenTheStartIsBest) {
  const Words words{"tune",    built::word("box-greedy") + " --own {own}",
                    "--param", "own=1:0:1:int",
                    "--game",  "box",
                    "--pairs", "24",
                    "--quiet", "--out",
                    "o"};
  const std::string text = expect(1, words);
  EXPECT_NE(text.find("The best values are those of the start"), std::string::npos) << text;
  EXPECT_FALSE(fs::exists(path("o/comparison")));
  const Json result = Json::parse(expect(1, words + Words{"--json"}));
  EXPECT_EQ(result["same"], true);
  EXPECT_EQ(result["comparison"], nullptr);
  EXPECT_EQ(result["parameters"][0]["best"], 1);
}

TEST_F(Tune, PartsOnOtherMachinesSayTheSame) {
  const Json alone = tune(0, greedy_, "alone");
  for (int step = 0; step < 20; ++step) {
    for (const char* part : {"2/2", "1/2"}) {
      const Ended played = referee(greedy_ + Words{"--part", part, "--out", "o", "--quiet"});
      ASSERT_LE(played.code, 4) << played.err;
    }
    const Ended merged = referee({"merge", "o", "--json"});
    ASSERT_LE(merged.code, 4) << merged.err;
    if (merged.code != 4) {
      EXPECT_EQ(merged.code, 0);
      EXPECT_EQ(Json::parse(merged.out), alone);
      return;
    }
  }
  ADD_FAILURE() << "the tuning does not end";
}

TEST_F(Tune, CooperativeGamesHaveAPartnerAndFieldsOpponents) {
  const Words common{"--param",     "x=3:1:9:int", "--pairs", "4",
                     "--max-pairs", "2",           "--quiet", "--out"};
  const Ended one = referee(Words{"tune", "referee random 6561 --seed {x}", "--game", "6561"} +
                            common + Words{"coop", "--json"});
  ASSERT_TRUE(one.code <= 1 || one.code == 4) << one.err;
  EXPECT_EQ(Json::parse(one.out)["by"], "points");
  expect(0, {"verify", "coop/round-01"});

  fs::create_directory(path("rivals"));
  fs::copy_file(built::file("box-greedy"), path("rivals/ann"));
  const Ended two = referee(Words{"tune", built::word("box-greedy") + " --own {x}", "--game", "box",
                                  "--against", "rivals"} +
                            common + Words{"field", "--json"});
  ASSERT_TRUE(two.code <= 1 || two.code == 4) << two.err;
  const Json field = Json::parse(two.out);
  EXPECT_EQ(field["unit"], "% of the games");
  EXPECT_EQ(field["comparison"]["field"]["opponents"].size(), 1U);
}

TEST_F(Tune, RefusesWhatDoesNotFit) {
  const auto without = [&](const std::string& option) {
    Words words = greedy_ + Words{"--out", "o"};
    const auto at = std::find(words.begin(), words.end(), option);
    words.erase(at, at + 2);
    return words;
  };
  expect_error(2,
               "--pairs N is missing: how many pairs of games to look for the values with, e.g. "
               "--pairs 400",
               without("--pairs"));
  expect_error(2,
               "command is required; usage: referee tune GAME COMMAND [options]; see referee help "
               "tune",
               without("--game"));
  expect_error(2, "--out DIR is missing: the folder that keeps what is played", without("--out"));
  EXPECT_FALSE(fs::exists(path("o")));

  expect(4, greedy_ + Words{"--part", "1/1000", "--out", "o"});
  Words more = greedy_ + Words{"--out", "o"};
  *std::find(more.begin(), more.end(), "24") = "30";
  expect_error(2,
               "o has another tuning: it differs in --pairs (24 there, 30 here); give the same "
               "command, or another folder",
               more);
  write("config.json", small_config("box", 1));
  expect(0, {"tournament", "config.json", "--out", "t", "--plan-only"});
  expect_error(2, "t has a tournament or a comparison; give another folder for this tuning",
               greedy_ + Words{"--out", "t"});
}

TEST_F(Tune, SaysThatABotFailsInEveryGame) {
  write_program("bad", "#!/bin/sh\nexit 3\n");
  const Ended ended = referee({"tune", "./bad {x}", "--param", "x=1:0:9", "--game", "box",
                               "--pairs", "8", "--out", "o", "--quiet"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("a bot failed in every game, so nothing can be tuned; see referee "
                           "standings o/round-01"),
            std::string::npos)
      << ended.err;
}

}  // namespace
