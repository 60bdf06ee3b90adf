// referee show.
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
}

}  // namespace
