// referee submit --transfer: by the real GNU parallel, over an ssh that the test plays.
#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "mounts.hpp"
#include "submit_fixture.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

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
  plan(Json::parse(config_of_all(5, {config})));
  const Ended ended = submit_away();
  EXPECT_EQ(ended.code, 0) << ended.err;
  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  EXPECT_EQ(Json::parse(expect(0, {"merge", "o", "--json"}))["sha256"],
            Json::parse(expect(0, {"merge", "alone", "--json"}))["sha256"]);
  expect_clean();
}

TEST_F(SubmitAway, AnotherProgramOnAMachineIsNamed) {
  write_program("bin/my-bot", "#!/bin/sh\nexec " + built::word("box-random") + "\n");
  fs::create_directories(path("other"));
  write_program("other/my-bot", "#!/bin/sh\n# older\nexec " + built::word("box-random") + "\n");
  write("bin/other-bots", "");
  write("c.json", config_of("box", 1, {{"mine", "my-bot"}, {"b", "referee random box"}}));
  fs::remove_all(path("o"));
  const Ended planned =
      run({"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH"),
           built::file("referee"), "tournament", "c.json", "--plan-only", "--out", "o"},
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

}  // namespace
