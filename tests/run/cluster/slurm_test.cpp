// The commands of Slurm: what is asked of them, and what their answers mean. The programs are
// shell scripts of the test's own, and the only ones.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "referee/run/cluster/program.hpp"
#include "referee/run/cluster/scheduler.hpp"
#include "tests/run/store/support.hpp"

namespace referee::cluster {
namespace {

namespace fs = std::filesystem;
using parts::Shard;
using Words = std::vector<std::string>;

class Slurm : public testing::Test {
 protected:
  Slurm() : path_(std::getenv("PATH")) {
    work_.folder = folder_.path();
    work_.tournament = "0123456789abcdef";
    work_.parts = 3;
    work_.settings.program = "/opt/referee";
    fs::create_directories(bin_);
    ::setenv("PATH", bin_.c_str(), 1);
    program("sbatch", "echo 17");
    program("squeue", "/bin/cat \"${0%/*}/queue\"");
    program("scancel", "echo \"$*\" >>\"${0%/*}/cancelled\"");
    program("scontrol", "echo 'MaxArraySize            = 4'");
    queue({});
  }
  ~Slurm() override { ::setenv("PATH", path_.c_str(), 1); }

  void program(const std::string& name, const std::string& text) const {
    test::write_file(bin_ / name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(bin_ / name, fs::perms::owner_all);
  }
  void queue(const Words& jobs) const {
    std::string text;
    for (const std::string& job : jobs) text += job + "\n";
    test::write_file(bin_ / "queue", text);
  }
  // What this user has submitted: a job, its stage, of how many parts, and their offset.
  void submitted(const Words& arrays) const {
    make_log_folder(work_);
    std::string text;
    for (const std::string& array : arrays) text += array + "\n";
    test::write_file(log_folder(work_) / jobs_name, text);
  }
  [[nodiscard]] std::string cancelled() const {
    const fs::path file = bin_ / "cancelled";
    return fs::exists(file) ? test::read_file(file) : "";
  }
  [[nodiscard]] std::unique_ptr<Scheduler> scheduler() const { return slurm(work_); }
  // A job's name without what its stage and cut add.
  [[nodiscard]] std::string name() const { return "referee-" + work_.tournament.substr(0, 12); }

  test::TemporaryFolder folder_;
  Work work_;
  std::string path_;
  fs::path bin_ = folder_.path() / "bin";
};

TEST_F(Slurm, AnArrayOfJobs) {
  work_.settings.options = {"--partition=long"};
  work_.settings.before = "module load gcc";
  const auto commands = scheduler()->commands({1, 2, 3});
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_EQ(commands[0],
            (Words{"sbatch", "--parsable", "--array=1-3", "--job-name=" + name() + "-3",
                   "--output=" + (log_folder(work_) / "%x-%a.log").string(), "--open-mode=append",
                   "--requeue", "--ntasks=1", "--cpus-per-task=1", "--partition=long",
                   "--wrap=module load gcc; /opt/referee shard " + folder_.path().string() +
                       " $SLURM_ARRAY_TASK_ID/3 --jobs 1 --unattended"}));
  EXPECT_EQ(name(), "referee-0123456789ab");
}

TEST_F(Slurm, PartsThatAreNotNeighbours) {
  work_.parts = 3;
  EXPECT_EQ(scheduler()->commands({1, 3})[0][2], "--array=1,3");
  EXPECT_EQ(scheduler()->commands({2})[0][2], "--array=2");
}

// An array's numbers are below MaxArraySize, here 4: the task T of the block B is part 4 B + T.
TEST_F(Slurm, ManyPartsAreSeveralArrays) {
  work_.parts = 10;
  const auto commands = scheduler()->commands({1, 2, 3, 4, 6, 7, 9, 10});
  ASSERT_EQ(commands.size(), 3U);
  const auto expect = [&](std::size_t i, const std::string& array, const std::string& job,
                          const std::string& part) {
    EXPECT_EQ(commands[i][2], "--array=" + array);
    EXPECT_EQ(commands[i][3], "--job-name=" + name() + job);
    EXPECT_NE(commands[i].back().find(" " + part + "/10 "), std::string::npos)
        << commands[i].back();
  };
  expect(0, "1-3", "-10", "$SLURM_ARRAY_TASK_ID");
  expect(1, "0,2-3", "-10+4", "$((SLURM_ARRAY_TASK_ID + 4))");
  expect(2, "1-2", "-10+8", "$((SLURM_ARRAY_TASK_ID + 8))");
}

TEST_F(Slurm, WithoutScontrolArraysAreAsLongAsUsual) {
  fs::remove(bin_ / "scontrol");
  work_.parts = 1200;
  const auto commands = scheduler()->commands({1000, 1001, 1100});
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0][2], "--array=1000");
  EXPECT_EQ(commands[1][2], "--array=0,99");
}

TEST_F(Slurm, ProcessorsAndStageAreThoseOfThePart) {
  work_.settings.processors = 8;
  const auto scheduler = this->scheduler();
  scheduler->begin_stage(2);
  const auto command = scheduler->commands({1})[0];
  EXPECT_EQ(command[3], "--job-name=" + name() + "-s2-3");
  EXPECT_EQ(command[8], "--cpus-per-task=8");
  EXPECT_NE(command.back().find("/3 --stage 2 --jobs 8 --unattended"), std::string::npos);
}

// Each task of a further array is a part beyond the first ones, and no job that somebody else
// submitted, of another stage or beyond the parts is one of ours.
TEST_F(Slurm, TheQueueTellsWhichPartsAreHeld) {
  work_.parts = 10;
  submitted({"8 0 10 0", "9 0 10 4", "10 0 10 8", "11 0 2 0", "12 2 10 0"});
  queue({"8 2 R None", "9 3 PD Priority", "10 0 PD Resources", "11 1 R None", "12 4 R None",
         "13 5 R None", "8 11 R None", "8 N/A R None", "nonsense"});
  const auto outlook = scheduler()->look();
  ASSERT_TRUE(outlook);
  EXPECT_EQ(outlook->held, (std::vector<Shard>{{2, 10}, {7, 10}, {8, 10}, {1, 2}}));
  EXPECT_EQ(outlook->waits, "");
  EXPECT_EQ(cancelled(), "");
}

// What sbatch answers is what the queue is asked for later, also by another process.
TEST_F(Slurm, SubmittedArraysAreKnownAgain) {
  work_.parts = 10;
  make_log_folder(work_);
  program("sbatch", "case \"$*\" in *-10+4*) echo '18;cluster';; *) echo 17;; esac");
  scheduler()->submit({2, 7}, Stop());
  queue({"17 2 R None", "18 3 R None", "19 3 R None"});
  EXPECT_EQ(scheduler()->look()->held, (std::vector<Shard>{{2, 10}, {7, 10}}));
  EXPECT_EQ(scheduler()->after_interrupt(),
            "what is in the queue goes on; to end it: scancel 17 18");
}

TEST_F(Slurm, OfAStageOnlyItsOwnJobsAreHeld) {
  submitted({"8 2 3 0", "7 1 3 0", "6 0 3 0", "5 22 3 0"});
  queue({"8 1 R None", "7 2 R None", "6 3 R None", "5 3 R None"});
  const auto scheduler = this->scheduler();
  scheduler->begin_stage(2);
  EXPECT_EQ(scheduler->look()->held, (std::vector<Shard>{{1, 3}}));
}

TEST_F(Slurm, WhatWaitsForEverIsCancelled) {
  submitted({"8 0 3 0", "9 0 3 0"});
  queue({"8 1 PD JobHeldUser", "8 2 PD launch failed requeued held",
         "8 3 PD DependencyNeverSatisfied", "9 3 R None"});
  const auto outlook = scheduler()->look();
  EXPECT_EQ(outlook->held, (std::vector<Shard>{{3, 3}}));
  EXPECT_EQ(cancelled(), "--quiet 8_1 8_2 8_3\n");
}

TEST_F(Slurm, WhyPartsWaitIsSaidUnlessItIsTheirTurnThatHasNotCome) {
  submitted({"8 0 3 0"});
  for (const char* usual : {"None", "Priority", "Resources", "BeginTime"}) {
    queue({std::string("8 1 PD ") + usual, "8 2 R QOSMaxJobs"});
    EXPECT_EQ(scheduler()->look()->waits, "") << usual;
  }
  queue({"8 1 PD QOSMaxJobs", "8 2 PD Priority"});
  EXPECT_EQ(scheduler()->look()->waits, "QOSMaxJobs");
}

TEST_F(Slurm, NoAnswerIsNothing) {
  program("squeue", "echo 'Unable to contact slurm controller' >&2\nexit 1");
  EXPECT_FALSE(scheduler()->look());
}

// The tournament is complete: also what an earlier stage or another cut left there is of no use.
TEST_F(Slurm, ClearingEndsAllJobsOfTheTournament) {
  submitted({"8 2 3 0", "7 1 9 0", "6 0 3 4"});
  queue({"8 1 R None", "7 2 PD Priority", "6 0 PD None", "5 1 R None"});
  const auto scheduler = this->scheduler();
  scheduler->begin_stage(2);
  Stop stop;
  scheduler->clear(stop);
  EXPECT_EQ(cancelled(), "--quiet 8_1 7_2 6_0\n");
}

TEST_F(Slurm, ManyJobsAreCancelledInSeveralCommands) {
  Words jobs;
  for (int i = 1; i <= 1100; ++i) jobs.push_back("8 " + std::to_string(i) + " R None");
  submitted({"8 0 2000 0"});
  queue(jobs);
  Stop stop;
  scheduler()->clear(stop);
  std::ifstream lines(bin_ / "cancelled");
  std::size_t ids = 0;
  std::size_t commands = 0;
  for (std::string line; std::getline(lines, line); ++commands) {
    ids += static_cast<std::size_t>(std::count(line.begin(), line.end(), '_'));
  }
  EXPECT_EQ(ids, 1100U);
  EXPECT_EQ(commands, 3U);
}

TEST_F(Slurm, ARefusalIsToldInItsWords) {
  program("sbatch",
          "echo 'sbatch: a hint' >&2\necho 'sbatch: error: AssocMaxSubmitJobLimit' >&2\nexit 1");
  try {
    scheduler()->submit({1}, Stop());
    FAIL() << "it was taken";
  } catch (const NotTaken& error) {
    EXPECT_STREQ(error.what(), "sbatch: error: AssocMaxSubmitJobLimit");
  }
  make_log_folder(work_);
  program("sbatch", "echo \"$*\" >>\"${0%/*}/submitted\"\necho 17");
  scheduler()->submit({1, 2}, Stop());
  EXPECT_NE(test::read_file(bin_ / "submitted").find("--array=1-2 "), std::string::npos);
}

TEST_F(Slurm, TheLogOfAPartIsThatOfItsTask) {
  work_.parts = 10;
  const auto scheduler = this->scheduler();
  static_cast<void>(scheduler->commands({1}));  // now it knows how long an array is
  make_log_folder(work_);
  const auto log = [&](const std::string& job) { return log_folder(work_) / (name() + job); };
  test::write_file(log("-10-3.log"), "referee: error: of part 3\n");
  test::write_file(log("-10+4-3.log"), "started\nslurmstepd: error: of part 7\nended\n");
  EXPECT_EQ(scheduler->last_words(3), "referee: error: of part 3");
  EXPECT_EQ(scheduler->last_words(7), "slurmstepd: error: of part 7");
  EXPECT_EQ(scheduler->last_words(9), "");
}

TEST_F(Slurm, ProgramsThatAreMissingAreNamedWithTheirPackage) {
  scheduler()->require_programs();
  ::setenv("PATH", "/nowhere", 1);
  for (const auto& [name, package] : {std::pair("sbatch", "slurm-client"), {"rsync", "rsync"}}) {
    EXPECT_EQ(test::error_of<ProgramMissing>([name = name] { find_program(name); }),
              std::string(name) +
                  " is not in PATH; on Debian and Ubuntu it comes with: sudo apt install " +
                  package);
  }
  EXPECT_TRUE(test::error_of<ProgramMissing>([&] { scheduler()->require_programs(); }));
}

}  // namespace
}  // namespace referee::cluster
