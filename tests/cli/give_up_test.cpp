// "give_up_after": a bot that fails again and again plays no more.
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class GiveUp : public InFolder {
 protected:
  GiveUp() {
    // Fails in the rounds whose number is odd. What it starts lies beside it: it may not read the
    // folder of another bot's program.
    fs::copy_file(built::file("black-hole-random"), path("plays"));
    write_program("flaky", "#!/bin/sh\n[ $(($1 % 2)) = 0 ] || exit 1\nexec ./plays 1\n");
  }

  static std::string config(const std::string& first, int rounds, int limit) {
    Json json = Json::parse(
        config_of("black-hole", rounds,
                  {{"one", first}, {"a", built::word("black-hole-random") + " 2"}, {"b", first}}));
    json["give_up_after"] = limit;
    json["seed"] = 2;  // the numbers of its first rounds: even, odd, three even; later two odd ones
    return json.dump();
  }
  void play(const std::string& folder, const std::string& jobs) const {
    expect(1, {"tournament", "c.json", "--out", folder, "--jobs", jobs, "--quiet"});
  }
  // The kind of the fault of each bot, in the order of its matches; empty if it did not fail.
  static std::map<std::string, std::vector<std::string>> faults(const std::vector<Json>& records) {
    std::map<std::string, std::vector<std::string>> kinds;
    for (const Json& record : records) {
      for (std::size_t seat = 0; seat < 2; ++seat) {
        std::string kind;
        for (const Json& fault : record["faults"]) {
          if (fault["seat"] == seat + 1 && kind.empty()) kind = fault["kind"];
        }
        kinds[record["bots"][seat]["name"]].push_back(kind);
      }
    }
    return kinds;
  }
};

TEST_F(GiveUp, ABotThatAlwaysFailsPlaysItsFirstGamesOnly) {
  write_program("dead", "#!/bin/sh\nexit 1\n");
  write("c.json", config("./dead", 3, 2));
  play("o", "4");
  const auto records = records_in(path("o"));
  ASSERT_EQ(records.size(), 18U);
  auto kinds = faults(records);
  for (const char* name : {"one", "b"}) {
    for (std::size_t i = 0; i < kinds[name].size(); ++i) {
      EXPECT_EQ(kinds[name][i], i < 2 ? "crash" : "given_up") << name << i;
    }
  }
  EXPECT_EQ(kinds["a"], std::vector<std::string>(12));
  const Ended standings = referee({"standings", "o"});
  EXPECT_NE(standings.out.find("10 given_up"), std::string::npos) << standings.out;
  const Json json = Json::parse(expect(0, {"standings", "o", "--json"}));
  EXPECT_EQ(json["events"][0]["bots"][0]["name"], "a");
  expect(0, {"verify", "o"});
  expect(0, {"show", "o", "17"});
}

// Whether a game is played follows from the games before it by number, whoever ends first.
TEST_F(GiveUp, FollowsFromTheOrderOfMatchesAlone) {
  constexpr int limit = 6;  // more than a round
  write("c.json", config("./flaky {seed}", 12, limit));
  play("o", "1");
  play("four", "4");
  const auto records = records_in(path("o"));
  EXPECT_EQ(records_in(path("four")), records);
  std::size_t given_up = 0;
  std::set<std::string> of_one;
  for (const auto& [name, kinds] : faults(records)) {
    int in_a_row = 0;
    bool over = false;
    for (const std::string& kind : kinds) {
      EXPECT_EQ(kind == "given_up", over) << name;
      if (name == "one") of_one.insert(kind);
      given_up += over ? 1U : 0U;
      in_a_row = kind.empty() ? 0 : in_a_row + 1;
      over = over || in_a_row >= limit;
    }
  }
  // All that can happen to a bot has happened.
  EXPECT_EQ(of_one, (std::set<std::string>{"", "crash", "given_up"}));
  EXPECT_GT(given_up, 0U);
  EXPECT_LT(given_up, records.size() * 2);

  // Continued after a stop, with the last records lost.
  fs::create_directory(path("cut"));
  fs::copy_file(path("o/manifest.json"), path("cut/manifest.json"));
  std::string some;
  const auto lines = lines_of(read("o/matches-0001.jsonl"));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i % 3 != 1) some += lines[i] + '\n';
  }
  write("cut/matches-0001.jsonl", some);
  play("cut", "3");
  EXPECT_EQ(records_in(path("cut")), records);
}

TEST_F(GiveUp, IsOfThoseWhoseGamesAreAllInOnePlace) {
  write("c.json", config("./flaky {seed}", 1, 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--plan-only"});
  EXPECT_EQ(Json::parse(read("o/manifest.json"))["version"], 2);
  const std::string refusal =
      "black-hole has \"give_up_after\" and cannot be played in parts: whether a bot plays follows "
      "from all its games before; play it without --part, or leave that key out";
  expect_error(2, refusal, {"tournament", "c.json", "--part", "1/2", "--out", "o"});
}

}  // namespace
