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

TEST_F(Export, MatchesInTheOrderOfTheirNumbers) {
  write("c.json", small_config("box", 3));
  expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "2", "--quiet"});
  const auto rows = lines_of(expect(0, {"export", "o"}));
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_TRUE(rows[0].starts_with("match,round,game,seed,clock,budget,bot1,bot2,score1,status1,"));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(
        rows[i + 1].starts_with(std::to_string(i) + "," + std::to_string(i / 2 + 1) + ",box,"))
        << rows[i + 1];
  }
  EXPECT_EQ(expect(0, {"export", "o", "--save", "rows.csv"}), "");
  EXPECT_EQ(lines_of(read("rows.csv")), rows);
  // Those after one that is missing, too.
  std::string left;
  for (const std::string& line : lines_of(read("o/matches-0001.jsonl"))) {
    if (Json::parse(line)["match"] != 1) left += line + "\n";
  }
  write("o/matches-0001.jsonl", left);
  std::vector<std::string> fewer = rows;
  fewer.erase(fewer.begin() + 2);
  EXPECT_EQ(lines_of(expect(0, {"export", "o"})), fewer);
}

TEST_F(Export, MovesInTheOrderOfTheSchedule) {
  write("c.json", config_of("box", 1, {{"own", "referee random box"}, {"leaver", "/bin/true"}}));
  expect(1, {"tournament", "c.json", "--out", "o", "--quiet"});
  const auto rows = lines_of(expect(0, {"export", "o", "--as", "moves"}));
  EXPECT_EQ(rows[0],
            "match,round,game,ply,seat,bot,opponent,by,move,cpu_us,wall_us,points1,points2,fault");
  EXPECT_TRUE(rows[1].starts_with("0,1,box,1,1,own,leaver,bot,")) << rows[1];
  EXPECT_TRUE(rows[2].starts_with("0,1,box,2,2,leaver,own,bot,,")) << rows[2];
  EXPECT_TRUE(rows[2].ends_with(",exit")) << rows[2];
  EXPECT_TRUE(rows[3].starts_with("0,1,box,2,2,leaver,own,jury,")) << rows[3];
  std::size_t turns = 0;
  for (const std::string& line : lines_of(read("o/matches-0001.jsonl"))) {
    const Json record = Json::parse(line);
    turns += record["plies"].size() + record["faults"].size();
  }
  EXPECT_EQ(rows.size(), 1 + turns);
  EXPECT_EQ(expect(0, {"export", "o", "--as", "moves", "--save", "moves.csv"}), "");
  EXPECT_EQ(lines_of(read("moves.csv")), rows);
  std::string broken = read("o/matches-0001.jsonl");
  write("broken.jsonl", broken.replace(broken.find("\"line\":\"") + 8, 1, "?"));
  const Ended astray = referee({"export", "broken.jsonl", "--as", "moves"});
  EXPECT_EQ(astray.code, 0);
  EXPECT_EQ(lines_of(astray.out).size(), rows.size());
  EXPECT_NE(astray.err.find("1 of 2 matches leave the rules"), std::string::npos) << astray.err;
}

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

TEST_F(Export, FaultsOfOurOwnKeepTheirOfficialWord) {
  write("c.json", config_of("box", 1, {{"own", "referee random box"}, {"leaver", "/bin/true"}}));
  expect(1, {"tournament", "c.json", "--out", "o", "--quiet"});
  expect(0, {"export", "o", "--as", "official", "--save", "games.csv"});
  EXPECT_NE(read("games.csv").find(",0,EXIT,"), std::string::npos);
  expect(0, {"verify", "games.csv"});
  expect(0, {"import", "games.csv", "--out", "again", "--quiet"});
  expect(0, {"verify", "again"});
  const std::string shown = expect(0, {"show", "again", "0"});
  EXPECT_NE(shown.find("exit: EXIT in the official record, which does not say when"),
            std::string::npos)
      << shown;
  EXPECT_EQ(shown.find("does not fit the rules"), std::string::npos) << shown;
}

TEST_F(Export, WhatItRefuses) {
  write("c.json", small_config("6561", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  expect_error(2, "'o' has no game of Box, 0.1 and Sudoku, and others have no official form",
               {"export", "o", "--as", "official"});
  expect_error(2, "referee export has no option --players any more; give --as official-players",
               {"export", "o", "--players"});
  expect_error(2, "'nowhere' does not exist", {"export", "nowhere"});
  const Ended ended = referee({"export", "o", "--save", "no/such/folder.csv"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(ended.err.starts_with("referee: error: cannot write no/such/folder.csv"))
      << ended.err;
  EXPECT_EQ(referee({"export", "o", "--as", "prose"}).code, 2);
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

TEST_F(Export, OfficialNumbersFindImportedGames) {
  fs::copy_file(csv(), path("all.csv"));
  const auto rows = lines_of(read("all.csv"));
  const auto number = [&](std::size_t i) { return rows[i].substr(0, rows[i].find(',')); };
  expect(0, {"import", "all.csv", "--out", "o"});
  const std::string shown = expect(0, {"show", "o", number(8)});
  EXPECT_TRUE(shown.starts_with("Box (CodeCup 2025), match 7, official game " + number(8) + ", "))
      << shown;
  EXPECT_EQ(expect(0, {"show", "o", "7"}), shown);
  EXPECT_EQ(Json::parse(expect(0, {"show", "o", number(8), "--json"}))["match"], 7);
  EXPECT_TRUE(lines_of(expect(0, {"show", "o"}))[8].ends_with("  official game " + number(8)));
  const Json line = Json::parse(lines_of(expect(0, {"show", "o", "--json"}))[7]);
  EXPECT_EQ(std::to_string(line["official_number"].get<int>()), number(8));
  const auto table = lines_of(expect(0, {"export", "o"}));
  EXPECT_TRUE(table[0].ends_with(",official_number,budget1,budget2"));
  EXPECT_TRUE(table[8].starts_with("7,"));
  EXPECT_TRUE(table[8].ends_with("," + number(8) + ",30,30")) << table[8];
  expect_error(2, "'o' has no match 220, only matches 0 to 219", {"show", "o", "220"});
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
  expect_error(2, "'o' has several official games 9: matches 1 and 2; name one of these",
               {"show", "o", "9"});
}

TEST_F(Export, ImportNamesFileAndLine) {
  expect_error(2, "'none.csv' does not exist", {"import", "none.csv"});
  write("games.csv", "game,round\n");
  expect_error(2, "games.csv: line 1: the column score1 is missing", {"import", "games.csv"});
  EXPECT_FALSE(fs::exists(path("results"))) << "nothing is made of what is refused";
  expect(0, {"import", csv(), "--out", "o", "--quiet"});
  write("c.json", small_config("box", 1));
  const Ended foreign = referee({"tournament", "c.json", "--out", "o"});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_TRUE(
      foreign.err.starts_with("referee: error: o holds another tournament, which differs in "))
      << foreign.err;
}

}  // namespace
