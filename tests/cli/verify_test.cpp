// referee verify.
#include <sys/stat.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Verify : public InFolder {
 protected:
  // One good record of Black Hole.
  [[nodiscard]] Json good() const {
    const std::string bot = "referee random black-hole";
    return Json::parse(expect_quietly({"match", "black-hole", bot, bot, "--seed", "1", "--json"}));
  }
  [[nodiscard]] std::string expect_quietly(const Words& words) const { return referee(words).out; }

  static std::string csv() {
    return std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv";
  }
  [[nodiscard]] static std::vector<std::string> csv_lines() {
    std::ifstream in(csv(), std::ios::binary);
    return lines_of({std::istreambuf_iterator<char>(in), {}});
  }
};

TEST_F(Verify, SaysHowManyOfEachKind) {
  Json record = good();
  record["result"]["seats"][0]["score"] = 100;
  write("r.jsonl", record.dump() + "\nhello}\n" + good().dump() + "\n");
  const auto lines = csv_lines();
  write("t.csv", lines[0] + "\n" + lines[1] + "\n");
  write("empty.json", "");
  const Words words{"verify", "r.jsonl", "t.csv", "t.csv", "empty.json"};
  const Ended ended = referee(words);
  EXPECT_EQ(ended.code, 1);
  const auto said = lines_of(ended.out);
  ASSERT_EQ(said.size(), 4U);
  EXPECT_TRUE(said[0].starts_with("r.jsonl: line 1: seat 1: score 100 in the record, ")) << said[0];
  EXPECT_TRUE(said[3].starts_with("4 games, ")) << said[3];
  EXPECT_TRUE(
      said[3].ends_with(" moves: 1 disagrees with the rules; 1 line could not be checked; "
                        "1 file could not be read; 1 game stood there already"))
      << said[3];
  EXPECT_EQ(ended.err, "referee: warning: 'empty.json' is empty\n");
  const Json found = Json::parse(expect(1, words + Words{"--json"}));
  for (const char* key : {"disagreeing", "unchecked", "unread", "repeated"}) {
    EXPECT_EQ(found[key], 1) << key;
  }
  EXPECT_EQ(found["disagreements"].size(), 3U);
  EXPECT_EQ(found["disagreements"][0]["place"], "r.jsonl: line 1");
}

// A pipe can be read once only.
TEST_F(Verify, ReadsAPipeAsAFile) {
  const auto lines = csv_lines();
  const std::string table = lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n";
  const Json record = good();
  const std::string records = good().dump() + "\n" + record.dump() + "\n";
  for (const std::string& text : {table, records, "\xEF\xBB\xBF" + table, record.dump(2)}) {
    const Ended ended = referee({"verify", "/dev/stdin"}, text);
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_NE(ended.out.find(": all agree with the rules\n"), std::string::npos) << ended.out;
  }
  EXPECT_EQ(referee({"show", "/dev/stdin", "2", "--json"}, records).out, record.dump() + "\n");
  EXPECT_EQ(referee({"import", "/dev/stdin", "--out", "o"}, table).code, 0);
}

// All verbs that read what a caller names.
TEST_F(Verify, NoVerbWaitsForANamedPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string file : {"pipe", "/dev/zero"}) {
    for (const Words& words : std::vector<Words>{{"show", file},
                                                 {"verify", file},
                                                 {"import", file},
                                                 {"export", file},
                                                 {"replay", file, "--seat", "1"},
                                                 {"tournament", file},
                                                 {"regress", file},
                                                 {"standings", file},
                                                 {"view", file, "--save", "page.html"},
                                                 {"view", file}}) {
      const Ended ended = referee(words);
      EXPECT_EQ(ended.code, 2) << words[0] << ended.err;
      EXPECT_NE(ended.err.find(file), std::string::npos) << words[0] << ended.err;
    }
  }
}

// A stranger's name may be as long as a file.
TEST_F(Verify, LongNamesAreShownCut) {
  Json record = good();
  record["bots"][0]["name"] = std::string(1'000'000, 'n') + "1";
  record["bots"][1]["name"] = std::string(1'000'000, 'n') + "2";
  write("r.json", record.dump());
  for (const char* verb : {"show", "export"}) {
    const Ended ended = referee({verb, "r.json"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_LT(ended.out.size(), 50'000U) << verb;
  }
}

TEST_F(Verify, TextThatIsNoRecordIsNoGame) {
  write("notes.txt", "my notes\non bots\n");
  const std::string said = expect(1, {"verify", "notes.txt"});
  EXPECT_TRUE(said.ends_with("0 games, 0 moves: nothing to check; 1 line could not be checked\n"))
      << said;
}

}  // namespace
