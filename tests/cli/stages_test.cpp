// Tournaments whose later matches follow from results, in parts: shard and merge.
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

Json bots_of(int count) {
  Json bots = Json::array();
  for (int i = 0; i < count; ++i) {
    bots.push_back({{"name", "b" + std::to_string(i)},
                    {"command", built::word("black-hole-random") + " " + std::to_string(i)}});
  }
  return bots;
}

class Stages : public InFolder {
 protected:
  void config(const std::vector<Json>& games, int seed = 5) const {
    write("c.json", Json{{"seed", seed}, {"games", games}}.dump());
    expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
  }
  static Json swiss() {
    return {{"game", "black-hole"}, {"format", "swiss"}, {"rounds", 3}, {"bots", bots_of(5)}};
  }
  static Json official() {
    return {{"game", "black-hole"}, {"format", "official"}, {"swiss_rounds", 2},
            {"qualify", 3},         {"rounds", 2},          {"bots", bots_of(6)}};
  }
  static Json all_against_all() {
    return {{"game", "black-hole"}, {"rounds", 2}, {"bots", bots_of(3)}};
  }

  Json merged(int code, const std::string& folder = "o") const {
    return Json::parse(expect(code, {"merge", folder, "--json", "--parts", "3"}));
  }
  void play_stage() const {
    for (const char* part : {"1/3", "2/3", "3/3"}) expect(0, {"shard", "o", part, "--quiet"});
  }
  void expect_as_alone() const {
    expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
    EXPECT_EQ(merged(0)["sha256"], merged(0, "alone")["sha256"]);
    EXPECT_EQ(expect(0, {"standings", "o", "--json"}), expect(0, {"standings", "alone", "--json"}));
    expect(0, {"verify", "o"});
  }
};

TEST_F(Stages, ASwissIsPlayedRoundByRound) {
  config({swiss()});
  EXPECT_EQ(expect(0, {"shard", "o", "1/2", "--quiet"}),
            "part 1 of 2 of stage 1: 2 of 2 matches played\n"
            "next: when all parts are played, referee merge o\n");
  EXPECT_EQ(expect(1, {"merge", "o", "--parts", "2"}),
            "2 of 12 matches; stage 1 lacks 2 of 4 matches: 2-3\n"
            "parts to play: 2\n"
            "next: referee shard o K/N for each of N parts, then referee merge o\n");
  EXPECT_FALSE(fs::exists(path("o/stage-0001.json")));
  expect(0, {"shard", "o", "2/2", "--quiet"});
  EXPECT_EQ(expect(1, {"merge", "o", "--parts", "2"}),
            "4 of 12 matches; stage 1 is complete; stage 2 has 4 matches: 4-7\n"
            "parts to play: 1, 2\n"
            "next: referee shard o K/N for each of N parts, then referee merge o\n");
  EXPECT_TRUE(fs::exists(path("o/stage-0001.json")));
  const Json second = merged(1);
  EXPECT_EQ(second["stage"], Json::parse(R"({"number": 2, "matches": 4, "missing": [[4, 7]]})"));
  EXPECT_EQ(second["missing"], Json::parse("[[4, 11]]"));
  EXPECT_EQ(second["missing_parts"], Json::parse("[2, 3]"));
  play_stage();
  EXPECT_TRUE(fs::exists(path("o/matches-s2-2-of-3-0001.jsonl")));
  merged(1);
  play_stage();
  EXPECT_EQ(merged(0)["records"], 12);
  expect_as_alone();
}

TEST_F(Stages, WhatOneProcessHasPlayedGoesOnInParts) {
  config({swiss(), all_against_all()});
  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  // Rounds 1 and 2 and half of round 3 of the Swiss; nothing else.
  std::string some;
  for (const std::string& line : lines_of(read("alone/matches-0001.jsonl"))) {
    if (Json::parse(line)["match"] < 10) some += line + "\n";
  }
  write("o/matches-0001.jsonl", some);
  EXPECT_EQ(merged(1)["stage"]["missing"], Json::parse("[[12, 23]]"));
  play_stage();
  EXPECT_EQ(merged(1)["stage"],
            Json::parse(R"({"number": 2, "matches": 2, "missing": [[10, 11]]})"));
  play_stage();
  EXPECT_EQ(merged(0)["sha256"], merged(0, "alone")["sha256"]);
}

TEST_F(Stages, AClosedStageThatHasChangedIsNoticed) {
  config({swiss()});
  play_stage();
  merged(1);
  const std::string file = "o/matches-2-of-3-0001.jsonl";
  std::string text = read(file);
  const auto at = text.find("\"score\":");
  ASSERT_NE(at, std::string::npos);
  text[at + 8] = text[at + 8] == '1' ? '2' : '1';
  write(file, text);
  const std::string why = "the seal of stage 1 of o does not hold: records have been changed";
  expect_error(1, why + "; remove o/stage-0001.json to play what is missing", {"merge", "o"});
  const Ended shard = referee({"shard", "o", "1/3", "--quiet"});
  EXPECT_EQ(shard.code, 1);
  EXPECT_NE(shard.err.find(why), std::string::npos) << shard.err;
  EXPECT_EQ(referee({"verify", "o"}).code, 1);
}

TEST_F(Stages, AStageThatIsNotPlayedIsLeftAlone) {
  config({swiss()});
  expect_error(2,
               "--stage: stage 1 is being played; referee merge o begins the next one when all of "
               "its matches are there",
               {"shard", "o", "1/2", "--stage", "2"});
  play_stage();
  merged(1);
  EXPECT_EQ(expect(0, {"shard", "o", "1/2", "--stage", "1"}),
            "stage 1 is complete; nothing was played\n");
  EXPECT_EQ(Json::parse(expect(0, {"shard", "o", "1/2", "--stage", "1", "--json"}))["played"], 0);
  EXPECT_EQ(merged(1)["records"], 4);
  expect_error(2,
               "o is sealed; remove o/stage-*.json to go on with the game black-hole, or choose "
               "another folder "
               "with --out",
               [this] {
                 write("c.json", Json{{"seed", 5}, {"games", {swiss(), all_against_all()}}}.dump());
                 return Words{"tournament", "c.json", "--plan-only", "--out", "o"};
               }());
}

}  // namespace
