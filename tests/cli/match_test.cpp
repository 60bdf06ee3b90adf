// referee match, random and games.

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Match : public InFolder {
 protected:
  // Arguments for a match of `game` between the program's own bot and an example.
  static Words between(const std::string& game, const Words& more = {}) {
    Words words = Words{"match", game, "referee random " + game + " --seed 3",
                        built::word(game + "-greedy")} +
                  more;
    return words;
  }
  // A bot that writes to its stderr before it plays Box.
  void make_talker() const {
    fs::copy_file(built::file("box-greedy"), path("box-greedy"));
    write_program("talker", "#!/bin/sh\necho thinking >&2\nexec ./box-greedy\n");
  }
};

TEST_F(Match, TellsPeopleHowItEnded) {
  const Ended ended = referee(between("box", {"--seed", "5"}));
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_TRUE(ended.out.starts_with("Box (CodeCup 2025), seed 5, ")) << ended.out;
  EXPECT_NE(ended.out.find("\nplayer 1  random "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nplayer 2  box-greedy "), std::string::npos) << ended.out;
}

TEST_F(Match, PrintsTheRecordAloneAsJson) {
  const Ended ended = referee(between("black-hole", {"--json", "--seed", "1"}));
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  ASSERT_EQ(lines_of(ended.out).size(), 1U);
  const Json record = Json::parse(ended.out);
  EXPECT_EQ(record["schema"], "referee-match");
  EXPECT_EQ(record["game"], "black-hole");
  EXPECT_EQ(record["seed"], 1);
  EXPECT_EQ(record["budget"], 5.0);
  EXPECT_EQ(record["plies"].size(), 30U);
  EXPECT_EQ(record["faults"], Json::array());
  EXPECT_EQ(record["bots"][0]["name"], "random");
  EXPECT_EQ(record["bots"][0]["command"], "referee random black-hole --seed 3");
  EXPECT_EQ(record["bots"][0]["hash"].get<std::string>().size(), 64U);
  EXPECT_FALSE(record.contains("tournament"));
}

TEST_F(Match, AppendsItsRecordToAFile) {
  expect(0, between("box", {"--save", "log.jsonl", "--seed", "1"}));
  const std::string printed =  // by the name of earlier releases
      expect(0, between("box", {"--out", "log.jsonl", "--json", "--seed", "1"}));
  const auto lines = lines_of(read("log.jsonl"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1] + "\n", printed);
  EXPECT_EQ(without_measured(lines[0]), without_measured(lines[1]));
}

TEST_F(Match, ShowsWhatBotsWroteToTheirStderr) {
  make_talker();
  const Words words{"match", "box", "./talker", "referee random box"};
  EXPECT_EQ(referee(words).err, "");
  Words shown = words + Words{"--stderr"};
  EXPECT_EQ(referee(shown).err,
            "stderr of talker (player 1), 9 bytes:\n"
            "  | thinking\n"
            "random (player 2) wrote nothing to its stderr.\n");
  Words json = words + Words{"--json"};
  const Json record = Json::parse(expect(0, json));
  EXPECT_EQ(record["measured"]["bots"][0]["stderr_tail"], "thinking\n");
  EXPECT_EQ(record["measured"]["bots"][1]["stderr_bytes"], 0);
}

// The bot never answers, so its limit ends the match, and the line has been there for a second; on
// a busy machine, in which it may not be drawn at all, for longer.
TEST_F(Match, SaysOnATerminalWhoIsThinking) {
  write_program("sleeper",
                "#!/bin/sh\nread -r line\nread -r line\nread -r line\nread -r line\n"
                "while read -r line; do :; done\n");
  const auto seen = [this](int budget, const std::string& option) {
    const std::string line =
        built::word("referee") +
        " match box ./sleeper 'referee random box' --clock wall --limit budget=" +
        std::to_string(budget) + option;
    return run({"script", "-qec", line, "/dev/null"}, folder_).out;
  };
  const std::string shown = "sleeper (player 1) has been thinking about move 1 for ";
  std::string text;
  auto at = std::string::npos;
  for (int budget = 3; budget <= 48 && at == std::string::npos; budget *= 4) {
    text = seen(budget, "");
    at = text.find(shown);
  }
  ASSERT_NE(at, std::string::npos) << text;
  const std::string time = text.substr(at + shown.size());
  EXPECT_GE(std::stoi(time), 2) << text;
  EXPECT_EQ(time.find(" s;"), time.find(' ')) << text;
  EXPECT_EQ(seen(3, " -q").find("has been thinking"), std::string::npos);
}

TEST_F(Match, AComparisonWarnsOfUnequalLimits) {
  const std::string bot = built::word("box-greedy");
  const Words words{"compare", bot, bot, "--game", "box", "--max-pairs", "1", "--json"};
  EXPECT_EQ(referee(words).err.find("same time limits"), std::string::npos);
  Words unequal = words + Words{"--limit", "new:budget=5,memory=512"};
  const Ended ended = referee(unequal);
  EXPECT_NE(ended.err.find("do not play under the same time limits: new 5 s, base 30 s\n"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("the same limits of memory"), std::string::npos) << ended.err;
}

TEST_F(Match, OptionsOfLimitsReachTheBots) {
  fs::copy_file(built::file("box-greedy"), path("box-greedy"));
  write("bot.sh", "ulimit -n >&2; ulimit -f >&2; exec ./box-greedy\n");
  const Json record = Json::parse(expect(
      0, {"match", "box", "sh bot.sh", "referee random box", "--json", "--limit", "open_files=40",
          "--limit", "file_size=3", "--limit", "threads=2", "--limit", "disk=4"}));
  // The shell gives the size of a file in blocks of 512 bytes.
  EXPECT_EQ(record["measured"]["bots"][0]["stderr_tail"], "40\n6144\n");
}

TEST_F(Match, TwoBotsOfOneNameAreToldApart) {
  const Json record = Json::parse(
      expect(0, {"match", "box", built::word("box-greedy"), built::word("box-greedy"), "--json"}));
  EXPECT_EQ(record["bots"][0]["name"], "box-greedy-1");
  EXPECT_EQ(record["bots"][1]["name"], "box-greedy-2");
}

TEST_F(Match, TheProgramAloneSaysHowToBegin) {
  const Ended ended = referee({});
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(lines_of(ended.err).size(), 4U) << ended.err;
  EXPECT_NE(ended.err.find("referee --help"), std::string::npos) << ended.err;
}

TEST_F(Match, TheRandomBotLeavesAtQuitAndAtTheEndOfItsInput) {
  const Ended quit = referee({"random", "6561"}, "A\nQuit\nnot read any more\n");
  EXPECT_EQ(quit.code, 0);
  EXPECT_EQ(lines_of(quit.out).size(), 1U);
  EXPECT_EQ(referee({"random", "black-hole"}, "A1\nA2\n").code, 0);
  EXPECT_EQ(referee({"random", "box"}, "").out, "");
}

TEST_F(Match, TheRandomBotSaysWhatItDoesNotUnderstand) {
  const Ended ended = referee({"random", "6561"}, "C\n");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err,
            "referee: error: cannot understand the judge's line: read 'C', expected A or B\n");
}

TEST_F(Match, GamesAreListedAndHaveAPageWithRulesAndProtocol) {
  const std::string text = expect(0, {"show", "games"});
  std::vector<std::string> names;
  for (const Json& game : Json::parse(expect(0, {"show", "games", "--json"}))) {
    const std::string name = names.emplace_back(game["name"]);
    SCOPED_TRACE(name);
    EXPECT_NE(("\n" + text).find("\n" + name + " "), std::string::npos);
    const std::string page = expect(0, {"show", name});
    EXPECT_TRUE(page.starts_with("# " + game["title"].get<std::string>() + "\n"));
    for (const char* part : {"\n## Rules\n", "\n## Protocol\n", "Quit"}) {
      EXPECT_NE(page.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(Json::parse(expect(0, {"show", name, "--json"})), game);
    EXPECT_TRUE(name != "box" || (game["budget"] == 30.0 && game["deals"] == true));
    EXPECT_TRUE(name != "turn-right" || (game["takeover"] == false && game["deals"] == false));
  }
  EXPECT_EQ(names, all_games());
}

}  // namespace
