// Options that several verbs share: each does the same in every verb that has it.
#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

const std::string unseeded = "referee random black-hole";
const std::string seeded = "referee random black-hole --seed 3";

struct Row {
  std::string verb;
  Words words;
  std::string records;  // where they are: a folder; empty: on standard output
};

std::vector<Row> verbs_that_play() {
  return {
      {"match", {"match", "black-hole", unseeded, seeded, "--json"}, ""},
      {"replay", {"replay", "recorded.json", "--json"}, ""},
      {"tournament", {"tournament", "c.json", "-j", "1", "--out", "o"}, "o"},
      {"compare",
       {"compare", unseeded, seeded, "-g", "black-hole", "--max-pairs", "1", "-j1", "--out", "o"},
       "o"},
      {"tune",
       {"tune", built::word("box-greedy") + " --own {x}", "--param", "x=0:0:9", "--game", "box",
        "--pairs", "8", "--max-pairs", "1", "-j", "1", "--out", "o"},
       "o/round-01"},
      {"regress", {"regress", "r.json", "-j", "1", "--out", "o"}, "o/plays"}};
}

class SharedOptions : public InFolder, public testing::WithParamInterface<Row> {
 protected:
  SharedOptions() {
    write("c.json", config_of("black-hole", 1, {{"a", unseeded}, {"b", seeded}}));
    write(
        "r.json",
        Json{{"game", "black-hole"},
             {"bot", unseeded},
             {"checks",
              {{{"name", "plays"}, {"check", "no-faults"}, {"opponents", {seeded}}, {"games", 2}}}}}
            .dump());
    write("recorded.json",
          expect(0, {"match", "black-hole", unseeded, seeded, "--seed", "4", "--json"}));
  }

  // The records of the verb of this row with these options besides.
  [[nodiscard]] std::vector<Json> played(const Words& options) const {
    const Row& row = GetParam();
    const Ended ended = referee(row.words + options);
    EXPECT_TRUE(ended.code == 0 || ended.code == 4) << ended.code << ended.err;
    if (!row.records.empty()) return records_in(path(row.records));
    Json json = Json::parse(ended.out);
    return {json.contains("runs") ? Json(json["runs"][0]["record"]) : json};
  }
};

TEST_P(SharedOptions, SayWhatIsInTheRecords) {
  const auto records = played({"--clock", "wall", "--speed", "2", "--limit",
                               "budget=8,turn_limit=4,first_turn_limit=6", "--trust", "--quiet"});
  ASSERT_FALSE(records.empty());
  for (const Json& record : records) {
    EXPECT_EQ(record["clock"], "wall");
    EXPECT_EQ(record["speed"], 2.0);
    EXPECT_EQ(record["budget"], 4.0);
    EXPECT_EQ(record["turn_limit"], 2.0);
    EXPECT_EQ(record["first_turn_limit"], 3.0);
    EXPECT_EQ(record["isolated"], false);
  }
}

TEST_P(SharedOptions, AreRefusedAlike) {
  const Words words = GetParam().words;
  for (const auto& [options, message] : std::vector<std::pair<Words, std::string>>{
           {{"--clock", "sun"}, "--clock: 'sun' is not one of cpu|wall"},
           {{"--toolchain", "2000"}, "--toolchain: '2000' is not one of 2016|"},
           {{"--speed", "0"}, "--speed must be a number from "},
           {{"--limit", "budget"}, "--limit: budget: must be a number of seconds"},
           {{"--seed", "-1"}, GetParam().verb == "replay" ? "no option --seed" : "--seed: "}}) {
    const Ended ended = referee(words + options);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Verbs, SharedOptions, testing::ValuesIn(verbs_that_play()),
                         [](const auto& row) { return row.param.verb; });

class Logs : public InFolder {};

TEST_F(Logs, HaveAFolderForEachBotAndAFileForEachGame) {
  write_program("says", "#!/bin/sh\necho thinking >&2\n");
  write("c.json", config_of("black-hole", 1, {{"says", "./says"}, {"b", seeded}}));
  const Ended match =
      referee({"match", "black-hole", "./says", seeded, "--logs", "one", "--quiet"});
  EXPECT_EQ(read("one/says/black-hole-000001-seat-1-against-random.log"), "thinking\n")
      << match.err;
  const Ended all = referee({"tournament", "c.json", "--out", "o", "--logs", "all", "--quiet"});
  EXPECT_EQ(read("all/says/black-hole-000000-seat-1-against-b.log"), "thinking\n") << all.err;
  EXPECT_EQ(read("all/says/black-hole-000001-seat-2-against-b.log"), "thinking\n");
}

using GameWord = InFolder;

// One order of words for all verbs that play a game: it comes first, or --game gives it.
TEST_F(GameWord, IsTheFirstWordOrGivenByItsOption) {
  struct Same {
    Words first;
    std::vector<Words> others;
  };
  const std::vector<Same> all{
      {{"match", "box", "./a", "./b"},
       {{"match", "--game", "box", "./a", "./b"}, {"match", "./a", "./b", "-g", "box"}}},
      {{"play", "box", "./a"}, {{"play", "./a", "--game=box"}, {"play", "-gbox", "./a"}}},
      {{"random", "chess"}, {{"random", "--game", "chess"}}},
      {{"check", "box", "./a"},
       {{"check", "./a", "--game", "box"}, {"check", "--quiet", "--game", "box", "./a"}}},
      {{"compare", "box", "./a", "./b"}, {{"compare", "./a", "./b", "--game", "box"}}},
      {{"compare", "chess", "./a", "./b"}, {{"compare", "./a", "--game", "chess", "./b"}}},
      {{"tune", "box", "./a {x}", "--param", "x=1:0:2", "--pairs", "8", "--out", "o"},
       {{"tune", "./a {x}", "--param", "x=1:0:2", "--game", "box", "--pairs", "8", "--out", "o"}}},
      {{"new", "box", "cobol"}, {{"new", "--game", "box", "cobol"}}},
  };
  for (const Same& same : all) {
    const Ended first = referee(same.first);
    for (const Words& other : same.others) {
      const Ended ended = referee(other);
      EXPECT_EQ(ended.code, first.code) << ended.err;
      EXPECT_EQ(ended.out, first.out);
      EXPECT_EQ(ended.err, first.err);
    }
  }
  expect_error(2, "--game is given twice", {"match", "--game", "box", "-g", "box", "./a", "./b"});
  EXPECT_TRUE(referee({"match", "box", "./a", "./b", "--game", "box"})
                  .err.starts_with("referee: error: box has 2 seats: name a bot for each, not 3 "));
  // Behind -- all are words.
  EXPECT_EQ(referee({"match", "--", "box", "--game", "box"}).err.find("given twice"),
            std::string::npos);
  EXPECT_NE(referee({"check", "./bot.py"}).err.find("referee check GAME ./bot.py"),
            std::string::npos);
  expect_error(2, "the bot is missing, as in referee check box ./bot.py", {"check", "box"});
}

TEST_F(GameWord, ALanguageMayComeBeforeIt) {
  expect(0, {"new", "box", "python", "one"});
  expect(0, {"new", "python", "box", "two"});
  EXPECT_EQ(read("one/bot.py"), read("two/bot.py"));
}

}  // namespace
