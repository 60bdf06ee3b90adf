// referee compare --plan-only, and shard and merge of its folder: a comparison on several machines.
#include <algorithm>
#include <csignal>
#include <memory>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

Words operator+(Words one, const Words& two) {
  one.insert(one.end(), two.begin(), two.end());
  return one;
}

class Batches : public InFolder {
 protected:
  // Equal bots and a question half way between: 81 pairs.
  const Words equal_{"compare",
                     built::word("box-random") + " {seed}",
                     "referee random box --seed {seed}",
                     "--game",
                     "box",
                     "--elo",
                     "-60,60",
                     "--quiet"};

  Json plan(const Words& comparison, const std::string& batch, const Words& more = {}) const {
    return Json::parse(expect(
        0, comparison + more + Words{"--plan-only", "--out", "o", "--batch", batch, "--json"}));
  }
  void play(const std::string& part) const { expect(0, {"shard", "o", part, "--quiet"}); }
  void play_batch(unsigned parts) const {
    // Backwards: the last pairs first.
    for (unsigned part = parts; part > 0; --part) {
      play(std::to_string(part) + "/" + std::to_string(parts));
    }
  }
  // What merge tells until the comparison has ended, batch by batch.
  Ended play_all(unsigned parts) const {
    for (int batch = 0; batch < 60; ++batch) {
      const Ended merged = referee({"merge", "o", "--json"});
      if (merged.code > 4 || Json::parse(merged.out)["batches"]["ended"] == true) return merged;
      EXPECT_EQ(merged.code, 4);
      play_batch(parts);
    }
    ADD_FAILURE() << "the comparison does not end";
    return {};
  }
  // Without what depends on batches: what compare prints.
  static std::string verdict(const std::string& merged) {
    Json json = Json::parse(merged);
    json.erase("batches");
    return json.dump(2) + '\n';
  }
};

TEST_F(Batches, AnyPartsAndBatchesDecideAsOneMachineDoes) {
  const Ended one = referee(equal_ + Words{"--json"});
  ASSERT_LE(one.code, 1) << one.err;
  const Json alone = Json::parse(one.out);
  const int stop = alone["played_pairs"];
  ASSERT_GT(stop, 30) << "too short for batches";
  // More parts and other batches are in tests/analysis/evidence, where nobody plays.
  plan(equal_, "10");
  const Ended merged = play_all(3);
  EXPECT_EQ(merged.code, one.code);
  EXPECT_EQ(verdict(merged.out), one.out);
  // The rest of the last batch was played, and counts nowhere.
  const int played = (stop + 9) / 10 * 10;
  EXPECT_EQ(Json::parse(merged.out)["batches"]["beyond"], played - stop);
  EXPECT_EQ(records_in(path("o")).size(), 2U * static_cast<unsigned>(played));
  // Nothing more is played, and the same comparison on one machine says the same.
  EXPECT_EQ(expect(0, {"shard", "o", "2/3"}),
            "part 2 of 3: nothing to play, the comparison has ended after " + std::to_string(stop) +
                " pairs\n");
  EXPECT_EQ(expect(one.code, equal_ + Words{"--out", "o", "--json"}), one.out);
  const std::string text = expect(one.code, {"merge", "o"});
  EXPECT_NE(
      text.find("The test stopped at pair " + std::to_string(stop) + "; " +
                std::to_string(played - stop) + " pairs were played beyond it and do not count."),
      std::string::npos)
      << text;
}

TEST_F(Batches, OfCooperativeGamesToo) {
  const std::string bot = " {seed}";
  const Words words{"compare",
                    built::word("2187-greedy") + bot,
                    built::word("2187-random") + bot,
                    "--game",
                    "2187",
                    "--points",
                    "0,40",
                    "--quiet",
                    "--max-pairs",
                    "12"};
  const Ended one = referee(words + Words{"--json"});
  EXPECT_EQ(one.err, "");
  plan(words, "5");
  const Ended merged = play_all(3);
  EXPECT_EQ(merged.code, one.code);
  EXPECT_EQ(verdict(merged.out), one.out);
}

TEST_F(Batches, TheMostPairsEndThemUndecidedAndMoreMayFollow) {
  const Words words{"compare",
                    built::word("box-random") + " {seed}",
                    "referee random box --seed {seed}",
                    "--game",
                    "box",
                    "--elo",
                    "0,1",
                    "--quiet",
                    "--max-pairs"};
  EXPECT_EQ(plan(words + Words{"12"}, "5")["matches"], 10);
  const Ended merged = play_all(2);
  EXPECT_EQ(merged.code, 4);
  EXPECT_EQ(Json::parse(merged.out)["reason"], "all_played");
  EXPECT_EQ(verdict(merged.out), expect(4, words + Words{"12", "--json"}));
  EXPECT_EQ(records_in(path("o")).size(), 24U);
  plan(words + Words{"14"}, "5");
  const Json more = Json::parse(expect(4, {"merge", "o", "--json"}));
  EXPECT_EQ(more["reason"], "unfinished");
  EXPECT_EQ(more["batches"]["number"], 3);
  EXPECT_EQ(more["batches"]["pairs"], Json::parse("[10,13]"));
  EXPECT_EQ(more["batches"]["missing"], Json::parse("[[24,27]]"));
  EXPECT_EQ(verdict(play_all(1).out), expect(4, words + Words{"14", "--json"}));
}

TEST_F(Batches, SayWhatIsPlannedAndWhatIsNext) {
  const std::string planned =
      expect(0, equal_ + Words{"--plan-only", "--out", "o", "--batch", "10"});
  const std::string id = Json::parse(read("o/batches.json"))["comparison"];
  const std::string how =
      "  referee shard o K/N    for K = 1 to N, on any machines that see the folder\n"
      "  referee merge o        when they are done\n";
  EXPECT_EQ(planned,
            "comparison " + id +
                " planned in o: by wins, normalised Elo -60 against 60, alpha 0.05, beta 0.05, "
                "with the far stop, at most 20000 pairs, in batches of 10 pairs (20 matches)\n"
                "Play a batch, look, and so on until merge tells the result:\n" +
                how);
  EXPECT_TRUE(record_files().empty());
  EXPECT_EQ(expect(4, {"merge", "o"}),
            "undecided after 0 pairs\nnext: batch 1, pairs 1 to 10, 20 matches\n" + how);
  EXPECT_EQ(expect(0, {"shard", "o", "2/3", "-q"}),
            "batch 1, pairs 1 to 10, part 2 of 3: 6 of 6 matches played\n");
  EXPECT_EQ(expect(4, {"merge", "o", "--parts", "3"}),
            "undecided after 0 pairs\nbatch 1, pairs 1 to 10: 6 of 20 matches; missing: 0-5, "
            "12-19\nparts to play: 1, 3\n");
  play("1/3");
  EXPECT_EQ(
      Json::parse(expect(4, {"merge", "o", "--parts", "3", "--json"}))["batches"]["missing_parts"],
      Json::parse("[3]"));
  play("3/3");
  EXPECT_EQ(expect(4, {"merge", "o"}),
            "undecided after 10 pairs\nnext: batch 2, pairs 11 to 20, 20 matches\n" + how);
  // A late call for a part of the first batch plays the same part of the second one.
  EXPECT_EQ(Json::parse(expect(0, {"shard", "o", "1/40", "-q", "--json"})).dump(),
            R"({"comparison":")" + id +
                R"(","ended":false,"batch":2,"part":1,"parts":40,"matches":0,"played":0})");
}

// A decision does not wait for the rest of its batch.
TEST_F(Batches, MissingPartsBeyondTheStopDoNotMatter) {
  const Ended one = referee(equal_ + Words{"--json"});
  const int stop = Json::parse(one.out)["played_pairs"];
  plan(equal_, std::to_string(2 * stop));
  play("1/2");
  const Ended merged = referee({"merge", "o", "--json"});
  EXPECT_EQ(merged.code, one.code);
  EXPECT_EQ(verdict(merged.out), one.out);
  EXPECT_EQ(Json::parse(merged.out)["batches"]["beyond"], 0);
}

TEST_F(Batches, APartMayBePlayedTwiceLoseRecordsAndGoOn) {
  const Ended one = referee(equal_ + Words{"--json"});
  plan(equal_, "100");
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 2; ++i) {
    children.push_back(std::make_unique<Child>(command({"shard", "o", "1/2", "-q"}), folder_));
  }
  for (const auto& child : children) EXPECT_EQ(child->end().code, 0);
  // Then the last record is cut off, and another one is damaged.
  const std::string file = "o/matches-1-of-2-0001.jsonl";
  const std::vector<std::string> lines = lines_of(read(file));
  for (const auto& name : record_files()) fs::remove(path("o/" + name));
  std::string left;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) left += (i == 5 ? "{" : lines[i]) + '\n';
  write(file, left + lines.back().substr(0, 100));
  const Ended torn = referee({"merge", "o", "--json"});
  EXPECT_EQ(torn.code, 4);
  EXPECT_NE(torn.err.find("warning: 1 damaged line"), std::string::npos) << torn.err;
  std::vector<int> missing;
  const Json gaps = Json::parse(torn.out)["batches"]["missing"];
  for (const Json& gap : gaps) {
    for (int match = gap[0]; match <= gap[1]; ++match) missing.push_back(match);
  }
  std::vector<int> expected{Json::parse(lines[5])["match"], Json::parse(lines.back())["match"]};
  std::sort(expected.begin(), expected.end());
  for (int match = 100; match < 200; ++match) expected.push_back(match);
  EXPECT_EQ(missing, expected);
  EXPECT_EQ(verdict(play_all(2).out), one.out);
}

TEST_F(Batches, APartCanBeInterruptedAndGoesOn) {
  plan(equal_, "60");
  Child child(command({"shard", "o", "1/1", "--jobs", "1"}), folder_);
  child.wait_for_change(path("o"), [this] { return !record_files().empty(); });
  child.signal(SIGINT);
  const Ended ended = child.end();
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_NE(ended.err.find("interrupted; the same command continues"), std::string::npos);
  EXPECT_LT(records_in(path("o")).size(), 120U);
  play("1/1");
  EXPECT_EQ(records_in(path("o")).size(), 120U);
  EXPECT_EQ(Json::parse(referee({"merge", "o", "--json"}).out)["batches"]["duplicates"], 0);
}

// A part that comes late does not play the next batch, as schedulers may start one after all of its
// matches were played elsewhere.
TEST_F(Batches, PartsOfANamedBatchPlayOnlyThat) {
  plan(equal_, "5");
  expect_error(2, "--stage: batch 1 is being played", {"shard", "o", "1/2", "--stage", "2", "-q"});
  EXPECT_EQ(expect(0, {"shard", "o", "1/1", "--stage", "1", "-q"}),
            "batch 1, pairs 1 to 5, part 1 of 1: 10 of 10 matches played\n");
  const auto files = record_files();
  EXPECT_EQ(expect(0, {"shard", "o", "1/2", "--stage", "1"}),
            "part 1 of 2: nothing to play, batch 1 is complete\n");
  EXPECT_EQ(record_files(), files);
}

// Bots that do not repeat themselves: a second record, in a file that is read first, with the
// seats' results exchanged.
TEST_F(Batches, LateRecordsDoNotChangeAClosedBatch) {
  plan(equal_, "5");
  play("1/1");
  const auto merged = [this] { return referee({"merge", "o", "--json"}).out; };
  const std::string first = verdict(merged());
  EXPECT_TRUE(fs::exists(path("o/stage-0001.json")));
  std::string late;
  for (const std::string& line : lines_of(read("o/matches-1-of-1-0001.jsonl"))) {
    Json record = Json::parse(line);
    Json& seats = record["result"]["seats"];
    std::swap(seats[0], seats[1]);
    late += record.dump() + '\n';
  }
  write("o/matches-0001.jsonl", late);
  EXPECT_EQ(verdict(merged()), first);
  EXPECT_EQ(Json::parse(merged())["batches"]["duplicates"], 10);
  EXPECT_FALSE(fs::exists(path("o/stage-0002.json")));
  // Without the seal they would count.
  const std::string seal = read("o/stage-0001.json");
  fs::remove(path("o/stage-0001.json"));
  EXPECT_NE(verdict(merged()), first);
  // A closed record that was changed is noticed, by whoever reads it.
  write("o/stage-0001.json", seal);
  fs::remove(path("o/matches-0001.jsonl"));
  write("o/matches-1-of-1-0001.jsonl", late);
  for (const Words& words : {Words{"merge", "o"}, Words{"shard", "o", "1/1"}}) {
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find("error: the seal of stage 1 of o does not hold: "), std::string::npos)
        << ended.err;
  }
}

TEST_F(Batches, ForeignPartsAndPlansAreRefused) {
  plan(equal_, "5");
  play("1/2");
  expect(4, equal_ + Words{"--seed", "9", "--max-pairs", "2", "--out", "other"});
  write("o/matches-2-of-2-0001.jsonl", read("other/matches-0001.jsonl"));
  const Ended ended = referee({"merge", "o"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(
      ended.err.starts_with("referee: error: o holds 4 foreign lines, the first: "
                            "o/matches-2-of-2-0001.jsonl, line 1: it belongs to the "
                            "tournament "))
      << ended.err;

  expect_error(
      2,
      "the games of o are played for another question: by wins, normalised Elo -60 against "
      "60, alpha 0.05, beta 0.05, with the far stop; ask that one, or give another folder",
      equal_ + Words{"--plan-only", "--out", "o", "--alpha", "0.01"});
  for (const Words& words : {Words{"merge", "other"}, Words{"shard", "other", "1/2", "-q"}}) {
    expect_error(2,
                 "other has a comparison that is not planned to be played in parts; to go on with "
                 "it in parts, give its referee compare with --plan-only --out other",
                 words);
  }
  write("other/batches.json", read("o/batches.json"));
  const std::string of_o = Json::parse(read("o/batches.json"))["comparison"];
  const std::string of_other = Json::parse(expect(
      0, equal_ + Words{"--seed", "9", "--plan-only", "--out", "other", "--json"}))["comparison"];
  write("other/batches.json", read("o/batches.json"));
  expect_error(2,
               "other/batches.json: comparison: this plan is that of the comparison " + of_o +
                   ", and the folder has " + of_other + "; remove the file and plan again",
               {"merge", "other"});
}

TEST_F(Batches, OptionsOfPlansAreChecked) {
  expect_error(2, "--plan-only needs --out DIR, a folder that all machines see",
               equal_ + Words{"--plan-only"});
  expect_error(2, "--batch is for --plan-only; on one machine the test looks after every pair",
               equal_ + Words{"--batch", "5"});
  expect_error(2,
               "--log is about the result; leave it out of the plan, and when referee merge has "
               "told the result, give the same command with it and without --plan-only, which then "
               "plays nothing",
               equal_ + Words{"--plan-only", "--out", "o", "--log", "l"});
  expect_error(
      2, "--elo: the first (0) must be below the second (-5), and both between -4000 and 4000",
      Words{"compare", "a", "b", "--game", "box", "--elo", "0,-5", "--plan-only", "--out", "o"});
  EXPECT_FALSE(fs::exists(path("o")));
}

}  // namespace
