// referee verify.
#include <sys/stat.h>

#include <algorithm>
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

TEST_F(Verify, AgreesOnAStore) {
  write("c.json", small_config("turn-right", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  const auto records = records_in(path("o"));
  const std::size_t moves = records[0]["plies"].size() + records[1]["plies"].size();
  EXPECT_EQ(expect(0, {"verify", "o"}),
            "2 games, " + std::to_string(moves) + " moves: all agree with the rules\n");
  const Json found = Json::parse(expect(0, {"verify", "o", "--json"}));
  EXPECT_EQ(found, (Json{{"games", 2},
                         {"moves", moves},
                         {"disagreeing", 0},
                         {"unchecked", 0},
                         {"unread", 0},
                         {"repeated", 0},
                         {"disagreements", Json::array()}}));
}

TEST_F(Verify, NamesWhatWasTamperedWith) {
  Json record = good();
  record["result"]["seats"][0]["score"] = 100;
  const int right = good()["result"]["seats"][0]["score"];
  write("r.jsonl", record.dump() + "\n" + good().dump() + "\n");
  EXPECT_EQ(expect(1, {"verify", "r.jsonl"}),
            "r.jsonl: line 1: seat 1: score 100 in the record, " + std::to_string(right) +
                " by the rules\n2 games, 60 moves: 1 disagrees with the rules\n");
  const Json found = Json::parse(expect(1, {"verify", "r.jsonl", "--json"}));
  EXPECT_EQ(found["disagreeing"], 1);
  EXPECT_EQ(found["disagreements"][0]["place"], "r.jsonl: line 1");
  EXPECT_EQ(found["disagreements"][0]["what"],
            "seat 1: score 100 in the record, " + std::to_string(right) + " by the rules");
}

TEST_F(Verify, NamesTheMatchOfAStore) {
  write("c.json", small_config("box", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
  auto lines = lines_of(read("o/matches-0001.jsonl"));
  ASSERT_EQ(lines.size(), 2U);
  Json record = Json::parse(lines[0]);
  const std::string relayed = record["plies"][2]["relayed"];
  record["plies"][2]["relayed"] = "Aa123456h";
  write("o/matches-0001.jsonl", record.dump() + "\n" + lines[1] + "\n");
  const std::string out = expect(1, {"verify", "o"});
  EXPECT_EQ(lines_of(out)[0], "o: match 0: move 3, seat 1, '" +
                                  record["plies"][2]["line"].get<std::string>() +
                                  "': is relayed as '" + relayed + "', not as 'Aa123456h'");
}

// Without any games there is nothing that could agree.
TEST_F(Verify, NoGamesAreNoAgreement) {
  write("c.json", small_config("turn-right", 1));
  expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
  EXPECT_EQ(expect(1, {"verify", "o"}), "0 games, 0 moves: nothing to check\n");
  write("head.csv", csv_lines()[0] + "\n");
  EXPECT_EQ(expect(1, {"verify", "head.csv"}), "0 games, 0 moves: nothing to check\n");
  EXPECT_EQ(Json::parse(expect(1, {"verify", "head.csv", "--json"}))["games"], 0);
}

TEST_F(Verify, ADamagedLineOfAStoreIsNoAgreement) {
  write("c.json", small_config("box", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
  const std::string whole = read("o/matches-0001.jsonl");
  const auto plies = std::to_string(Json::parse(lines_of(whole)[1])["plies"].size());
  std::string damaged = whole;
  damaged.replace(damaged.find("\"plies\":[") + 9, 3, "###");
  write("o/matches-0001.jsonl", damaged);
  const Ended ended = referee({"verify", "o"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out,
            "1 game, " + plies + " moves: all agree with the rules; 1 line could not be checked\n");
  EXPECT_TRUE(ended.err.starts_with(
      "referee: warning: 1 damaged line: o/matches-0001.jsonl, line 1: the record: line 1, "
      "column "))
      << ended.err;
  EXPECT_EQ(Json::parse(expect(1, {"verify", "o", "--json"}))["unchecked"], 1);

  // It is missing, and can be played again.
  EXPECT_EQ(expect(4, {"merge", "o"}), "1 of 2 matches; missing: 0\n");
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  EXPECT_EQ(lines_of(read("o/matches-0002.jsonl")).size(), 1U);
  const std::string sealed = expect(0, {"merge", "o"});
  EXPECT_TRUE(sealed.starts_with("2 of 2 matches: complete and sealed, ")) << sealed;
  EXPECT_EQ(lines_of(expect(0, {"export", "o"})).size(), 3U);
  expect(0, {"verify", "o"});
}

TEST_F(Verify, ARecordUnderAnotherNumberIsNoAgreement) {
  write("c.json", small_config("box", 2));
  expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
  auto lines = lines_of(read("o/matches-0001.jsonl"));
  ASSERT_EQ(lines.size(), 4U);
  Json moved = Json::parse(lines[3]);
  ASSERT_EQ(moved["match"], 3);
  const Json first = Json::parse(lines[1]);
  moved["match"] = 1;
  moved["round"] = 1;
  write("o/matches-0001.jsonl",
        lines[0] + "\n" + moved.dump() + "\n" + lines[2] + "\n" + lines[3] + "\n");
  const Ended ended = referee({"verify", "o"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(ended.out.ends_with("all agree with the rules; 1 line could not be checked\n"));
  EXPECT_EQ(ended.err,
            "referee: warning: 1 foreign line: o/matches-0001.jsonl, line 2: match 1 of this "
            "tournament is round 1 of box, example against own, with the seed " +
                first["seed"].dump() + "; the record has the seed " + moved["seed"].dump() + "\n");
  EXPECT_EQ(referee({"merge", "o"}).code, 2);
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));
}

TEST_F(Verify, LinesThatAreNoRecordsAreNoGamesThatDisagree) {
  write("r.jsonl", good().dump() + "\n{}\nhello}\n{\"schema\": \"x\"}\n");
  const auto lines = lines_of(expect(1, {"verify", "r.jsonl"}));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "r.jsonl: line 2: the key \"schema\" is missing");
  EXPECT_TRUE(lines[1].starts_with("r.jsonl: line 3: line 1, column 1: syntax error")) << lines[1];
  EXPECT_EQ(lines[2],
            "r.jsonl: line 4: schema: must be \"referee-match\": this is not a match record");
  EXPECT_EQ(lines[3], "1 game, 30 moves: all agree with the rules; 3 lines could not be checked");
}

TEST_F(Verify, AgreesOnRecordedOfficialGames) {
  EXPECT_EQ(expect(0, {"verify", csv()}), "220 games, 6074 moves: all agree with the rules\n");
}

TEST_F(Verify, LinesOfAFileMayEndAsOnWindows) {
  write("r.jsonl", good().dump() + "\r\n" + good().dump() + " \r\n");
  EXPECT_EQ(expect(0, {"verify", "r.jsonl"}), "2 games, 60 moves: all agree with the rules\n");
}

TEST_F(Verify, NamesAWrongRowAndAWrongScoreInACsv) {
  auto lines = csv_lines();
  std::string score = lines[1];
  const auto at = score.find(",85,LOSE");
  ASSERT_NE(at, std::string::npos);
  score.replace(at, 3, ",86");
  write("games.csv", lines[0] + "\r\nnonsense\n" + score + "\r\n\n" + lines[2]);
  const auto found = lines_of(expect(1, {"verify", "games.csv"}));
  ASSERT_GE(found.size(), 3U);
  EXPECT_TRUE(found[0].starts_with("games.csv: line 2: ")) << found[0];
  EXPECT_TRUE(found[1].starts_with("games.csv: line 3, game ")) << found[1];
  EXPECT_NE(found[1].find("86"), std::string::npos) << found[1];
  EXPECT_TRUE(found.back().ends_with("2 disagree with the rules")) << found.back();
}

TEST_F(Verify, TakesSeveralPaths) {
  write("r.json", good().dump());
  EXPECT_EQ(expect(0, {"verify", "r.json", csv(), "r.json"}),
            "222 games, 6134 moves: all agree with the rules\n");
}

TEST_F(Verify, SaysWhatATableIsAndWhatToDo) {
  const auto lines = csv_lines();
  const auto with = [](std::string line, char separator) {
    std::replace(line.begin(), line.end(), ',', separator);
    return line;
  };
  const auto refused = [this](const std::string& verb, const std::string& what) {
    const Ended ended = referee({verb, "t.csv"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with("referee: error: 't.csv' is " + what)) << ended.err;
    EXPECT_EQ(ended.out, "");
  };
  for (const char* verb : {"verify", "import"}) {
    write("t.csv", with(lines[0], ';') + "\n" + with(lines[1], ';') + "\n");
    refused(verb,
            "a table of official games whose columns are separated by semicolons; commas are "
            "needed: save it as CSV with commas, or try: tr ';' , < FILE > NEW.csv\n");
    write("t.csv", with(lines[0], '\t') + "\n" + with(lines[1], '\t') + "\n");
    refused(verb, "a table of official games whose columns are separated by tabs; ");
    write("t.csv", "Spiel;Runde;Spieler 1;Spieler 2\n1;1;x;y\n");
    refused(verb,
            "neither records nor a table of official games that can be read: it begins with "
            "'Spiel;Runde;Spieler '...; name its columns in the first line, "
            "separated by commas, in any order: " +
                lines[0] + " for Box");
  }
  write("t.csv", "\xEF\xBB\xBF" + lines[0] + "\n" + lines[1] + "\n");  // as spreadsheets save
  EXPECT_TRUE(expect(0, {"verify", "t.csv"}).starts_with("1 game, "));
}

TEST_F(Verify, AFileThatCannotBeReadDoesNotHideTheOthers) {
  write("r.json", good().dump());
  write("empty.json", "");
  expect_error(2, "'empty.json' is empty", {"verify", "empty.json"});
  write("t.csv", "Spiel;Runde\n");
  const Ended ended = referee({"verify", "empty.json", "t.csv", "r.json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "1 game, 30 moves: all agree with the rules; 2 files could not be read\n");
  EXPECT_TRUE(
      ended.err.starts_with("referee: warning: 'empty.json' is empty\n"
                            "referee: warning: 't.csv' is neither records nor "))
      << ended.err;
  const Json found = Json::parse(referee({"verify", "empty.json", "r.json", "--json"}).out);
  EXPECT_EQ(found["unread"], 1);
  EXPECT_EQ(found["games"], 1);
  // A path that leads nowhere is a mistake of the command.
  EXPECT_EQ(referee({"verify", "r.json", "nowhere"}).code, 2);
}

TEST_F(Verify, NoticesAnOfficialGameThatIsThereTwice) {
  const auto lines = csv_lines();
  const std::string game = lines[1].substr(0, lines[1].find(','));
  write("a.csv", lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n" + lines[1] + "\n");
  auto found = lines_of(expect(1, {"verify", "a.csv"}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0],
            "a.csv: line 4, game " + game + ": the game already appears in a.csv: line 2");
  EXPECT_TRUE(found[1].ends_with(": all agree with the rules; 1 game stood there already"))
      << found[1];
  write("a.csv", lines[0] + "\n" + lines[1] + "\n");
  write("b.csv", lines[0] + "\n" + lines[2] + "\n" + lines[1] + "\n");
  found = lines_of(expect(1, {"verify", "a.csv", "b.csv"}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0],
            "b.csv: line 3, game " + game + ": the game already appears in a.csv: line 2");
  EXPECT_EQ(Json::parse(expect(1, {"verify", "a.csv", "b.csv", "--json"}))["repeated"], 1);
  const Ended imported = referee({"import", "a.csv", "b.csv", "--out", "o"});
  EXPECT_EQ(imported.code, 0);
  EXPECT_TRUE(
      imported.err.starts_with("referee: warning: b.csv: game " + game +
                               " of line 3 also appears in a.csv, line 2; it counts twice\n"))
      << imported.err;
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
  const Ended ended = referee({"verify", "notes.txt"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(
      ended.out.ends_with("0 games, 0 moves: nothing to check; 1 line could not be checked\n"))
      << ended.out;
  write("t.csv", csv_lines()[0] + "\n" + csv_lines()[1] + "\n");
  expect_error(
      2, "'t.csv' is a table of official games; make records of it first: referee import t.csv",
      {"show", "t.csv"});
}

TEST_F(Verify, SaysWhatItCannotRead) {
  write("cup.json", good().dump());
  expect_error(2, "'cup.jso' does not exist; did you mean cup.json?", {"verify", "cup.jso"});
  expect_error(2, "'nowhere' does not exist", {"verify", "nowhere"});
  fs::create_directory(path("empty"));
  expect_error(2, "the folder 'empty' is not a tournament: it has no manifest.json",
               {"verify", "empty"});
  EXPECT_EQ(referee({"verify"}).code, 2);
}

}  // namespace
