// A bot whose program changes in the middle of a tournament.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class AcceptChanged : public InFolder {
 protected:
  static constexpr int rounds = 3;

  AcceptChanged() {
    put("black-hole-random");
    write("c.json", config_of("black-hole", rounds,
                              {{"a", built::word("black-hole-random") + " 1"},
                               {"mine", "./mine 2"},
                               {"c", built::word("black-hole-greedy")}}));
    expect(0, {"tournament", "c.json", "--seed", "1", "--out", "o", "--quiet"});
  }

  // The program behind "mine".
  void put(const std::string& bot) const {
    fs::remove(path("mine"));
    fs::copy_file(built::file(bot), path("mine"));
  }
  // The standings after continuing with the current program.
  [[nodiscard]] std::string accept() const {
    expect(0, {"tournament", "c.json", "--seed", "1", "--out", "o", "--quiet", "--accept-changed"});
    return standings();
  }
  [[nodiscard]] std::string standings() const { return expect(0, {"standings", "o", "--json"}); }
  // Records by the names of their bots.
  [[nodiscard]] std::map<std::string, int> games() const {
    std::map<std::string, int> count;
    for (const Json& record : records_in(path("o"))) {
      for (const Json& bot : record["bots"]) ++count[bot["name"]];
    }
    return count;
  }
};

TEST_F(AcceptChanged, WithoutItNothingIsPlayed) {
  put("black-hole-greedy");
  const std::string before = read("o/matches-0001.jsonl");
  expect_error(2,
               "o holds another tournament, which differs in the program of the bot \"mine\" of "
               "black-hole, which has been changed since; use --accept-changed to play it as "
               "\"mine@2\" and keep what the old one has played, or choose another folder with "
               "--out",
               {"tournament", "c.json", "--seed", "1", "--out", "o"});
  EXPECT_FALSE(fs::exists(path("o/manifest-0002.json")));
  EXPECT_EQ(read("o/matches-0001.jsonl"), before);
}

TEST_F(AcceptChanged, TheNewProgramPlaysItsMatchesAndTheOthersAreKept) {
  const std::string manifest = read("o/manifest.json");
  const std::string records = read("o/matches-0001.jsonl");
  put("black-hole-greedy");
  const Json standings = Json::parse(accept());
  EXPECT_EQ(read("o/manifest.json"), manifest);
  EXPECT_EQ(read("o/matches-0001.jsonl"), records);

  // Of 18 matches the 6 of a against c are not played again.
  EXPECT_EQ(games(),
            (std::map<std::string, int>{{"a", 18}, {"c", 18}, {"mine", 12}, {"mine@2", 12}}));
  const Json& event = standings["events"][0];
  EXPECT_EQ(event["played"], 18);
  EXPECT_EQ(event["planned"], 18);
  ASSERT_EQ(standings["earlier"].size(), 1U);
  EXPECT_EQ(standings["earlier"][0]["bot"], "mine");
  EXPECT_EQ(standings["earlier"][0]["games"], 12);

  // The result is the same as if the tournament had begun with the new program.
  expect(0, {"tournament", "c.json", "--seed", "1", "--out", "anew", "--quiet"});
  const Json anew = Json::parse(expect(0, {"standings", "anew", "--json"}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(event["bots"][i]["score"], anew["events"][0]["bots"][i]["score"]);
  }
  const std::string shown = expect(0, {"standings", "o"});
  EXPECT_NE(shown.find("\nEarlier programs of changed bots, not part of the standings:\n"
                       "  Black Hole: mine, 12 games, mean score "),
            std::string::npos)
      << shown;
  const std::string page = expect(0, {"standings", "o", "--markdown"});
  EXPECT_NE(page.find("\nEarlier programs of changed bots, not part of the standings:\n\n"
                      "- Black Hole: mine, 12 games, mean score "),
            std::string::npos)
      << page;
  EXPECT_EQ(expect(0, {"standings", "anew", "--markdown"}).find("Earlier"), std::string::npos);
  EXPECT_EQ(expect(0, {"standings", "o", "--csv"}).find("Earlier"), std::string::npos);
  expect(0, {"verify", "o"});
  expect(0, {"show", "o", "17"});
}

TEST_F(AcceptChanged, TheSameCommandGoesOnAfterwards) {
  put("black-hole-greedy");
  const std::string first = accept();
  expect(0, {"tournament", "c.json", "--seed", "1", "--out", "o", "--quiet"});
  EXPECT_EQ(standings(), first);
  EXPECT_EQ(accept(), first);
  EXPECT_FALSE(fs::exists(path("o/manifest-0003.json")));
  EXPECT_TRUE(expect(0, {"merge", "o"}).starts_with("18 of 18 matches: complete and sealed, "));
  EXPECT_EQ(standings(), first);
}

TEST_F(AcceptChanged, AnEarlierProgramGetsItsNameAndItsMatchesBack) {
  const std::string records = read("o/matches-0001.jsonl");
  const Json before = Json::parse(standings());
  put("black-hole-greedy");
  static_cast<void>(accept());
  put("black-hole-random");
  const Json back = Json::parse(accept());
  EXPECT_EQ(games()["mine"], 12);  // nothing was played again
  EXPECT_EQ(back["events"], before["events"]);
  EXPECT_EQ(back["earlier"][0]["bot"], "mine@2");
  EXPECT_TRUE(fs::exists(path("o/manifest-0003.json")));
}

TEST_F(AcceptChanged, AThirdProgramIsTheThird) {
  put("black-hole-greedy");
  static_cast<void>(accept());
  write_program("mine", "#!/bin/sh\nexec " + built::word("black-hole-random") + " \"$@\"\n");
  const Ended ended = referee({"tournament", "c.json", "--seed", "1", "--out", "o", "--quiet",
                               "--trust", "--accept-changed"});
  EXPECT_EQ(ended.code, 2);  // another isolation is another tournament
  EXPECT_NE(ended.err.find("differs in the isolation"), std::string::npos) << ended.err;
  expect_error(2,
               "o holds another tournament, which differs in the program of the bot \"mine@2\" of "
               "black-hole, which has been changed since; use --accept-changed to play it as "
               "\"mine@3\" and keep what the old one has played, or choose another folder with "
               "--out",
               {"tournament", "c.json", "--seed", "1", "--out", "o"});
}

TEST_F(AcceptChanged, ASealedTournamentStaysAsItIs) {
  expect(0, {"merge", "o"});
  put("black-hole-greedy");
  expect_error(2,
               "o is sealed; remove o/sealed.json to go on with another program of \"mine\", or "
               "choose another folder with --out",
               {"tournament", "c.json", "--seed", "1", "--out", "o", "--accept-changed"});
}

TEST_F(AcceptChanged, ManifestsThatDoNotFitTogetherAreNamed) {
  put("black-hole-greedy");
  static_cast<void>(accept());
  Json second = Json::parse(read("o/manifest-0002.json"));
  const std::string id = second["extends"];
  second["extends"] = "0123456789abcdef";
  write("o/manifest-0002.json", second.dump(2));
  expect_error(2,
               "o/manifest-0002.json: extends: must be \"" + id +
                   "\", the id of the manifest before it, not \"0123456789abcdef\"",
               {"standings", "o"});
}

}  // namespace
