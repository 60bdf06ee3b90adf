// A bot that looks for what the referee has left in its folder, in every verb that starts bots.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

bool has_walls_for_files() {
  constexpr unsigned ask_for_version = 1;
  return ::syscall(444, nullptr, 0, ask_for_version) >= 1;  // landlock_create_ruleset
}

// A project as the README has it: bots, a config, records and results in one folder.
class Hidden : public InFolder {
 protected:
  void SetUp() override {
    if (!has_walls_for_files()) GTEST_SKIP() << "this kernel keeps no files from bots";
    write_program("rival", "#!/bin/sh\nexit 1\n");
    write("mine.json", small_config("box", 1));
    write("notes.json", "{\"weights\": [1, 2]}\n");
    write("book.txt", "A1\n");
    expect(0, {"match", "box", "referee random box", "referee random box", "--save", "one.jsonl"});
    expect(0, {"tournament", "mine.json", "--out", "results/mine"});
    fs::create_directories(path("old/runs"));
    fs::copy(path("results"), path("old/runs/here"), fs::copy_options::recursive);
  }

  // Leaves with the exit code 40, and one more for each of these files that it could read; with 99
  // if it could not read what it may.
  void write_spy(const std::vector<std::string>& secrets) const {
    std::string text = "#!/bin/sh\nn=40\n";
    for (const std::string& secret : secrets) {
      text += "{ true < " + secret + "; } 2>/dev/null && n=$((n + 1))\n";
    }
    for (const char* own : {"book.txt", "notes.json"}) {
      text += std::string("{ true < ") + own + "; } 2>/dev/null || n=99\n";
    }
    write_program("spy", text + "read line\nexit $n\n");
  }
  const std::vector<std::string> usual{"mine.json", "one.jsonl", "results/mine/manifest.json",
                                       "old/runs/here/mine/manifest.json", "rival"};
  static constexpr const char* nothing = "left with exit code 40 without answering";
};

TEST_F(Hidden, InAMatch) {
  write_spy(usual);
  const Ended ended = referee({"match", "box", "./spy", "./rival", "--json"});
  EXPECT_NE(ended.out.find(nothing), std::string::npos) << ended.out;
}

// The other way round: without walls the same bot finds all of it.
TEST_F(Hidden, IsAllThereForABotThatIsTrusted) {
  write_spy(usual);
  const Ended ended = referee({"match", "box", "./spy", "./rival", "--trust", "--json"});
  EXPECT_NE(ended.out.find("left with exit code 45 without answering"), std::string::npos)
      << ended.out;
}

TEST_F(Hidden, InAGameWithAPerson) {
  write_spy(usual);
  const Ended asked =
      referee({"play", "box", "./rival", "--hint", "./spy", "--seed", "5"}, "hint\n");
  EXPECT_NE(asked.err.find("spy: it failed: "), std::string::npos) << asked.err;
  EXPECT_NE(asked.err.find(nothing), std::string::npos) << asked.err;
  const Ended played =
      referee({"play", "box", "./spy", "--hint", "./rival", "--seat", "2", "--seed", "5"}, "");
  EXPECT_NE(played.err.find(nothing), std::string::npos) << played.err;
}

TEST_F(Hidden, InAReplay) {
  write_spy({"mine.json", "one.jsonl", "results/mine/manifest.json", "match.log"});
  expect(1, {"match", "box", "referee random box", "./rival", "--save", "match.log"});
  const Ended against =
      referee({"replay", "match.log", "--seat", "2", "--command", "./spy", "--json"});
  EXPECT_NE(against.out.find(nothing), std::string::npos) << against.out << against.err;
  write_spy(usual);
  const Ended both = referee({"replay", "one.jsonl", "--seat", "1", "--command", "./spy", "--free",
                              "changed", "--opponent", "./rival", "--json"});
  EXPECT_NE(both.out.find(nothing), std::string::npos) << both.out << both.err;
}

TEST_F(Hidden, InAComparisonWithAndWithoutAStore) {
  write_spy(usual);
  const Words words{"compare", "./spy", "./rival", "--game", "box", "--max-pairs", "1", "--json"};
  const Ended without = referee(words);
  EXPECT_NE((without.out + without.err).find(nothing), std::string::npos)
      << without.out << without.err;
  Words kept = words + Words{"--out", "old/runs/now"};
  const Ended with = referee(kept);
  EXPECT_NE((with.out + with.err).find(nothing), std::string::npos) << with.out << with.err;
}

TEST_F(Hidden, InATournamentTheOthersInItsFolderToo) {
  write_spy({"mine.json", "c.json", "results/mine/manifest.json",
             "old/runs/here/mine/manifest.json", "old/runs/now/manifest.json", "rival"});
  write("c.json", config_of("box", 1, {{"spy", "./spy"}, {"rival", "./rival"}}));
  const Ended ended = referee({"tournament", "c.json", "--out", "old/runs/now"});
  EXPECT_NE(ended.err.find(nothing), std::string::npos) << ended.err;
}

TEST_F(Hidden, InACheckOfOneBot) {
  write_spy({"mine.json", "one.jsonl", "results/mine/manifest.json"});
  const Ended ended = referee({"check", "./spy", "--game", "box", "--games", "2"});
  EXPECT_NE((ended.out + ended.err).find("exit code 40"), std::string::npos)
      << ended.out << ended.err;
}

// Something of the user's that looks like ours is opened by its name.
TEST_F(Hidden, UnlessABotIsGivenItByName) {
  write_spy({"mine.json", "one.jsonl", "results/mine/manifest.json"});
  const Ended ended =
      referee({"match", "box", "./spy", "./rival", "--read", "one.jsonl", "--json"});
  EXPECT_NE(ended.out.find("left with exit code 41 without answering"), std::string::npos)
      << ended.out;
}

// The folders of the system are open to every bot.
TEST_F(Hidden, InAProjectBelowAFolderOfTheSystem) {
  for (const char* place : {"/opt/referee-hidden-XXXXXX", "/usr/src/referee-hidden-XXXXXX"}) {
    std::string name = place;
    if (::mkdtemp(name.data()) == nullptr) GTEST_SKIP() << "only root may make " << place;
    const fs::path temporary = std::exchange(folder_, name);
    fs::copy(temporary, folder_, fs::copy_options::recursive);
    write_spy(usual);
    write("c.json", config_of("box", 1, {{"spy", "./spy"}, {"rival", "./rival"}}));
    const Ended match = referee({"match", "box", "./spy", "./rival", "--json"});
    const Ended tournament = referee({"tournament", "c.json", "--out", "results/now"});
    // Interpreters are there as ever.
    write_program("player.py", "#!/usr/bin/env python3\nraise SystemExit(40)\n");
    const Ended python = referee({"match", "box", "./player.py", "./rival", "--json"});
    fs::remove_all(folder_);
    folder_ = temporary;
    EXPECT_NE(match.out.find(nothing), std::string::npos) << place << match.out;
    EXPECT_NE(tournament.err.find(nothing), std::string::npos) << place << tournament.err;
    EXPECT_NE(python.out.find(nothing), std::string::npos) << place << python.out;
  }
}

}  // namespace
