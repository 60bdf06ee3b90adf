// referee compare: its parts joined. What it says of which results is in tests/analysis/evidence
// and tests/show/report/verdicts.
#include <csignal>
#include <filesystem>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "gate.hpp"
#include "in_process.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

TEST_F(Compare, ABetterBotIsAcceptedAndAWeakerOneTurnedDown) {
  const Json json = compare(0, "box", greedy("box"), random("box"), {"--elo", "0,200"});
  EXPECT_EQ(json["decision"], "H1");
  EXPECT_GT(json["elo"], 100);
  EXPECT_EQ(json["new"]["command"], greedy("box"));
  EXPECT_EQ(json["faults"].dump(), R"({"new":{},"base":{},"first":[]})");
  EXPECT_EQ(compare(1, "box", random("box"), greedy("box"), {"--elo", "0,200"})["decision"], "H0");
}

TEST_F(Compare, CanBeInterruptedAndGoesOn) {
  const Gate gate(folder_);
  const Words words{"compare", "./gated", greedy("box"), "--game", "box",    "--elo",
                    "0,1",     "--json",  "--max-pairs", "20",     "--jobs", "2"};
  const Words kept = words + Words{"--out", "o"};
  fs::create_directory(path("o"));
  Child child(command(kept), folder_);
  gate.admit(1);
  child.wait_for_change(path("o"), [this] {
    const fs::path file = path("o") / "matches-0001.jsonl";
    return fs::exists(file) && fs::file_size(file) > 0;
  });
  child.signal(SIGINT);
  child.wait_for_stderr("again to leave at once; the same command continues\n");
  gate.admit(2);
  const Ended ended = child.end();
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["reason"], "interrupted");
  EXPECT_NE(ended.err.find("interrupted; the same command continues"), std::string::npos);
  EXPECT_LE(records_in(path("o")).size(), 3U);
  gate.admit(80);
  EXPECT_EQ(expect(4, kept), expect(4, words));
  EXPECT_EQ(records_in(path("o")).size(), 40U);
}

class Compared : public InProcess {
 protected:
  // With --json, of two bots that play random moves.
  [[nodiscard]] Json compare(int code, const std::string& game, const Words& more) const {
    return Json::parse(expect(
        code, Words{"compare", game, bot(1, game), bot(2, game), "--json", "--quiet"} + more));
  }
};

TEST_F(Compared, MorePairsMayFollow) {
  const Words words{"--elo", "0,1", "--out", "o", "--max-pairs"};
  const Json two = compare(4, "box", words + Words{"2"});
  EXPECT_EQ(two["reason"], "all_played");
  EXPECT_EQ(two["pairs"], 2);
  EXPECT_EQ(records_in(path("o")).size(), 4U);
  EXPECT_EQ(compare(4, "box", words + Words{"4"})["pairs"], 4);
  EXPECT_EQ(records_in(path("o")).size(), 8U);
  // Its folder is a tournament's store.
  expect(0, {"verify", "o"});
  expect(0, {"show", "o", "3"});
}

TEST_F(Compared, JobsAndLostRecordsChangeNothing) {
  const Words few{"--elo", "0,60", "--seed", "5", "--max-pairs", "20"};
  const Json one = compare(4, "box", few + Words{"--jobs", "1"});
  const Words kept = few + Words{"--jobs", "2", "--out", "o"};
  EXPECT_EQ(compare(4, "box", kept), one);
  std::string left;
  int number = 0;
  for (const std::string& line : lines_of(read("o/matches-0001.jsonl"))) {
    if (number++ % 3 != 1) left += line + "\n";
  }
  write("o/matches-0001.jsonl", left);
  EXPECT_EQ(compare(4, "box", kept), one);
  EXPECT_EQ(records_in(path("o")).size(), 40U);
  EXPECT_EQ(compare(4, "box", kept), one) << "nothing is missing";
  EXPECT_EQ(records_in(path("o")).size(), 40U);
}

TEST_F(Compared, AMeasureIsDone) {
  EXPECT_EQ(compare(0, "box", {"--elo", "±400"})["reason"], "measured");
}

TEST_F(Compared, AnotherQuestionToTheSameGamesIsTold) {
  const Words words{"--max-pairs", "2", "--out", "o", "--elo"};
  EXPECT_FALSE(compare(4, "box", words + Words{"-100,0"}).contains("first_question"));
  EXPECT_EQ(compare(4, "box", words + Words{"0,200"})["first_question"],
            "by wins, normalised Elo -100 against 0, alpha 0.05, beta 0.05, with the far stop");
  const Ended foreign = referee({"compare", "box", bot(1, "box"), bot(3, "box"), "--out", "o"});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_NE(foreign.err.find("o holds another tournament"), std::string::npos) << foreign.err;
}

// Whom both bots meet, and by what they are compared.
TEST_F(Compared, PartnersAndOpponents) {
  write("c.json", config_of("black-hole", 1, {{"ann", bot(3)}, {"base", bot(4)}}));
  struct Row {
    std::string game;
    Words words;
    std::string by;
    std::set<std::string> met;
  };
  for (const auto& [game, words, by, met] : std::vector<Row>{
           {"box", {}, "points", {"new-base", "base-new"}},
           {"box", {"--elo", "0,10"}, "wins", {"new-base", "base-new"}},
           {"turn-right", {}, "wins", {"new-base", "base-new"}},
           {"2187", {}, "points", {"new-partner", "partner-new", "base-partner"}},
           {"2187", {"--partner", "self"}, "points", {"new-new again", "base-base again"}},
           {"black-hole",
            {"--against", "c.json"},
            "points",
            {"new-ann", "ann-new", "base-ann", "ann-base", "new-opponent base", "opponent base-new",
             "base-opponent base", "opponent base-base"}}}) {
    SCOPED_TRACE(game);
    fs::remove_all(path("o"));
    const Json json = compare(4, game, words + Words{"--max-pairs", "2", "--out", "o"});
    EXPECT_EQ(json["by"], by);
    std::set<std::string> found;
    for (const Json& record : records_in(path("o"))) {
      found.insert(record["bots"][0]["name"].get<std::string>() + "-" +
                   record["bots"][1]["name"].get<std::string>());
    }
    EXPECT_EQ(found, met);
  }
}

}  // namespace
