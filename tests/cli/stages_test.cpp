// Tournaments whose later matches follow from results, in parts: shard, merge and submit.
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

// A scheduler that the test plays, which takes each array at once.
constexpr const char* sbatch = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit 9
echo "$*" >>submitted
for word in "$@"; do
  case $word in
    --array=*) array=${word#*=} ;;
    --wrap=*) wrap=${word#*=} ;;
  esac
done
for range in ${array//,/ }; do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    [ ! -e stop ] || exit 1
    SLURM_ARRAY_TASK_ID=$task sh -c "$wrap"
  done
done
)sh";

class SubmitStages : public Stages {
 protected:
  SubmitStages() {
    fs::create_directories(path("bin"));
    write_program("bin/sbatch", sbatch);
    write_program("bin/squeue", "#!/bin/sh\ncat \"$(dirname \"$0\")/queue\" 2>/dev/null\ntrue\n");
    write_program("bin/scancel", "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/cancelled\"\n");
    write_program("bin/scontrol", "#!/bin/sh\necho 'MaxArraySize            = 100'\n");
    write("p.json", R"({"on": "slurm", "parts": 3, "look_every": 0.1, "pause": 0.1})");
  }
  [[nodiscard]] Ended submit(const Words& further = {}) const {
    Words words{"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH")};
    for (const std::string& word : command({"submit", "o", "--profile", "p.json"})) {
      words.push_back(word);
    }
    words.insert(words.end(), further.begin(), further.end());
    return run(words, folder_);
  }
  [[nodiscard]] Words submitted() const { return lines_of(read("bin/submitted")); }
};

TEST_F(SubmitStages, AllStagesAreSubmittedOneAfterTheOther) {
  config({official(), all_against_all(), swiss()});
  const Ended ended = submit();
  EXPECT_EQ(ended.code, 0) << ended.err;
  expect_as_alone();
  const Words lines = submitted();
  ASSERT_EQ(lines.size(), 3U);
  for (std::size_t stage = 1; stage <= 3; ++stage) {
    const std::string number = std::to_string(stage);
    EXPECT_NE(lines[stage - 1].find("-s" + number + "-3 --output"), std::string::npos);
    EXPECT_NE(lines[stage - 1].find(" --stage " + number + " --jobs 1 --unattended"),
              std::string::npos);
  }
}

TEST_F(SubmitStages, ItGoesOnInTheStageThatItFinds) {
  config({swiss()});
  play_stage();
  merged(1);
  expect(0, {"shard", "o", "2/3", "--quiet"});
  const Ended plan = submit({"--dry-run"});
  EXPECT_NE(plan.out.find("--array=3 "), std::string::npos) << plan.out;
  EXPECT_NE(plan.out.find("-s2-3 "), std::string::npos) << plan.out;
  EXPECT_EQ(submit().code, 0);
  expect_as_alone();
  EXPECT_EQ(submit().out, submit().out);
}

}  // namespace
