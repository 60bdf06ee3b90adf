// referee submit, with schedulers that the test plays. The real ones are in tests/cluster.
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "mounts.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Plays the tasks of an array at once, but for those for which there is a file lose-TASK, once
// each, or always-lose-TASK.
constexpr const char* sbatch = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit 9
echo "$*" >>submitted
if [ -e refuse ]; then
  rm -f refuse-once && [ ! -e refuse-always ] && rm refuse
  echo "sbatch: error: AssocMaxSubmitJobLimit" >&2
  exit 1
fi
for word in "$@"; do
  case $word in
    --array=*) array=${word#*=} ;;
    --output=*) output=${word#*=} ;;
    --job-name=*) name=${word#*=} ;;
    --wrap=*) wrap=${word#*=} ;;
  esac
done
for range in ${array//,/ }; do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    log=${output//%x/$name}
    log=${log//%a/$task}
    if [ -e "always-lose-$task" ]; then
      echo "slurmstepd: error: no home for task $task" >>"$log"
      continue
    fi
    rm "lose-$task" 2>/dev/null && continue
    SLURM_ARRAY_TASK_ID=$task sh -c "$wrap" >>"$log" 2>&1
  done
done
echo 17
)sh";

// Each call takes a line of the file `queue`, whose words are jobs, or of the file `down`.
constexpr const char* squeue = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit 9
if [ -s down ]; then
  sed -i 1d down
  echo "slurm_load_jobs error: Unable to contact slurm controller" >&2
  exit 1
fi
[ ! -s queue ] || head -n 1 queue | tr ' ' '\n'
[ ! -s queue ] || sed -i 1d queue
)sh";

// In place of ssh: each machine is a folder away/NAME, which is where its commands begin. The file
// cut-return cuts the next connection that brings something back, after its first bytes; with
// other-bots each machine finds other programs, and with no-rsync-NAME that machine has no rsync.
constexpr const char* ssh = R"sh(#!/bin/bash
base=$(cd "$(dirname "$0")/.." && pwd)
while [[ $1 == -* ]]; do
  case $1 in
    -[lopFSi]) shift 2 ;;
    *) shift ;;
  esac
done
export HOME=$base/away/$1
[ ! -e "$base/bin/no-rsync-$1" ] || PATH=$base/few
shift
[ "$1" != -- ] || shift
mkdir -p "$HOME"
cd "$HOME" || exit 9
[ ! -e "$base/bin/other-bots" ] || PATH=$base/other:$PATH
if [[ $* == *"rsync --server --sender"* ]] && rm "$base/bin/cut-return" 2>/dev/null; then
  dd bs=1 count=700 status=none < <(sh -c "$*")
  exit 255
fi
exec sh -c "$*"
)sh";

class Submit : public InFolder {
 protected:
  Submit() {
    fs::create_directories(path("bin"));
    write_program("bin/sbatch", sbatch);
    write_program("bin/squeue", squeue);
    write_program("bin/scancel", "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/cancelled\"\n");
    write_program("bin/scontrol", "#!/bin/sh\necho 'MaxArraySize            = 4'\n");
    write("c.json",
          Json{{"seed", 5}, {"games", Json::array({Json::parse(small_config("box", 6))})}}.dump());
    write("p.json", R"({"on": "slurm", "parts": 3, "look_every": 0.1, "pause": 0.1})");
    expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
  }

  // With our schedulers in front of others.
  [[nodiscard]] Ended submit(const Words& further) const {
    Words words{"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH")};
    for (const std::string& word : command({"submit", "o"})) words.push_back(word);
    words.insert(words.end(), further.begin(), further.end());
    return run(words, folder_);
  }
  [[nodiscard]] std::size_t submitted() const { return lines_of(read("bin/submitted")).size(); }
  [[nodiscard]] std::string seal_alone() const {
    expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
    return Json::parse(expect(0, {"merge", "alone", "--json"}))["sha256"];
  }
  void expect_sealed(const Ended& ended) const {
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.out, "12 of 12 matches: complete and sealed, " + seal_alone() + "\n");
  }
};

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
  const Ended parallel = submit({"--on", "parallel", "--parts", "2", "--dry-run"});
  if (parallel.code == 0) {
    EXPECT_TRUE(parallel.out.ends_with(" ::: 1 2\n")) << parallel.out;
  }
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
  const std::string id = Json::parse(expect(1, {"merge", "o", "--json"}))["tournament"];
  const std::string name = "referee-" + id.substr(0, 12);
  // Part 2 of 3 of an earlier call, all of another cut, a foreign one, and one that is stuck.
  write("bin/queue", name + "-3|2|R|8_2|None " + "referee-other-3|1|R|9_1|None\n" +  //
                         name + "-3|2|R|8_2|None\n" +                                //
                         name + "-3|2|PD|8_2|JobHeldUser\n");
  const Ended ended = submit({"--profile", "p.json"});
  expect_sealed(ended);
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("--array=1,3 "), std::string::npos);
  EXPECT_NE(lines[1].find("--array=2 "), std::string::npos);
  EXPECT_EQ(read("bin/cancelled"), "--quiet 8_2\n");
}

TEST_F(Submit, AnotherCutInTheQueueIsLeftToIt) {
  const std::string id = Json::parse(expect(1, {"merge", "o", "--json"}))["tournament"];
  write("bin/queue", "referee-" + id.substr(0, 12) + "-2|1|R|8_1|None\n");
  expect_sealed(submit({"--profile", "p.json"}));
  const auto lines = lines_of(read("bin/submitted"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("--array=3 "), std::string::npos);
  EXPECT_NE(lines[1].find("--array=1-2 "), std::string::npos);
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

TEST_F(Submit, OnlyOneSubmitsInAFolder) {
  write("bin/down", std::string(2000, '\n'));
  Words words{"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH")};
  for (const std::string& word : command({"submit", "o", "--profile", "p.json"})) {
    words.push_back(word);
  }
  Child first(words, folder_);
  first.wait_for_stderr("gives no answer");
  const Ended second = submit({});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("is being played by process"), std::string::npos) << second.err;
  first.signal(SIGTERM);
  const Ended interrupted = first.end();
  EXPECT_EQ(interrupted.code, 130) << interrupted.err;
  EXPECT_NE(interrupted.err.find("interrupted; what is in the queue goes on"), std::string::npos);
  fs::remove(path("bin/down"));
  expect_sealed(submit({}));
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
  const Ended missing =
      run({"env", "PATH=/nowhere", program("referee"), "submit", "o", "--on", "slurm"}, folder_);
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err, "referee: error: there is no sbatch in PATH\n");
}

// Machines that do not see the folder.
class SubmitAway : public Submit {
 protected:
  void SetUp() override {
    for (const char* name : {"parallel", "rsync", "perl"}) {
      if (run({"sh", "-c", std::string("command -v ") + name}, folder_).code != 0) {
        GTEST_SKIP() << "no " << name;
      }
    }
    write_program("bin/away-ssh", ssh);
    write("hosts", "1/m1\n1/m2\n");
    profile(Json::object());
  }
  void profile(const Json& further) const {
    Json json{{"on", "parallel"}, {"parts", 3},       {"look_every", 0.1},
              {"pause", 0.1},     {"hosts", "hosts"}, {"ssh", path("bin/away-ssh").string()},
              {"transfer", true}};
    json.update(further);
    write("p.json", json.dump());
  }
  // `shell`: of the person who submits; empty: none, as in a service.
  [[nodiscard]] Ended submit_away(const std::string& shell = "") const {
    Words words{"env", "-u", "SHELL", "HOME=" + path("home").string(),
                "PATH=" + path("bin").string() + ":" + std::getenv("PATH")};
    if (!shell.empty()) words.push_back("SHELL=" + shell);
    fs::create_directories(path("home"));
    for (const std::string& word : command({"submit", "o", "--profile", "p.json"})) {
      words.push_back(word);
    }
    return run(words, folder_);
  }
  void plan(const Json& config) const {
    write("c.json", config.dump());
    fs::remove_all(path("o"));
    expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
  }
  // Nothing but records has come, and nothing is left over there.
  void expect_clean() const {
    EXPECT_FALSE(fs::exists(path("o/transfer")));
    for (const char* name : {"m1", "m2"}) {
      const fs::path left = path("away") / name / ".parallel/tmp";
      if (fs::exists(left)) {
        EXPECT_TRUE(fs::is_empty(left)) << left;
      }
    }
  }
};

TEST_F(SubmitAway, PartsAreSentAndFetched) {
  const Ended ended = submit_away();
  expect_sealed(ended);
  EXPECT_NE(ended.err.find(" shard sent "), std::string::npos) << ended.err;
  expect_clean();
}

TEST_F(SubmitAway, TheShellOfWhoSubmitsDoesNotMatter) {
  expect_sealed(submit_away("/usr/sbin/nologin"));
  expect_clean();
}

TEST_F(SubmitAway, WhatIsCutOnItsWayBackIsPlayedAgain) {
  write("bin/cut-return", "");
  const Ended ended = submit_away();
  expect_sealed(ended);
  EXPECT_FALSE(fs::exists(path("bin/cut-return")));
  EXPECT_NE(ended.err.find("ended before it was complete"), std::string::npos) << ended.err;
  expect_clean();
}

TEST_F(SubmitAway, WhatCameBackBeforeTheSubmitterDiedCounts) {
  expect(0, {"shard", "o", "2/3", "--out", "o/transfer/returned"});
  fs::create_directories(path("o/transfer/sent"));
  write("o/transfer/sent/rest", "");
  write("o/transfer/returned/.matches-1-of-3-0001.jsonl.xYz", "{");  // rsync's, cut
  const Ended ended = submit_away();
  expect_sealed(ended);
  EXPECT_NE(ended.err.find(" ::: 1 3\n"), std::string::npos) << ended.err;
  expect_clean();
}

TEST_F(SubmitAway, StagesAreSentWithWhatTheyFollowFrom) {
  Json config = Json::parse(small_config("box", 2));
  config["format"] = "swiss";
  plan({{"seed", 5}, {"games", Json::array({config})}});
  const Ended ended = submit_away();
  EXPECT_EQ(ended.code, 0) << ended.err;
  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  EXPECT_EQ(Json::parse(expect(0, {"merge", "o", "--json"}))["sha256"],
            Json::parse(expect(0, {"merge", "alone", "--json"}))["sha256"]);
  expect_clean();
}

TEST_F(SubmitAway, AnotherProgramOnAMachineIsNamed) {
  write_program("bin/my-bot", "#!/bin/sh\nexec " + program("box-random") + "\n");
  fs::create_directories(path("other"));
  write_program("other/my-bot", "#!/bin/sh\n# older\nexec " + program("box-random") + "\n");
  write("bin/other-bots", "");
  write("c.json", config_of("box", 1, {{"mine", "my-bot"}, {"b", "referee random box"}}));
  fs::remove_all(path("o"));
  const Ended planned =
      run({"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH"), program("referee"),
           "tournament", "c.json", "--plan-only", "--out", "o"},
          folder_);
  ASSERT_EQ(planned.code, 0) << planned.err;
  profile({{"tries", 1}, {"parts", 1}});
  const Ended ended = submit_away();
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find(": the program of the bot \"mine\" of box has been changed since the "
                           "manifest was made (its hash was "),
            std::string::npos)
      << ended.err;
}

TEST_F(SubmitAway, AMachineWithoutRsyncIsNamed) {
  // All programs but that.
  fs::create_directory(path("few"));
  for (const auto& entry : fs::directory_iterator("/bin")) {
    const fs::path name = entry.path().filename();
    if (name != "rsync") fs::create_symlink(entry.path(), path("few") / name);
  }
  write("bin/no-rsync-m1", "");
  write("hosts", "1/m1\n");
  profile({{"tries", 1}, {"parts", 1}});
  const Ended ended = submit_away();
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "0 of 12 matches; missing: 0-11\nparts to play: 1\n");
  EXPECT_TRUE(ended.err.ends_with("rsync: not found\n")) << ended.err;
  // Another machine has it.
  write("hosts", "1/m1\n1/m2\n");
  expect_sealed(submit_away());
  expect_clean();
}

// With room for nothing, and for a few records.
TEST_F(SubmitAway, AFullDiskOverThereIsNamedAndLosesNoRecord) {
  if (!own_mounts()) GTEST_SKIP() << "mounting is refused here";
  write("hosts", "1/m1\n");
  profile({{"tries", 1}, {"parts", 1}});
  {
    const SmallDisk disk(path("away/m1"), "size=512k");
    for (const std::size_t pages : {0U, 6U}) {
      disk.fill(pages * 4096);
      const Ended ended = submit_away();
      EXPECT_EQ(ended.code, 1) << ended.err;
      const std::string last = lines_of(ended.err).back();
      EXPECT_TRUE(last.starts_with("  part 1: ")) << last;
      EXPECT_NE(last.find("No space left on device"), std::string::npos) << ended.err;
      EXPECT_EQ(records_in(path("o")).empty(), pages == 0);
    }
    // What the last try had on the disk is here, and nothing is left there.
    expect_clean();
  }
  expect_sealed(submit_away());
  expect_clean();
}

TEST_F(SubmitAway, WrongUseIsAnError) {
  expect_error(2, "--transfer is for --on parallel; Slurm's machines must see the folder",
               {"submit", "o", "--on", "slurm", "--transfer"});
  expect_error(2, "--transfer sends parts to the machines of --hosts FILE, which is missing",
               {"submit", "o", "--on", "parallel", "--transfer"});
  write("hosts", "m1\n2/:\n");
  const Ended here = referee({"submit", "o", "--profile", "p.json"});
  EXPECT_EQ(here.code, 2);
  EXPECT_NE(here.err.find("--transfer: '2/:' in "), std::string::npos) << here.err;
}

// By hand, without submit.
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
