// referee show.
#include <iterator>
#include <sstream>

#include "folder.hpp"

namespace {

using namespace cli_test;

class Show : public InFolder {
 protected:
  void SetUp() override {
    write("c.json", small_config("box", 1));
    expect(0, {"tournament", "c.json", "--out", "o", "--jobs", "1", "--quiet"});
  }
};

Words words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

TEST_F(Show, ListsTheMatchesOfATournament) {
  const auto lines = lines_of(expect(0, {"show", "o"}));
  const auto records = records_in(path("o"));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(words_of(lines[0]), (Words{"match", "game", "first", "second", "score", "faults"}));
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& record = records[i];
    EXPECT_EQ(words_of(lines[i + 1]),
              (Words{std::to_string(i), "box", record["bots"][0]["name"].get<std::string>(),
                     record["bots"][1]["name"].get<std::string>(),
                     record["result"]["seats"][0]["score"].dump(), "-",
                     record["result"]["seats"][1]["score"].dump()}));
  }
}

// What each option selects, MatchList's own test says.
TEST_F(Show, ListsWhatIsLookedFor) {
  write("f.json", config_of("box", 1,
                            {{"own", "referee random box"},
                             {"other", "referee random box --seed 2"},
                             {"leaver", "/bin/true"}}));
  expect(1, {"tournament", "f.json", "--out", "f", "--quiet"});
  const auto found = [&](const Words& options) {
    return lines_of(expect(0, Words{"show", "f", "--json"} + options)).size();
  };
  EXPECT_EQ(found({}), 6U);
  EXPECT_EQ(found({"--bot", "own"}), 4U);
  EXPECT_EQ(found({"--bot", "own", "--bot", "other"}), 2U);
  EXPECT_EQ(found({"--bot", "leaver", "--lost"}), 4U);
  EXPECT_EQ(found({"--faults"}), 4U);
  EXPECT_EQ(found({"--longest", "3"}), 3U);
  EXPECT_EQ(lines_of(expect(0, {"show", "f", "--longest", "1"})).size(), 2U);
  expect_error(2, "--lost goes with --bot NAME, the bot that lost", {"show", "f", "--lost"});
  expect_error(2, "--bot, --lost, --faults and --longest choose from the list: leave out 3",
               {"show", "f", "3", "--faults"});
}

TEST_F(Show, TheListForPrograms) {
  const auto lines = lines_of(expect(0, {"show", "o", "--json"}));
  const auto records = records_in(path("o"));
  ASSERT_EQ(lines.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& seats = records[i]["result"]["seats"];
    EXPECT_EQ(Json::parse(lines[i]),
              (Json{{"match", i},
                    {"round", 1},
                    {"game", "box"},
                    {"bots", {records[i]["bots"][0]["name"], records[i]["bots"][1]["name"]}},
                    {"scores", {seats[0]["score"], seats[1]["score"]}},
                    {"statuses", {seats[0]["status"], seats[1]["status"]}},
                    {"faults", Json::array()}}));
  }
  // A folder always gives a list; a file with one record gives that record.
  write("o/matches-0001.jsonl", lines_of(read("o/matches-0001.jsonl"))[0] + "\n");
  EXPECT_EQ(lines_of(expect(0, {"show", "o", "--json"})).size(), 1U);
  EXPECT_FALSE(Json::parse(expect(0, {"show", "o", "--json"})).contains("plies"));

  write("f.json", config_of("box", 1, {{"own", "referee random box"}, {"leaver", "/bin/true"}}));
  expect(1, {"tournament", "f.json", "--out", "f", "--quiet"});
  const Json failed = Json::parse(lines_of(expect(0, {"show", "f", "--json"}))[0]);
  ASSERT_EQ(failed["faults"].size(), 1U);
  EXPECT_EQ(failed["faults"][0]["seat"], 2);
  EXPECT_EQ(failed["faults"][0]["bot"], "leaver");
}

TEST_F(Show, PliesThatAreNotThere) {
  expect_error(2, "--plies goes with the number of a match: referee show o NUMBER --plies",
               {"show", "o", "--plies", "3"});
  expect_error(2, "--stderr goes with the number of a match: referee show o NUMBER --stderr",
               {"show", "o", "--stderr"});
  const std::size_t plies = records_in(path("o"))[0]["plies"].size();
  const std::string next = std::to_string(plies + 1);
  expect_error(2, "--plies " + next + "-900: the game has only " + std::to_string(plies) + " moves",
               {"show", "o", "0", "--plies", next + "-900"});
  expect(0, {"show", "o", "0", "--plies", std::to_string(plies) + "-900"});
}

TEST_F(Show, GivesTheRecordAsItStands) {
  const std::string line = expect(0, {"show", "o", "0", "--json"});
  EXPECT_EQ(without_measured(line), records_in(path("o"))[0]);
  // And reads it again from a file, also laid out over several lines.
  write("one.json", line);
  write("pretty.json", Json::parse(line).dump(2));
  const std::string text = expect(0, {"show", "o", "0"});
  EXPECT_EQ(expect(0, {"show", "one.json"}), text);
  EXPECT_EQ(expect(0, {"show", "pretty.json"}), text);
  EXPECT_EQ(expect(0, {"show", "one.json", "0"}), text);
}

TEST_F(Show, DrawsPicturesAndPrintsScenes) {
  expect(0, {"show", "o", "0", "--plies", "3", "--svg", "three.svg"});
  const std::string picture = read("three.svg");
  EXPECT_TRUE(picture.starts_with("<svg ")) << picture;
  EXPECT_NE(picture.find(">move 3, "), std::string::npos);
  expect(0, {"show", "o", "0", "--plies", "0", "--svg", "start.svg"});
  EXPECT_EQ(read("start.svg").find(">move "), std::string::npos);
  expect(0, {"show", "o", "0", "--svg", "last.svg"});
  EXPECT_NE(read("last.svg").find("; over: "), std::string::npos);

  const Json scenes = Json::parse(expect(0, {"show", "o", "0", "--scenes"}));
  const Json record = records_in(path("o"))[0];
  EXPECT_EQ(scenes["scenes"].size(), record["plies"].size() + 1);
  EXPECT_EQ(scenes["game"], "box");

  const std::string moves = std::to_string(record["plies"].size());
  expect_error(2, "--plies 99: the game has only " + moves + " moves",
               {"show", "o", "0", "--plies", "99", "--svg", "x"});
  expect_error(2, "referee show has no option --ply any more; give --plies P",
               {"show", "o", "0", "--ply", "3"});
  expect_error(2, "--scenes goes with the number of a match: referee show o NUMBER --scenes",
               {"show", "o", "--scenes"});
  expect_error(2,
               "--svg: 'o/board.svg' is in the folder of a tournament, which is for its records "
               "alone; name a file elsewhere",
               {"show", "o", "0", "--svg", "o/board.svg"});
}

TEST_F(Show, ResultsWinOverAGameOfTheirName) {
  write("box", "a program\n");
  EXPECT_TRUE(expect(0, {"show", "box"}).starts_with("# "));
  std::filesystem::remove(path("box"));
  std::filesystem::create_directory(path("box"));
  EXPECT_TRUE(expect(0, {"show", "box"}).starts_with("# "));
  std::filesystem::rename(path("o/manifest.json"), path("box/manifest.json"));
  std::filesystem::rename(path("o/matches-0001.jsonl"), path("box/matches-0001.jsonl"));
  EXPECT_TRUE(expect(0, {"show", "box"}).starts_with("  match"));
  write("games", expect(0, {"show", "box", "0", "--json"}));
  EXPECT_EQ(expect(0, {"show", "games"}), expect(0, {"show", "box", "0"}));
  EXPECT_TRUE(expect(0, {"show", "6561"}).starts_with("# 6561"));
  for (const Words& option : {Words{"--plies", "3"}, Words{"--bot", "a"}, Words{"--faults"}}) {
    expect_error(2, option[0] + " is about matches, and there are none at '6561'",
                 Words{"show", "6561"} + option);
  }
  expect_error(2, "3 is about matches, and there are none at '6561'", {"show", "6561", "3"});
  expect_error(2, "--read goes with the folder of a game", {"show", "box", "--read", "x"});
  expect_error(2, "'games' is now referee show games, and referee show GAME for the rules of one",
               {"games", "box"});
}

TEST_F(Show, SaysWhatIsNotThere) {
  expect_error(2, "'o' has no match 99, only matches 0 to 1", {"show", "o", "99"});
  expect_error(2, "'nowhere' does not exist", {"show", "nowhere"});
  expect_error(2, "'bix' does not exist; did you mean 'referee show box'?", {"show", "bix"});
  write("empty.jsonl", "");
  expect_error(2, "'empty.jsonl' is empty", {"show", "empty.jsonl"});
  write("text", "hello\n");
  const Ended ended = referee({"show", "text"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(ended.err.starts_with("referee: error: text: line 1, column 1: syntax error"))
      << ended.err;
  EXPECT_TRUE(ended.err.ends_with(
      "; expected a match record: name a file that referee match --json wrote, or a "
      "tournament's folder\n"))
      << ended.err;
  const std::string expected =
      ": the key \"schema\" is missing; expected a match record: name a file that referee match "
      "--json wrote, or a tournament's folder";
  write("one.json", "{\"a\": 1,\n \"b\": 2}\n");
  expect_error(2, "one.json" + expected, {"show", "one.json"});
  write("two.jsonl", "{\"a\": 1}\n{\"a\": 1}\n");
  expect_error(2, "two.jsonl: line 1: the record" + expected, {"show", "two.jsonl"});
  expect_error(2, "two.jsonl: line 2" + expected, {"show", "two.jsonl", "2"});
  EXPECT_EQ(referee({"show", "o", "1", "--boards", "some"}).code, 2);
  expect_error(2, "match: 'one' is not a whole number", {"show", "o", "one"});
  const Ended negative = referee({"show", "o", "-1"});
  EXPECT_EQ(negative.code, 2);
  EXPECT_TRUE(negative.err.starts_with(
      "referee: error: match: the number of a match is 0 or more, not -1\n"))
      << negative.err;
}

}  // namespace
