// referee export and referee import.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Export : public InFolder {
 protected:
  static std::string csv() {
    return std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv";
  }
};

TEST_F(Export, OfficialFormIsReadBack) {
  write("c.json", small_config("box", 2));
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  expect(0, {"export", "o", "--as", "official-players", "--save", "games.csv"});
  const std::string verified = expect(0, {"verify", "games.csv"});
  EXPECT_TRUE(verified.starts_with("4 games, ")) << verified;
  EXPECT_EQ(expect(0, {"verify", "o"}), verified);
  expect(0, {"import", "games.csv", "--out", "again"});
  EXPECT_EQ(expect(0, {"export", "again", "--as", "official-players"}), read("games.csv"));
  // The same standings, except for what this form leaves out.
  const Json ours = Json::parse(expect(0, {"standings", "o", "--json"}))["events"][0];
  const Json theirs = Json::parse(expect(0, {"standings", "again", "--json"}))["events"][0];
  EXPECT_EQ(theirs["format"], "recorded");
  EXPECT_EQ(theirs["source"], "games");
  EXPECT_EQ(theirs["bots"], ours["bots"]);
}

TEST_F(Export, AnOfficialFileComesBackByteForByte) {
  const Ended ended = referee({"import", csv(), "--out", "o"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err,
            "220 games. The records are in o.\nreferee: warning: nobody says who played: the "
            "standings are by seat; see --players\n");
  EXPECT_EQ(expect(0, {"verify", "o"}), "220 games, 6074 moves: all agree with the rules\n");
  fs::copy_file(csv(), path("original.csv"));
  EXPECT_EQ(expect(0, {"export", "o", "--as", "official"}), read("original.csv"));
  const std::string standings = expect(0, {"standings", "o", "--ratings"});
  EXPECT_TRUE(standings.starts_with("Box (CodeCup 2025), recorded: ")) << standings;
  EXPECT_NE(standings.find(" 220 of 220 matches, "), std::string::npos) << standings;
  EXPECT_NE(standings.find("\n2  player "), std::string::npos) << standings;
  expect(0, {"show", "o"});
  for (const char* match : {"0", "219"}) expect(0, {"show", "o", match});

  const std::string before = read("o/matches-0001.jsonl");
  const Ended again = referee({"import", csv(), "--out", "o"});
  EXPECT_EQ(again.code, 0);
  EXPECT_TRUE(again.err.starts_with("220 games, 220 there already. ")) << again.err;
  EXPECT_EQ(read("o/matches-0001.jsonl"), before);
  EXPECT_FALSE(fs::exists(path("o/matches-0002.jsonl")));
}

TEST_F(Export, OfficialNumbersThatAreOthersToo) {
  fs::copy_file(csv(), path("all.csv"));
  const auto rows = lines_of(read("all.csv"));
  const auto numbered = [&](const std::string& number, std::size_t i) {
    return number + rows[i].substr(rows[i].find(',')) + "\n";
  };
  write("a.csv", rows[0] + "\n" + numbered("1", 1) + numbered("9", 2));
  write("b.csv", rows[0] + "\n" + numbered("9", 3));
  expect(0, {"import", "a.csv", "b.csv", "--out", "o"});
  // The tournament's own numbers take precedence, and a note says which game that hides.
  const Ended one = referee({"show", "o", "1"});
  EXPECT_TRUE(one.out.starts_with("Box (CodeCup 2025), match 1, official game 9, ")) << one.out;
  EXPECT_EQ(one.err, "referee: warning: this is match 1; the official game 1 is match 0\n");
  EXPECT_EQ(Json::parse(lines_of(expect(0, {"show", "o", "--json"})).front())["official_number"],
            1);
  expect_error(2, "'o' has several official games 9: matches 1 and 2; name one of these",
               {"show", "o", "9"});
}

TEST_F(Export, SaysWhichMatchesLeaveTheRules) {
  expect(0, {"match", "box", "referee random box", "referee random box", "--save", "r.jsonl"});
  std::string broken = read("r.jsonl");
  write("r.jsonl", broken.replace(broken.find("\"line\":\"") + 8, 1, "?") + read("r.jsonl"));
  const Ended astray = referee({"export", "r.jsonl", "--as", "moves"});
  EXPECT_EQ(astray.code, 0);
  EXPECT_NE(astray.err.find("1 of 2 matches leave the rules"), std::string::npos) << astray.err;
}

}  // namespace
