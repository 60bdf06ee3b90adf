// referee tournament --plan-only, shard and merge.
#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Shard : public InFolder {
 protected:
  // Three games, so that a part has a slice of each.
  Shard() {
    std::vector<Json> games;
    for (const char* game : {"black-hole", "box", "2187"}) {
      games.push_back(Json::parse(small_config(game, 3)));
    }
    write("c.json", config_of_all(5, games));
  }

  void plan() const { expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"}); }
  std::string shard(const std::string& part) const {
    return expect(0, {"shard", "o", part, "--quiet"});
  }
  [[nodiscard]] Json merged(int code, Words further = {}) const {
    Words words{"merge", "o", "--json"};
    words.insert(words.end(), further.begin(), further.end());
    return Json::parse(expect(code, words));
  }
};

TEST_F(Shard, PlanOnlyMakesTheFolderAndPlaysNothing) {
  const Json plan =
      Json::parse(expect(0, {"tournament", "c.json", "--plan-only", "--out", "o", "--json"}));
  EXPECT_EQ(plan["matches"], 18);
  EXPECT_EQ(plan["folder"], "o");
  EXPECT_TRUE(fs::exists(path("o/manifest.json")));
  EXPECT_TRUE(record_files().empty());
  EXPECT_EQ(expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"}),
            "18 matches planned in o, tournament " + plan["tournament"].get<std::string>() + "\n");
}

TEST_F(Shard, AllPartsTogetherAreTheTournament) {
  plan();
  EXPECT_EQ(shard("2/3"), "part 2 of 3: 6 of 6 matches played\n");
  EXPECT_EQ(record_files(), Words{"matches-2-of-3-0001.jsonl"});
  for (const Json& record : records_in(path("o"))) EXPECT_EQ(record["round"], 2);

  EXPECT_EQ(expect(1, {"merge", "o"}), "6 of 18 matches; missing: 0-1, 4-7, 10-13, 16-17\n");
  EXPECT_EQ(expect(1, {"merge", "o", "--parts", "3"}),
            "6 of 18 matches; missing: 0-1, 4-7, 10-13, 16-17\nparts to play: 1, 3\n");
  const Json partial = merged(1, {"--parts", "9"});
  EXPECT_EQ(partial["complete"], false);
  EXPECT_EQ(partial["sealed"], false);
  EXPECT_EQ(partial["missing"], Json::parse("[[0,1],[4,7],[10,13],[16,17]]"));
  EXPECT_EQ(partial["missing_parts"], Json::parse("[3,9]"));  // of 9, three have a pairing
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));

  shard("1/3");
  shard("3/3");
  const Json whole = merged(0);
  EXPECT_EQ(whole["records"], 18);
  EXPECT_EQ(whole["duplicates"], 0);
  EXPECT_EQ(whole["missing"], Json::array());
  EXPECT_EQ(whole["sealed"], true);

  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  EXPECT_EQ(records_in(path("o")), records_in(path("alone")));
  EXPECT_EQ(expect(0, {"standings", "o", "--json"}), expect(0, {"standings", "alone", "--json"}));
  // The hash covers only what is the same in every run, and does not depend on the files.
  EXPECT_EQ(Json::parse(expect(0, {"merge", "alone", "--json"}))["sha256"], whole["sha256"]);
}

TEST_F(Shard, MergingAgainChangesNothing) {
  plan();
  shard("1/1");
  const std::string first = expect(0, {"merge", "o"});
  EXPECT_TRUE(first.starts_with("18 of 18 matches: complete and sealed, ")) << first;
  const std::string seal = read("o/sealed.json");
  EXPECT_EQ(expect(0, {"merge", "o"}), first);
  EXPECT_EQ(read("o/sealed.json"), seal);
}

TEST_F(Shard, TheSamePartTwiceAtOnceIsHarmless) {
  plan();
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 3; ++i) {
    children.push_back(std::make_unique<Child>(command({"shard", "o", "1/2", "-q"}), folder_));
  }
  for (const auto& child : children) EXPECT_EQ(child->end().code, 0);
  const auto before = record_files();
  EXPECT_EQ(shard("1/2"), "part 1 of 2: 6 of 6 matches played\n");  // of 9 pairings, 3
  EXPECT_EQ(record_files(), before);
  shard("2/2");
  const Json whole = merged(0);
  EXPECT_EQ(whole["records"], 18);
  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  EXPECT_EQ(expect(0, {"standings", "o", "--json"}), expect(0, {"standings", "alone", "--json"}));
}

TEST_F(Shard, OtherCutsAndTheTournamentItselfGoOnWithWhatIsThere) {
  plan();
  shard("1/3");
  EXPECT_EQ(shard("1/1"), "part 1 of 1: 18 of 18 matches played\n");
  EXPECT_EQ(lines_of(read("o/matches-1-of-1-0001.jsonl")).size(), 12U);
  EXPECT_EQ(merged(0)["duplicates"], 0);
}

TEST_F(Shard, WhatComesAfterTheSealIsLeftOut) {
  plan();
  shard("1/1");
  expect(0, {"merge", "o"});
  const std::string standings = expect(0, {"standings", "o", "--json"});
  // A straggler, whose file would be read first.
  write("o/matches-0001.jsonl", read("o/matches-1-of-1-0001.jsonl"));
  const Ended later = referee({"standings", "o", "--json"});
  EXPECT_EQ(later.code, 0);
  EXPECT_EQ(later.out, standings);
  EXPECT_EQ(later.err, "referee: warning: 1 file that came after the seal: left out\n");
  expect(0, {"verify", "o"});
  expect(0, {"merge", "o"});
}

TEST_F(Shard, ABrokenSealShows) {
  plan();
  shard("1/1");
  expect(0, {"merge", "o"});
  const std::string file = "o/matches-1-of-1-0001.jsonl";
  const std::string good = read(file);
  const auto expect_broken = [this](const std::string& why) {
    const std::string what = "the seal of o does not hold: " + why;
    const Ended standings = referee({"standings", "o"});
    EXPECT_EQ(standings.code, 1);
    EXPECT_TRUE(standings.err.starts_with("referee: warning: " + what + "\n")) << standings.err;
    const Ended verified = referee({"verify", "o"});
    EXPECT_EQ(verified.code, 1);
    EXPECT_TRUE(verified.err.starts_with("referee: warning: " + what + "\n")) << verified.err;
    expect_error(1, what, {"merge", "o"});
    expect_error(1, what + "; remove o/sealed.json to play what is missing",
                 {"tournament", "c.json", "--out", "o"});
  };
  std::string changed = good;
  const auto score = changed.find("\"score\":") + 8;
  changed[score] = changed[score] == '1' ? '2' : '1';
  write(file, changed);
  expect_broken("records have been changed");
  write(file, good.substr(0, good.size() - 10));
  expect_broken("17 records are left of 18");
  fs::remove(path(file));
  expect_broken("matches-1-of-1-0001.jsonl is missing");
  // Times may differ.
  changed = good;
  const auto time = changed.find("\"cpu_us\":") + 9;
  changed[time] = changed[time] == '1' ? '2' : '1';
  write(file, changed);
  expect(0, {"verify", "o"});
}

TEST_F(Shard, ForeignPartsAreRefused) {
  plan();
  shard("1/2");
  shard("2/2");
  expect(0, {"tournament", "c.json", "--seed", "9", "--out", "other", "--quiet"});
  write("o/matches-foreign.jsonl", read("other/matches-0001.jsonl"));
  const Ended ended = referee({"merge", "o"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(
      ended.err.starts_with("referee: error: o holds 18 foreign lines, the first: "
                            "o/matches-foreign.jsonl, line 1: it belongs to the tournament "))
      << ended.err;
  EXPECT_TRUE(
      ended.err.ends_with("; take that file out of the folder, or merge where it "
                          "belongs\n"))
      << ended.err;
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));
}

TEST_F(Shard, BadPartsAreErrors) {
  plan();
  const auto expect_bad = [this](const std::string& part, const std::string& why) {
    expect_error(2, "'" + part + "' " + why, {"shard", "o", part});
  };
  expect_bad("4/3", "is not a part; of 3 there are 1/3 to 3/3");
  expect_bad("3", "is not a part; name one as K/N, e.g. 1/10 for the first of ten");
  EXPECT_TRUE(record_files().empty());
}

TEST_F(Shard, FoldersWithoutATournamentAreErrors) {
  for (const char* verb : {"shard", "merge"}) {
    Words words{verb, "nowhere"};
    if (words[0] == "shard") words.emplace_back("1/2");
    expect_error(2, "'nowhere' does not exist", words);
    fs::create_directories(path("empty"));
    words[1] = "empty";
    expect_error(2, "the folder 'empty' is not a tournament: it has no manifest.json", words);
    words[1] = "c.json";
    expect_error(2, "'c.json' is a file; name a tournament's folder", words);
  }
}

// Of many parts, each would otherwise read what all others have written.
TEST_F(Shard, APartReadsNoFilesOfPartsThatShareNothingWithIt) {
  plan();
  const std::string of_the_second = "o/matches-2-of-3-0001.jsonl";
  fs::create_directories(path(of_the_second));
  expect(0, {"shard", "o", "1/3", "--quiet"});
  expect(0, {"shard", "o", "3/3", "--quiet"});
  expect(0, {"shard", "o", "1/9", "--quiet"});
  for (const char* part : {"2/3", "2/2", "1/1"}) {
    expect_error(3, "cannot read " + of_the_second + ": Is a directory",
                 {"shard", "o", part, "-q"});
  }
  // The name promises nothing once the tournament has grown: then parts are other matches.
  fs::remove(path(of_the_second));
  expect(0, {"tournament", "c.json", "--rounds", "4", "--plan-only", "--out", "o"});
  fs::create_directories(path(of_the_second));
  expect_error(3, "cannot read " + of_the_second + ": Is a directory", {"shard", "o", "1/3", "-q"});
}

TEST_F(Shard, MorePartsThanPairingsLeaveSomeEmpty) {
  plan();
  EXPECT_EQ(shard("1/1000"), "part 1 of 1000: 0 of 0 matches played\n");
  EXPECT_EQ(shard("1000/1000"), "part 1000 of 1000: 6 of 6 matches played\n");
}

// Their bots would get a literal "{seed}", and the wrong deals.
TEST_F(Shard, GamesOfCompareAndRegressAreRefused) {
  const std::string bot = built::word("box-random") + " {seed}";
  expect(4, {"compare", bot, bot, "--game", "box", "--max-pairs", "1", "--out", "o", "--quiet"});
  const auto files = record_files();
  for (const Words& words :
       {Words{"shard", "o", "1/2", "-q"}, Words{"merge", "o", "--parts", "2"}}) {
    expect_error(
        2,
        "o has a comparison that is not planned to be played in parts; to go on with it in "
        "parts, give its referee compare with --plan-only --out o",
        words);
  }
  EXPECT_EQ(record_files(), files);

  const Json checks{{{"check", "no-faults"}, {"games", 2}}};
  write("r.json", Json{{"game", "box"}, {"bot", bot}, {"checks", checks}}.dump());
  expect(0, {"regress", "r.json", "--out", "r", "--quiet"});
  expect_error(2,
               "the games of a check cannot be played in parts: its config has their deals and "
               "commands; play them with referee regress",
               {"shard", "r/no-faults", "1/2"});
  // A tournament cannot continue in it either.
  write("c.json", config_of("box", 1,
                            {{"box-random", built::word("box-random")},
                             {"random", "referee random box --seed 1"}}));
  expect_error(2,
               "r/no-faults holds another tournament, which differs in the command that plays it "
               "(referee regress there, referee tournament here); choose another folder with --out",
               {"tournament", "c.json", "--out", "r/no-faults"});
}

TEST_F(Shard, AnotherProgramThanPlannedIsRefused) {
  fs::copy_file(built::file("black-hole-random"), path("bot"));
  write("c.json", config_of("black-hole", 1,
                            {{"a", "./bot 1"}, {"b", built::word("black-hole-random") + " 2"}}));
  plan();
  fs::remove(path("bot"));
  fs::copy_file(built::file("black-hole-greedy"), path("bot"));
  const Ended ended = referee({"shard", "o", "1/1"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(
      ended.err.starts_with("referee: error: the program of the bot \"a\" of black-hole has "
                            "been changed since the manifest was made (its hash was "))
      << ended.err;
  EXPECT_TRUE(ended.err.ends_with("); all parts need the same program\n")) << ended.err;
  EXPECT_TRUE(record_files().empty());
}

}  // namespace
