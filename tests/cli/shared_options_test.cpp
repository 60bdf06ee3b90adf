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

}  // namespace
