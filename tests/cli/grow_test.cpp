// A tournament that grows: more rounds, further bots, further games in the same folder.
#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

using Bots = std::vector<std::pair<std::string, std::string>>;

class Grow : public InFolder {
 protected:
  // Deterministic bots.
  static Bots bots(std::size_t count) {
    const std::string random = "referee random black-hole --seed";
    const Bots all{{"a", random + " 1"},
                   {"b", random + " 2"},
                   {"c", built::word("black-hole-greedy")},
                   {"d", random + " 4"}};
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  static Json game(int rounds, std::size_t count) {
    return Json::parse(config_of("black-hole", rounds, bots(count)));
  }
  static std::string several(const std::vector<Json>& games) { return config_of_all(1, games); }
  // Plays a config in a folder; returns what it said.
  [[nodiscard]] std::string play(const std::string& config, const std::string& folder) const {
    write("c.json", config);
    const Ended ended = referee({"tournament", "c.json", "--seed", "1", "--out", folder});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.err;
  }
  // The folder o says the same as one in which this config was played from the beginning.
  void expect_as_if_played_at_once(const std::string& config) const {
    fs::remove_all(path("fresh"));
    static_cast<void>(play(config, "fresh"));
    EXPECT_EQ(standings("o"), standings("fresh"));
    EXPECT_EQ(exported("o"), exported("fresh"));
    EXPECT_EQ(expect(0, {"verify", "o"}), expect(0, {"verify", "fresh"}));
    const auto count = records_in(path("fresh")).size();
    ASSERT_GT(count, 0U);
    for (const std::size_t number : {std::size_t{0}, count / 2, count - 1}) {
      const std::string text = std::to_string(number);
      EXPECT_EQ(bots_of({"show", "o", text, "--json"}), bots_of({"show", "fresh", text, "--json"}));
      EXPECT_NE(expect(0, {"show", "o", text, "--plies", "1"}).find(", match " + text + ", "),
                std::string::npos);
    }
  }
  [[nodiscard]] Json standings(const std::string& folder) const {
    Json json = Json::parse(expect(0, {"standings", folder, "--json"}));
    json.erase("tournament");
    return json;
  }
  // Without what was measured: the columns as far as the number of plies.
  [[nodiscard]] std::vector<std::string> exported(const std::string& folder) const {
    std::vector<std::string> lines = lines_of(expect(0, {"export", folder}));
    for (std::string& line : lines) {
      std::size_t end = 0;
      for (int cell = 0; cell < 17; ++cell) end = line.find(',', end + 1);
      line.resize(end);
    }
    EXPECT_TRUE(lines.at(0).ends_with(",plies")) << lines.at(0);
    return lines;
  }
  [[nodiscard]] std::string bots_of(const Words& show) const {
    const Json record = Json::parse(expect(0, show));
    return record["bots"][0]["name"].get<std::string>() + record["bots"][1]["name"].dump() +
           record["seed"].dump() + record["round"].dump();
  }
  [[nodiscard]] std::size_t played(int run) const {
    const std::string file = "o/matches-000" + std::to_string(run) + ".jsonl";
    return fs::exists(path(file)) ? lines_of(read(file)).size() : 0;
  }
};

// Each time everything before it counts, and the matches after it have other numbers.
TEST_F(Grow, AgainAndAgainInAllWays) {
  Json swiss = game(2, 4);
  swiss["format"] = "swiss";
  const std::string first = several({game(1, 2), swiss});
  const std::string second = several({game(2, 3), swiss, game(1, 2)});
  const std::string third = several({game(3, 4), swiss, game(1, 3)});
  static_cast<void>(play(first, "o"));
  EXPECT_EQ(played(1), 2U + 8U);
  static_cast<void>(play(second, "o"));
  EXPECT_EQ(played(2), 10U + 2U);
  expect_as_if_played_at_once(second);
  write("c.json", third);
  expect(0, {"tournament", "c.json", "--seed", "1", "--out", "o", "--plan-only"});
  EXPECT_EQ(referee({"merge", "o"}).code, 4);
  static_cast<void>(play(third, "o"));
  EXPECT_EQ(played(3), 24U + 4U);
  expect_as_if_played_at_once(third);

  // Sealed it stays as it is.
  expect(0, {"merge", "o"});
  expect_as_if_played_at_once(third);
  write("c.json", several({game(4, 4), swiss, game(1, 3)}));
  expect_error(2,
               "o is sealed; remove o/sealed.json to go on with round 4 of black-hole, or choose "
               "another folder with --out",
               {"tournament", "c.json", "--seed", "1", "--out", "o"});
}

TEST_F(Grow, InParts) {
  static_cast<void>(play(game(1, 2).dump(), "o"));
  write("c.json", game(2, 3).dump());
  for (const char* part : {"1/2", "2/2"}) {
    expect(0, {"tournament", "c.json", "--seed", "1", "--part", part, "--out", "o", "--quiet"});
  }
  expect_as_if_played_at_once(game(2, 3).dump());
  EXPECT_TRUE(expect(0, {"merge", "o"}).starts_with("12 of 12 matches: complete and sealed, "));
}

}  // namespace
