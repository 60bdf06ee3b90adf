// referee submit, with a Slurm that the test plays. The real one is in tests/run/cluster.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include <nlohmann/json.hpp>

#include "submit_fixture.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

TEST_F(Submit, PlaysAllPartsAndSeals) {
  const Ended ended = submit({"--profile", "p.json", "--", "--partition=long"});
  expect_sealed(ended);
  EXPECT_EQ(submitted(), 1U);
  const std::string id = Json::parse(expect(0, {"merge", "o", "--json"}))["tournament"];
  const std::string name = "referee-" + id.substr(0, 12) + "-3";
  EXPECT_NE(read("bin/submitted").find("--array=1-3 --job-name=" + name), std::string::npos);
  EXPECT_NE(read("bin/submitted").find(" --partition=long --wrap="), std::string::npos);
  EXPECT_FALSE(fs::exists(path("o/logs")));
  // Called again, by somebody who knows no options.
  EXPECT_EQ(submit({}).out, ended.out);
  EXPECT_EQ(submitted(), 1U);
}

TEST_F(Submit, ADryRunPrintsTheCommandAndDoesNothing) {
  const Ended ended = submit({"--profile", "p.json", "--dry-run"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(ended.out.starts_with("sbatch --parsable --array=1-3 --job-name=")) << ended.out;
  EXPECT_FALSE(fs::exists(path("bin/submitted")));
  EXPECT_FALSE(fs::exists(path("o/submit.json")));
  // Only who submits needs Slurm.
  const Ended without = run({"env", "PATH=/nowhere", built::file("referee"), "submit", "o", "--on",
                             "slurm", "--parts", "3", "--dry-run"},
                            folder_);
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_TRUE(without.out.starts_with("sbatch --parsable --array=1-3 ")) << without.out;
  const Ended parallel = submit({"--on", "parallel", "--parts", "2", "--dry-run"});
  if (parallel.code == 0) {
    EXPECT_TRUE(parallel.out.ends_with(" ::: 1 2\n")) << parallel.out;
  }
  // It does not even seal.
  expect(0, {"shard", "o", "1/1"});
  const Ended complete = submit({"--profile", "p.json", "--dry-run"});
  EXPECT_EQ(complete.code, 0);
  EXPECT_EQ(complete.out, "");
  EXPECT_EQ(complete.err,
            "referee: warning: every match that can be played now has its record; referee merge " +
                fs::canonical(path("o")).string() + " goes on from there\n");
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));
  expect(0, {"merge", "o"});
  EXPECT_NE(submit({"--profile", "p.json", "--dry-run"}).err.find("nothing is missing in "),
            std::string::npos);
}

TEST_F(Submit, ManyPartsAreSeveralArrays) {
  const Ended ended = submit({"--profile", "p.json", "--parts", "6"});
  expect_sealed(ended);
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("--array=1-3 "), std::string::npos);
  EXPECT_NE(lines[1].find("--array=0-2 "), std::string::npos);
  EXPECT_NE(lines[1].find("$((SLURM_ARRAY_TASK_ID + 4))/6"), std::string::npos);
}

TEST_F(Submit, WhatIsLostIsSubmittedAgain) {
  write("bin/lose-2", "");
  const Ended ended = submit({"--profile", "p.json"});
  expect_sealed(ended);
  EXPECT_NE(ended.err.find("part 2 ended before it was complete; it is submitted again"),
            std::string::npos)
      << ended.err;
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[1].find("--array=2 "), std::string::npos);
}

TEST_F(Submit, WhatIsLostEachTimeIsGivenUpAndNamed) {
  write("bin/always-lose-2", "");
  const Ended ended = submit({"--profile", "p.json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "8 of 12 matches; missing: 4-7\nparts to play: 2\n");
  EXPECT_TRUE(
      ended.err.ends_with("referee: error: 1 part given up after 3 tries without a new "
                          "record:\n  part 2: slurmstepd: error: no home for task 2\n"))
      << ended.err;
  EXPECT_EQ(submitted(), 3U);
  fs::remove(path("bin/always-lose-2"));
  expect_sealed(submit({}));
}

TEST_F(Submit, WhatTheSchedulerStillHasIsLeftToIt) {
  submitted_before(8, 3);
  // Part 2 of 3 of an earlier call, a foreign one, and one that is stuck.
  write("bin/queue", "8 2 R None;9 1 R None\n8 2 R None\n8 2 PD JobHeldUser\n");
  const Ended ended = submit({"--profile", "p.json"});
  expect_sealed(ended);
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("--array=1,3 "), std::string::npos);
  EXPECT_NE(lines[1].find("--array=2 "), std::string::npos);
  EXPECT_EQ(read("bin/cancelled"), "--quiet 8_2\n");
}

TEST_F(Submit, AnotherCutInTheQueueIsLeftToIt) {
  submitted_before(8, 2);
  write("bin/queue", "8 1 R None\n");
  expect_sealed(submit({"--profile", "p.json"}));
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("--array=3 "), std::string::npos);
  EXPECT_NE(lines[1].find("--array=1-2 "), std::string::npos);
}

// Whatever squeue says, what goes to scancel are numbers of jobs that we have submitted ourselves.
TEST_F(Submit, NoWordOfTheQueueReachesTheScheduler) {
  submitted_before(8, 3);
  write("bin/queue",
        "-u root 1 PD JobHeldUser;8 --user=root PD JobHeldUser;8_2 2 PD JobHeldUser;9 2 PD "
        "JobHeldUser;8 N/A PD JobHeldUser;8 2 --user=x JobHeldUser;8\n" +
            std::string("8 2 PD JobHeldUser --user=root\n"));
  expect_sealed(submit({"--profile", "p.json"}));
  EXPECT_EQ(read("bin/cancelled"), "--quiet 8_2\n");
}

TEST_F(Submit, AControllerThatIsAwayIsWaitedFor) {
  write("bin/down", "1\n2\n3\n");
  const Ended ended = submit({"--profile", "p.json"});
  expect_sealed(ended);
  EXPECT_NE(ended.err.find("the scheduler gives no answer"), std::string::npos) << ended.err;
  EXPECT_EQ(submitted(), 1U);
}

TEST_F(Submit, PatienceEnds) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "x\n";
  write("bin/down", lines);
  write("p.json",
        R"({"on": "slurm", "parts": 3, "look_every": 0.1, "pause": 0.1, "patience": 0.5})");
  const Ended ended = submit({"--profile", "p.json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("referee: error: the scheduler takes no more: it gave no answer"),
            std::string::npos)
      << ended.err;
}

TEST_F(Submit, ARefusalIsTriedAgainAndThenToldInItsWords) {
  write("bin/refuse", "");
  write("bin/refuse-once", "");
  expect_sealed(submit({"--profile", "p.json"}));
  EXPECT_EQ(submitted(), 2U);

  expect(0, {"tournament", "c.json", "--plan-only", "--seed", "8", "--out", "p"});
  fs::remove_all(path("o"));
  fs::rename(path("p"), path("o"));
  write("bin/refuse", "");
  write("bin/refuse-always", "");
  const Ended ended = submit({"--profile", "p.json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("referee: error: the scheduler takes no more: sbatch: error: "
                           "AssocMaxSubmitJobLimit\n"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(submitted(), 5U);
}

// Whoever may write in the folder writes submit.json: it says how many, never what is run.
TEST_F(Submit, AFolderGivesNumbersOnly) {
  const std::string pwned = "touch " + path("pwned").string();
  write("o/submit.json", Json{{"version", 1},
                              {"on", "slurm"},
                              {"parts", 2},
                              {"look_every", 0.1},
                              {"before", pwned},
                              {"program", pwned},
                              {"ssh", pwned},
                              {"options", Json::array({"--wrap=" + pwned})}}
                             .dump());
  const Ended ended = submit({});
  expect_sealed(ended);
  EXPECT_FALSE(fs::exists(path("pwned")));
  EXPECT_NE(ended.err.find("submit.json: before, program, ssh, options not taken from a folder"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(read("bin/submitted").find("--array=1-2 "), std::string::npos);
  EXPECT_EQ(read("bin/submitted").find("touch"), std::string::npos);
  const Json kept = Json::parse(read("o/submit.json"));
  for (const char* key : {"before", "program", "ssh", "options", "hosts"}) {
    EXPECT_FALSE(kept.contains(key)) << key;
  }
}

// What was typed is kept for who typed it, and nobody else's folder can change it.
TEST_F(Submit, OwnOptionsAreKeptForTheirUser) {
  write("bin/always-lose-2", "");
  EXPECT_EQ(submit({"--profile", "p.json", "--", "--partition=long"}).code, 1);
  EXPECT_EQ(read("o/submit.json").find("partition"), std::string::npos);
  fs::remove(path("bin/always-lose-2"));
  fs::remove(path("bin/submitted"));
  expect_sealed(submit({}));
  EXPECT_NE(read("bin/submitted").find(" --partition=long "), std::string::npos);
}

TEST_F(Submit, TheUsersOwnProfileCounts) {
  fs::create_directories(path("home/referee"));
  write("home/referee/submit.json",
        R"({"on": "slurm", "parts": 3, "look_every": 0.1, "options": ["--account=me"]})");
  Words words = submitting({});
  words.insert(words.begin() + 1, "XDG_CONFIG_HOME=" + path("home").string());
  expect_sealed(run(words, folder_));
  EXPECT_NE(read("bin/submitted").find(" --account=me "), std::string::npos);
}

// A name that others have put into the folder leads nowhere.
TEST_F(Submit, PlantedNamesAreRefused) {
  for (const char* name : {"playing.json", "submitting.json"}) {
    write("victim", "mine");
    const auto planted = path("o") / name;
    const Words words = std::string(name) == "playing.json" ? Words{"shard", "o", "1/1"}
                                                            : Words{"submit", "o", "--on", "slurm"};
    const auto refused = [&](const std::string& what) {
      const Ended ended = words.front() == "submit" ? submit({"--on", "slurm"}) : referee(words);
      EXPECT_EQ(ended.code, 3) << name << ' ' << what << ended.err;
      EXPECT_NE(ended.err.find(" it is a link, a second name of a file, or not a regular file"),
                std::string::npos)
          << ended.err;
      EXPECT_EQ(read("victim"), "mine") << name << ' ' << what;
      fs::remove(planted);
    };
    fs::create_symlink(path("victim"), planted);
    refused("symlink");
    fs::create_hard_link(path("victim"), planted);
    refused("hard link");
    ASSERT_EQ(::mkfifo(planted.c_str(), 0666), 0);
    refused("pipe");
  }
  // The log of a scheduler.
  write("victim", "mine");
  fs::create_directories(path("elsewhere"));
  fs::create_symlink(path("elsewhere"), path("o/logs"));
  EXPECT_EQ(submit({"--profile", "p.json"}).code, 3);
  fs::remove(path("o/logs"));
  fs::create_directories(path("o/logs"));
  fs::create_symlink(path("elsewhere"), path("o/logs") / std::to_string(::geteuid()));
  EXPECT_EQ(submit({"--profile", "p.json"}).code, 3);
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  fs::remove_all(path("o/logs"));
  // What is shown of running matches.
  fs::create_symlink(path("victim"), path("o/live.json"));
  fs::create_symlink(path("victim"), path("o/live.json.new"));
  fs::create_symlink(path("victim"), path("o/watching"));
  expect_sealed(submit({"--profile", "p.json"}));
  EXPECT_EQ(read("victim"), "mine");
}

TEST_F(Submit, APipeInThePlaceOfAFileHoldsNobody) {
  for (const char* name : {"manifest.json", "sealed.json", "submit.json", "live.json"}) {
    const auto kept = path("o") / name;
    std::error_code ignored;
    fs::rename(kept, path("kept"), ignored);
    ASSERT_EQ(::mkfifo(kept.c_str(), 0666), 0);
    for (const Words& words : {Words{"standings", "o"}, Words{"merge", "o"}}) {
      EXPECT_NE(run(
                    [&] {
                      Words all{"timeout", "20"};
                      for (const std::string& word : command(words)) all.push_back(word);
                      return all;
                    }(),
                    folder_)
                    .code,
                124)
          << name << ' ' << words.front();
    }
    fs::remove(kept);
    fs::rename(path("kept"), kept, ignored);
  }
}

TEST_F(Submit, OnlyOneSubmitsInAFolder) {
  write("bin/down", std::string(2000, '\n'));
  Child first(submitting({"--profile", "p.json"}), folder_);
  first.wait_for_stderr("gives no answer");
  const Ended second = submit({});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("is being submitted by process"), std::string::npos) << second.err;
  first.signal(SIGTERM);
  const Ended interrupted = first.end();
  EXPECT_EQ(interrupted.code, 130) << interrupted.err;
  EXPECT_NE(interrupted.err.find("interrupted; what is in the queue goes on"), std::string::npos);
  fs::remove(path("bin/down"));
  expect_sealed(submit({}));
  EXPECT_FALSE(fs::exists(path("o/logs")));
}

// What waits in Slurm's queue opens its log when it starts, and Slurm makes no folder for it.
TEST_F(Submit, LogsStayForWhatIsInTheQueue) {
  submitted_before(8, 3);
  std::string waiting;
  for (int i = 0; i < 1000; ++i) waiting += "8 2 PD Priority\n";
  write("bin/queue", waiting);
  Child first(submitting({"--profile", "p.json"}), folder_);
  first.wait_for_change(path("o"), [this] { return record_files().size() == 2; });
  first.signal(SIGTERM);
  EXPECT_EQ(first.end().code, 130);
  ASSERT_TRUE(fs::exists(path("o/logs")));
  EXPECT_TRUE(fs::is_directory(*fs::directory_iterator(path("o/logs"))));
}

TEST_F(Submit, WrongUseIsAnError) {
  expect_error(2, "say which scheduler plays the parts: --on slurm or --on parallel",
               {"submit", "o"});
  expect_error(2, "--hosts is for --on parallel; Slurm knows its machines itself",
               {"submit", "o", "--on", "slurm", "--hosts", "c.json"});
  write("p.json", R"({"on": "pbs"})");
  expect_error(2, "p.json: on: must be \"slurm\" or \"parallel\"",
               {"submit", "o", "--profile", "p.json"});
  write("p.json", R"({"parst": 3})");
  const Ended unknown = referee({"submit", "o", "--profile", "p.json"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("parst"), std::string::npos) << unknown.err;
  const Ended missing = run(
      {"env", "PATH=/nowhere", built::file("referee"), "submit", "o", "--on", "slurm"}, folder_);
  EXPECT_EQ(missing.code, 3);
  EXPECT_EQ(missing.err,
            "referee: error: sbatch is not in PATH; on Debian and Ubuntu it comes with: sudo "
            "apt install slurm-client\n");
}

TEST_F(Submit, RecordsOfOtherFoldersHaveNamesOfTheirOwn) {
  fs::copy(path("o"), path("away"));
  EXPECT_EQ(expect(0, {"shard", "away", "1/2", "--out", "r"}),
            "part 1 of 2: 6 of 6 matches played\n");
  expect(0, {"shard", "away", "1/2", "--out", "r"});
  expect(0, {"shard", "away", "2/2", "--out", "r"});
  std::size_t files = 0;
  for (const auto& file : fs::directory_iterator(path("r"))) {
    fs::copy(file, path("o") / file.path().filename());
    ++files;
  }
  EXPECT_EQ(files, 3U);
  EXPECT_EQ(Json::parse(expect(0, {"merge", "o", "--json"}))["sha256"], seal_alone());
  const Ended other = referee({"shard", "away", "1/2", "--tournament", "0123"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("--tournament: away holds the tournament "), std::string::npos);
}

TEST_F(Submit, UnattendedPartsNameTheirMachine) {
  const Ended played = referee({"shard", "o", "1/3", "--unattended"});
  EXPECT_EQ(played.code, 0);
  EXPECT_EQ(played.out + played.err, "");
  const Ended bad = referee({"shard", "o", "4/3", "--unattended"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(bad.err.starts_with("referee: error: part 4/3 on ")) << bad.err;
}

}  // namespace
