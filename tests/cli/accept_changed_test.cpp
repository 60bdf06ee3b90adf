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
    put(random_program());
    write("c.json", config_of("black-hole", rounds,
                              {{"a", "referee random black-hole --seed 1"},
                               {"mine", "./mine random black-hole --seed 2"},
                               {"c", built::word("black-hole-greedy")}}));
    expect(0, {"tournament", "c.json", "--seed", "1", "--out", "o", "--quiet"});
  }

  // The program behind "mine".
  void put(const fs::path& program) const {
    fs::remove(path("mine"));
    fs::copy_file(program, path("mine"));
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

TEST_F(AcceptChanged, TheNewProgramPlaysItsMatchesAndTheOthersAreKept) {
  const std::string manifest = read("o/manifest.json");
  const std::string records = read("o/matches-0001.jsonl");
  put(built::file("black-hole-greedy"));
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

}  // namespace
