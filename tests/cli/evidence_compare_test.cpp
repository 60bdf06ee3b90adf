// referee compare: decisions, resume, faults; and the rating lists of standings.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "gate.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

TEST_F(Compare, ABetterBotIsAcceptedAndAWeakerOneTurnedDown) {
  const Json json = compare(0, "box", greedy("box"), random("box"), {"--elo", "0,200"});
  EXPECT_EQ(compare(1, "box", random("box"), greedy("box"), {"--elo", "0,200"})["decision"], "H0");
  EXPECT_EQ(json["decision"], "H1");
  EXPECT_EQ(json["reason"], "decided");
  EXPECT_TRUE(json["llr"] >= json["upper"] || json["stopped_far"]);
  EXPECT_GT(json["elo"], 100);
  EXPECT_GT(json["points"]["mean"], 50);
  EXPECT_EQ(json["count"], json["pairs"]);
  EXPECT_EQ(json["new"]["command"], greedy("box"));
  EXPECT_EQ(json["repeated_pairs"], 0);
  EXPECT_EQ(json["faults"].dump(), R"({"new":{},"base":{},"first":[]})");
}

TEST_F(Compare, UndecidedAfterTheMostPairsAndMoreMayFollow) {
  const Words more{"--elo", "0,1", "--out", "o", "--max-pairs"};
  const auto with = [&](const std::string& most) {
    Words words = more;
    words.push_back(most);
    return words;
  };
  const Json two = compare(4, "box", greedy("box"), random("box"), with("2"));
  EXPECT_EQ(two["decision"], "undecided");
  EXPECT_EQ(two["reason"], "all_played");
  EXPECT_EQ(two["pairs"], 2);
  EXPECT_EQ(records_in(path("o")).size(), 4U);
  EXPECT_EQ(compare(4, "box", greedy("box"), random("box"), with("4"))["pairs"], 4);
  EXPECT_EQ(records_in(path("o")).size(), 8U);
  // Its folder is a tournament's store.
  expect(0, {"verify", "o"});
  expect(0, {"show", "o", "3"});
}

TEST_F(Compare, TheDecisionDoesNotDependOnJobsOrOnInterruptions) {
  const Words test{"--elo", "0,60", "--seed", "5", "--max-pairs", "60"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), test.begin(), test.end());
    return more;
  };
  const Words words{"compare", greedy("box"), random("box"), "--game", "box", "--json", "--quiet"};
  const auto full = [&](Words more) {
    Words all = words;
    const Words rest = with(std::move(more));
    all.insert(all.end(), rest.begin(), rest.end());
    return referee(all);
  };
  const Ended one = full({"--jobs", "1"});
  const Ended kept = full({"--jobs", "2", "--out", "o"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(kept.code, one.code);
  EXPECT_EQ(kept.out, one.out);

  // After losing some records, also from the middle, the result is the same.
  std::ifstream file(path("o") / "matches-0001.jsonl");
  std::string left;
  std::string line;
  for (int i = 0; std::getline(file, line); ++i) {
    if (i % 3 != 1 && i < 40) left += line + '\n';
  }
  write("o/matches-0001.jsonl", left);
  const Ended again = full({"--jobs", "2", "--out", "o"});
  EXPECT_EQ(again.code, one.code);
  EXPECT_EQ(again.out, one.out);

  // A decided comparison plays nothing.
  const auto records = records_in(path("o")).size();
  EXPECT_EQ(full({"--out", "o"}).out, one.out);
  EXPECT_EQ(records_in(path("o")).size(), records);
}

TEST_F(Compare, CanBeInterruptedAndGoesOn) {
  const Gate gate(folder_);
  const Words words{"compare", "./gated", greedy("box"), "--game", "box",    "--elo",
                    "0,1",     "--json",  "--max-pairs", "20",     "--jobs", "2"};
  const Words kept = words + Words{"--out", "o"};
  fs::create_directory(path("o"));
  Child child(command(kept), folder_);
  gate.admit(1);
  child.wait_for_change(path("o"), [this] {
    const fs::path file = path("o") / "matches-0001.jsonl";
    return fs::exists(file) && fs::file_size(file) > 0;
  });
  child.signal(SIGINT);
  child.wait_for_stderr("again to leave at once; the same command continues\n");
  gate.admit(2);
  const Ended ended = child.end();
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["reason"], "interrupted");
  EXPECT_NE(ended.err.find("interrupted; the same command continues"), std::string::npos);
  EXPECT_LE(records_in(path("o")).size(), 3U);
  gate.admit(80);
  EXPECT_EQ(expect(4, kept), expect(4, words));
  EXPECT_EQ(records_in(path("o")).size(), 40U);
}

TEST_F(Compare, MeasuresEloWhenNoQuestionIsAsked) {
  const Json json = compare(0, "box", random("box"), random("box") + " --seed 7",
                            {"--elo", "±100", "--out", "o"});
  EXPECT_EQ(json["reason"], "measured");
  EXPECT_EQ(json["until"], 100);
  EXPECT_LE(json["elo_error"], 100);
  EXPECT_EQ(compare(0, "box", random("box"), random("box") + " --seed 7",
                    {"--elo", "+-100", "--out", "o"}),
            json);
}

TEST_F(Compare, FaultsAreLossesAndAreListed) {
  write_program("broken", "#!/bin/sh\nexit 3\n");
  const Words words{"compare", "./broken", random("box"), "--game",
                    "box",     "--elo",    "0,200",       "--json"};
  const Ended ended = referee(words);
  EXPECT_EQ(ended.code, 1);
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["decision"], "H0");
  EXPECT_EQ(json["counts"]["ll"], json["pairs"]);
  EXPECT_EQ(json["faults"]["new"]["crash"], 2 * json["pairs"].get<int>());
  EXPECT_EQ(json["faults"]["first"][0].dump(), R"({"match":0,"bot":"new","kind":"crash"})");
  EXPECT_NE(ended.err.find("fault: "), std::string::npos);
  const std::string text =
      expect(1, {"compare", "./broken", random("box"), "--game", "box", "--elo", "0,200", "-q"});
  EXPECT_NE(text.find("The new bot failed "), std::string::npos);
  EXPECT_TRUE(
      text.starts_with("Not better by 200 normalised Elo, by faults: the new bot failed in "))
      << text;
}

// Three seeds, again and again, are not 65 pairs.
// A bot that crashes at once plays one game again and again; that decides.
// What is printed is corrected, what the test does not follow is called naive.
TEST_F(Compare, SaysWhatItDecidedAndThatAnotherQuestionIsOne) {
  const Words words{"compare", greedy("box"), random("box"), "--game", "box",
                    "--elo",   "-100,0",      "--out",       "o"};
  const std::string text = expect(0, words);
  EXPECT_TRUE(text.starts_with("Not weaker by 100 normalised Elo: keep the new bot. ")) << text;
  EXPECT_EQ(text.find("another question"), std::string::npos);
  EXPECT_EQ(expect(0, words), text);
  const Words other{"compare", greedy("box"), random("box"), "--game", "box",
                    "--elo",   "0,200",       "--out",       "o"};
  const std::string again = expect(0, other);
  EXPECT_NE(again.find("another question: by wins, normalised Elo -100 against 0"),
            std::string::npos)
      << again;
  EXPECT_EQ(compare(0, "box", greedy("box"), random("box"),
                    {"--elo", "0,200", "--out", "o"})["first_question"],
            "by wins, normalised Elo -100 against 0, alpha 0.05, beta 0.05, with the far stop");
}

// 6561 has no limit of its own; the one of the test is fixed before the first game.
TEST_F(Compare, CooperativeGamesHaveTheSamePartner) {
  const Json json = compare(4, "2187", greedy("2187") + " {seed}",
                            random("2187") + " --seed {seed}", {"--max-pairs", "3", "--out", "o"});
  EXPECT_EQ(json["by"], "points");
  EXPECT_EQ(json["partner"]["command"], random("2187") + " --seed {seed}");
  EXPECT_GT(json["points"]["new"], json["points"]["base"]);
  EXPECT_FALSE(json.contains("elo"));
  const std::vector<Json> records = records_in(path("o"));
  EXPECT_EQ(records.size(), 9U) << "on each of 3 deals new, base, and the partner with itself";
  for (const Json& record : records) {
    EXPECT_TRUE(record["bots"][0]["name"] == "partner" || record["bots"][1]["name"] == "partner");
  }
}

TEST_F(Compare, CooperativeBotsMayPlayWithThemselves) {
  const std::string better = greedy("2187") + " {seed}";
  const std::string worse = random("2187") + " --seed {seed}";
  const Words self{"--partner",      "self", "--points", "0,100",
                   "--points-limit", "1000", "--out",    "o"};
  const Json json = compare(0, "2187", better, worse, self);
  EXPECT_TRUE(json["self_play"]);
  EXPECT_FALSE(json.contains("partner"));
  EXPECT_GT(json["points"]["new"], json["points"]["base"]);
  std::map<std::string, std::set<std::string>> met;
  for (const Json& record : records_in(path("o"))) {
    met[record["bots"][0]["name"]].insert(record["bots"][1]["name"].get<std::string>());
  }
  const std::map<std::string, std::set<std::string>> expected{{"new", {"new again"}},
                                                              {"base", {"base again"}}};
  EXPECT_EQ(met, expected);
  // The same command has nothing more to play, and another partner is another comparison.
  EXPECT_EQ(compare(0, "2187", better, worse, self), json);
  EXPECT_EQ(referee({"compare", better, worse, "--game", "2187", "--points", "0,100",
                     "--points-limit", "1000", "--out", "o"})
                .code,
            2);
  EXPECT_EQ(referee({"verify", "o"}).code, 0);
}

// Both play every opponent on the same deals and in both seats, and not each other.
TEST_F(Compare, AgainstAFieldBothPlayEveryOpponent) {
  fs::create_directory(path("rivals"));
  for (const char* name : {"rivals/ann", "rivals/base"}) {
    fs::copy_file(built::file("black-hole-greedy"), path(name));
  }
  const Words field{"--against", "rivals", "--score", "0,20", "--out", "o"};
  const Json json = compare(0, "black-hole", greedy("black-hole"), random("black-hole"), field);
  EXPECT_EQ(json["by"], "wins");
  EXPECT_EQ(json["field"]["unit"], "percent");
  ASSERT_EQ(json["field"]["opponents"].size(), 2U);
  EXPECT_EQ(json["field"]["opponents"][0]["name"], "ann");
  EXPECT_EQ(json["field"]["opponents"][1]["name"], "opponent base");
  EXPECT_GT(json["field"]["opponents"][0]["difference_low"], 0);
  EXPECT_EQ(json["points"]["limit"], 100);
  EXPECT_FALSE(json.contains("elo"));
  std::map<std::string, int> met;
  for (const Json& record : records_in(path("o"))) {
    if (record["round"] != 1) continue;
    ++met[record["bots"][0]["name"].get<std::string>() + "-" +
          record["bots"][1]["name"].get<std::string>()];
  }
  EXPECT_EQ(met.size(), 8U);
  EXPECT_FALSE(met.contains("new-base"));
  EXPECT_EQ(met["opponent base-new"], 1);
  // The folder has what it takes to go on, and says the same.
  EXPECT_EQ(compare(0, "black-hole", greedy("black-hole"), random("black-hole"), field), json);
  const std::string text =
      expect(0, {"compare", greedy("black-hole"), random("black-hole"), "--game", "black-hole",
                 "--quiet", "--against", "rivals", "--points", "0,20"});
  EXPECT_NE(text.find("against ann"), std::string::npos) << text;
  EXPECT_TRUE(text.starts_with("Better: keep the new bot. At least ")) << text;
}

TEST_F(Compare, AFieldInPartsIsTheSame) {
  write("c.json",
        config_of("black-hole", 1, {{"ann", random("black-hole")}, {"bob", greedy("black-hole")}}));
  const Words words{"compare",
                    greedy("black-hole"),
                    random("black-hole"),
                    "--game",
                    "black-hole",
                    "--against",
                    "c.json",
                    "--score",
                    "0,30"};
  Words alone = words + Words{"--json", "--quiet"};
  const Json one = Json::parse(expect(0, alone));
  Json merged;
  for (int batch = 0; batch < 50 && (merged.is_null() || merged["decision"] == "undecided");
       ++batch) {
    for (const char* part : {"1/2", "2/2"}) {
      Words play = words + Words{"--part", part, "--out", "p", "--quiet"};
      static_cast<void>(referee(play));
    }
    merged = Json::parse(referee({"merge", "p", "--json"}).out);
  }
  EXPECT_EQ(merged["decision"], "H1");
  EXPECT_EQ(merged["pairs"], one["pairs"]);
  EXPECT_EQ(merged["field"], one["field"]);
  EXPECT_EQ(merged["points"], one["points"]);
}

TEST_F(Compare, RefusesWhatAsksNothing) {
  const auto refuse = [this](const std::string& message, const std::string& game, Words more) {
    Words words = Words{"compare", random("box"), random("box"), "--game", game} + more;
    expect_error(2, message, words);
  };
  refuse("unknown game 'bocks'; the games are " + list_of_games(), "bocks", {});
  refuse("--partner is for cooperative games, and Box is not one", "box", {"--partner", "x"});
  refuse("--partner is one bot and --against several; give one of them", "6561",
         {"--against", "rivals", "--partner", "x"});
  refuse("6561 is cooperative and has no winner: only points can compare bots, by --points", "6561",
         {"--elo", "0,5"});
  refuse("--elo takes two numbers, H0 and H1, such as --elo 0,10; not '5'", "box", {"--elo", "5"});
  refuse("--elo ±D takes one number, such as --elo ±10; not '±1,2'", "box", {"--elo", "±1,2"});
  fs::create_directory(path("rivals"));
  refuse("there is no bot in rivals: no source file and no program", "box",
         {"--against", "rivals"});
  const Ended missing = referee({"compare", "./gone", random("box"), "--game", "box"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(missing.err.starts_with("referee: error: the new bot: ")) << missing.err;
  // A folder of another comparison is not touched.
  expect(4, {"compare", random("box"), random("box"), "--game", "box", "--max-pairs", "1", "--out",
             "o"});
  const Ended foreign = referee(
      {"compare", random("box"), random("box"), "--game", "box", "--out", "o", "--seed", "2"});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_NE(foreign.err.find("o holds another tournament"), std::string::npos) << foreign.err;
}

// Options of earlier releases.
TEST_F(Compare, AnswersToFormerOptions) {
  for (const auto& [former, now] : std::vector<std::pair<Words, std::string>>{
           {{"compare", "a", "b", "--elo0", "-5"},
            "referee compare has no option --elo0 any more; give --elo LO,HI"},
           {{"compare", "--games=1,2,3"},
            "referee compare has no option --games any more; give --results W,L,D"},
           {{"tune", "a", "--score1", "5"},
            "referee tune has no option --score1 any more; give --score LO,HI"},
           {{"compare", "a", "b", "--by", "points"},
            "referee compare has no option --by any more; give --points LO,HI for points, --elo "
            "LO,HI for wins"}}) {
    expect_error(2, now, former);
  }
}

TEST_F(Compare, StandingsShowRatings) {
  write("c.json", config_of("box", 3,
                            {{"random", random("box")},
                             {"greedy", greedy("box")},
                             {"other", random("box") + " --seed 2"}}));
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  const std::string plain = expect(0, {"standings", "o"});
  const std::string rated = expect(0, {"standings", "o", "--ratings"});
  EXPECT_TRUE(rated.starts_with(plain.substr(0, plain.find('\n'))));
  EXPECT_NE(rated.find("Ratings: Elo with 95 % errors; random is 0."), std::string::npos);

  const Json without = Json::parse(expect(0, {"standings", "o", "--json"}));
  Json with =
      Json::parse(expect(0, {"standings", "o", "--json", "--ratings", "--anchor", "other"}));
  const Json ratings = with["events"][0]["ratings"];
  EXPECT_EQ(ratings["anchor"], "other");
  ASSERT_EQ(ratings["bots"].size(), 3U);
  EXPECT_EQ(ratings["bots"][0]["name"], "greedy");
  for (const Json& bot : ratings["bots"]) {
    EXPECT_EQ(bot["games"], 12);
    if (bot["name"] == "other") {
      EXPECT_EQ(bot["elo"], 0);
      EXPECT_EQ(bot["error"], 0);
    } else if (bot["reach"] == "two_sided") {
      EXPECT_GT(bot["error"], 0);
    } else {
      EXPECT_TRUE(bot["error"].is_null()) << bot;
    }
  }
  with["events"][0].erase("ratings");
  EXPECT_EQ(with, without);
  expect_error(2, "--anchor: no game of this tournament has a bot 'nobody'",
               {"standings", "o", "--ratings", "--anchor", "nobody"});
}

TEST_F(Compare, StandingsOfTwoBotsShowTheirPairs) {
  write("c.json", config_of("box", 4, {{"greedy", greedy("box")}, {"random", random("box")}}));
  expect(0, {"tournament", "c.json", "--out", "o", "--quiet"});
  const Json json = Json::parse(expect(0, {"standings", "o", "--json", "--ratings"}));
  EXPECT_EQ(json["events"][0]["ratings"]["pairs"]["count"], 4);
  EXPECT_NE(expect(0, {"standings", "o", "--ratings"}).find("greedy against random, 4 pairs: "),
            std::string::npos);
  // Nothing to rate in a cooperative game.
  write("d.json",
        config_of("2187", 1, {{"a", random("2187")}, {"b", random("2187") + " --seed 2"}}));
  expect(0, {"tournament", "d.json", "--out", "d", "--quiet"});
  EXPECT_FALSE(
      Json::parse(expect(0, {"standings", "d", "--json", "--ratings"}))["events"][0].contains(
          "ratings"));
}

}  // namespace
