// A game that nothing but its folder and one line of a list knows, played through every verb.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "tests/cli/folder.hpp"
#include "tests/show/report/schema.hpp"

namespace {

using cli_test::Ended;
using cli_test::Json;
using cli_test::lines_of;
using cli_test::Words;
using referee::report::Schema;
namespace fs = std::filesystem;

const std::string game = "noughts-and-crosses";
const std::string greedy =
    referee::text::shell_word(REFEREE_TESTS_DIR "/bot_noughts_and_crosses_greedy");
const std::string first = greedy + " first";

class SixthGame : public cli_test::InFolder {
 protected:
  SixthGame() {
    // The schemas, with the list of games that has this one.
    const fs::path source(REFEREE_SOURCE_DIR);
    for (const auto& entry : fs::directory_iterator(source / "docs")) {
      if (entry.path().extension() == ".json") fs::copy(entry.path(), folder_);
    }
    fs::copy(source / "tests/games/games.schema.json", folder_,
             fs::copy_options::overwrite_existing);
  }

  [[nodiscard]] Ended sixth(Words words) const {
    words.insert(words.begin(), REFEREE_WITH_SIXTH_GAME);
    return cli_test::run(words, folder_);
  }
  std::string says(int code, const Words& words) const {
    const Ended ended = sixth(words);
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
    return ended.out;
  }
  // The JSON that it says, which fits its schema.
  Json says_json(int code, const std::string& schema, const Words& words) const {
    const std::string text = says(code, words);
    expect_fits(schema, text);
    return Json::parse(text);
  }
  void expect_fits(const std::string& schema, const std::string& text) const {
    Schema checked(path(schema + ".schema.json").string());
    EXPECT_EQ(checked.check(nlohmann::ordered_json::parse(text)), std::vector<std::string>{})
        << text;
  }
  void write_config() const {
    write("c.json", cli_test::config_of(game, 3, {{"a", greedy + " 1"}, {"b", first + " 2"}}));
  }
};

TEST_F(SixthGame, IsNotInTheProgramOfUsers) {
  EXPECT_EQ(expect(0, {"show", "games"}).find(game), std::string::npos);
  const Ended ended = referee({"show", game});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("'" + game + "' does not exist"), std::string::npos) << ended.err;
}

TEST_F(SixthGame, IsListedAfterTheOthers) {
  Json listed = Json::parse(says(0, {"show", "games", "--json"}));
  const Json others = Json::parse(expect(0, {"show", "games", "--json"}));
  ASSERT_EQ(listed.size(), others.size() + 1);
  EXPECT_EQ(listed.back()["name"], game);
  EXPECT_EQ(listed.back()["deals"], false);
  listed.erase(listed.size() - 1);
  EXPECT_EQ(listed, others);
  EXPECT_TRUE(says(0, {"show", game}).starts_with("# Noughts and Crosses\n"));
  const std::string help =
      std::regex_replace(says(0, {"export", "--help"}), std::regex("\\s+"), " ");
  EXPECT_NE(help.find("Noughts and Crosses"), std::string::npos);
}

TEST_F(SixthGame, Match) {
  const Json record =
      says_json(0, "match-record", {"match", game, greedy, first, "--json", "--quiet"});
  EXPECT_EQ(record["game"], game);
  EXPECT_EQ(record["result"]["seats"][0]["score"], 2);
  EXPECT_EQ(record["result"]["seats"][0]["game_points"], 3);
  write("record.json", record.dump() + "\n");
  EXPECT_TRUE(says(0, {"verify", "record.json"}).starts_with("1 game, "));
  EXPECT_TRUE(says(0, {"show", "record.json"}).starts_with("Noughts and Crosses (the tests)"));
  EXPECT_NE(says(1, {"match", game, greedy, "/bin/true"}).find("EXIT"), std::string::npos);
  // The program that users have does not know the game of this record.
  EXPECT_EQ(referee({"verify", "record.json"}).code, 1);
}

TEST_F(SixthGame, TheProgramsOwnRandomBot) {
#ifdef REFEREE_SANITIZED
  GTEST_SKIP() << "a program with a sanitizer is too big to be a bot";
#endif
  const std::string own = "referee random " + game;
  for (const auto& bots : {Words{own, greedy}, Words{greedy, own}}) {
    says(0, {"match", game, bots[0], bots[1], "--quiet"});
  }
}

TEST_F(SixthGame, Tournament) {
  write_config();
  expect_fits("config", read("c.json"));
  const std::string events = says(0, {"tournament", "c.json", "--out", "o", "--json", "--quiet"});
  std::map<std::string, int> count;
  for (const std::string& line : lines_of(events)) {
    expect_fits("events", line);
    ++count[Json::parse(line)["event"]];
  }
  EXPECT_EQ(count["finished"], 6) << events;
  EXPECT_EQ(count["standings"], 1) << events;

  const Json event = says_json(0, "standings", {"standings", "o", "--json"})["events"][0];
  EXPECT_EQ(event["game"], game);
  EXPECT_EQ(event["bots"][0]["name"], "a");
  EXPECT_NE(says(0, {"standings", "o"}).find("game points"), std::string::npos);
  EXPECT_TRUE(says(0, {"verify", "o"}).starts_with("6 games, "));
  EXPECT_EQ(lines_of(says(0, {"show", "o"})).size(), 7U);
  EXPECT_NE(says(0, {"show", "o", "5"}).find("a b c\n"), std::string::npos);
  EXPECT_EQ(lines_of(says(0, {"export", "o"})).size(), 7U);
  EXPECT_TRUE(says(0, {"export", "o", "--as", "transcript"})
                  .starts_with("Noughts and Crosses (the tests), match 0, round 1\n"));
}

TEST_F(SixthGame, OfficialRecords) {
  write_config();
  says(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  says(0, {"export", "o", "--as", "official-players", "--save", "games.csv"});
  EXPECT_TRUE(
      read("games.csv")
          .starts_with("game,round,score1,status1,score2,status2,squares,player1,player2\n"));
  const std::string verified = says(0, {"verify", "games.csv"});
  EXPECT_TRUE(verified.starts_with("6 games, ")) << verified;
  says(0, {"import", "games.csv", "--out", "again", "--quiet"});
  EXPECT_EQ(says(0, {"verify", "again"}), verified);
  EXPECT_EQ(says(0, {"export", "again", "--as", "official-players"}), read("games.csv"));
  const Json ours = Json::parse(says(0, {"standings", "o", "--json"}))["events"][0];
  const Json theirs = says_json(0, "standings", {"standings", "again", "--json"})["events"][0];
  EXPECT_EQ(theirs["bots"], ours["bots"]);

  // A wrong score in the file is found.
  std::string wrong = read("games.csv");
  wrong.replace(wrong.find(",2,WIN,"), 3, ",1,");
  write("wrong.csv", wrong);
  EXPECT_NE(says(1, {"verify", "wrong.csv"}).find("by our rules 2"), std::string::npos);
}

// Each file is read as the game whose columns it has, and one file holds one game.
TEST_F(SixthGame, OfficialRecordsOfTwoGames) {
  const fs::path box = fs::path(REFEREE_SOURCE_DIR) / "tests/data/box/recorded.csv";
  EXPECT_TRUE(says(0, {"verify", box}).starts_with("220 games, "));
  write("own.csv",
        "game,round,score1,status1,score2,status2,squares\n1,1,2,WIN,0,LOSE,b2 a1 a2 b1 "
        "c2\n");
  says(0, {"import", box, "own.csv", "--out", "o", "--quiet"});
  EXPECT_TRUE(says(0, {"verify", "o"}).starts_with("221 games, "));
  const Ended mixed = sixth({"export", "o", "--as", "official"});
  EXPECT_EQ(mixed.code, 2);
  EXPECT_NE(mixed.err.find("which do not fit into one official file"), std::string::npos)
      << mixed.err;
  write("typing.csv", "game,round,score1,status1,score2,status2,sqares\n");
  EXPECT_NE(sixth({"verify", "typing.csv"}).err.find("unknown column 'sqares'"), std::string::npos);
}

TEST_F(SixthGame, Compare) {
  const Json json = says_json(0, "comparison",
                              {"compare", greedy + " {seed}", first, "--game", game, "--elo",
                               "0,200", "--json", "--quiet"});
  EXPECT_EQ(json["decision"], "H1");
  // The limit of its points is its own.
  const Ended limit = sixth({"compare", greedy, first, "--game", game, "--points-limit", "5"});
  EXPECT_EQ(limit.code, 2);
  EXPECT_NE(limit.err.find("in Noughts and Crosses the rules set it to 2"), std::string::npos)
      << limit.err;
}

TEST_F(SixthGame, Regress) {
  const auto passes = [this](const std::string& bot, const Json& checks) {
    const Json config{{"game", game}, {"bot", bot}, {"checks", checks}};
    write("r.json", config.dump(2));
    expect_fits("regress", config.dump());
    const Json result = says_json(0, "regress-result", {"regress", "r.json", "--json", "--quiet"});
    EXPECT_EQ(result["verdict"], "passed");
    EXPECT_EQ(result["checks"].size(), checks.size());
  };
  passes(greedy + " {seed}",
         {{{"check", "no-faults"}, {"games", 4}, {"opponents", {first}}},
          {{"check", "not-weaker"}, {"base", first}, {"elo", {-200, 0}}},
          {{"check", "not-weaker"},
           {"name", "by points"},
           {"base", first},
           {"by", "points"},
           {"points", {-1, 0}}},
          {{"check", "score"}, {"at_least", 0.5}, {"games", 40}, {"opponents", {first}}}});
  write("record.json", says(0, {"match", game, greedy, first, "--json", "--quiet"}));
  const Json bots = Json::parse(read("record.json"))["bots"];
  passes(greedy, {{{"check", "same-moves"}, {"records", "record.json"}, {"as", bots[0]["name"]}},
                  {{"check", "plays-on"},
                   {"records", "record.json"},
                   {"as", bots[0]["name"]},
                   {"plies", {3}}}});
}

TEST_F(SixthGame, HasABotToBeginWith) {
  if (std::system("python3 --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no python3";
  says(0, {"new", game, "python", "mine"});
  says(0, {"match", game, "./mine/bot.py", first, "--quiet"});
  says(0, {"match", game, first, "./mine/bot.py", "--quiet"});
  const Ended other = sixth({"new", game, "cpp"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("there is no bot in C++ to begin with, only in python; "),
            std::string::npos)
      << other.err;
}

}  // namespace
