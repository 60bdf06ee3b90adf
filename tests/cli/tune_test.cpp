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
