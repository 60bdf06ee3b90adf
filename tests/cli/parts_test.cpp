// Tournaments, comparisons and tunings in parts: --part and merge.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

Json bots_of(int count) {
  Json bots = Json::array();
  for (int i = 0; i < count; ++i) {
    bots.push_back({{"name", "b" + std::to_string(i)},
                    {"command", "referee random black-hole --seed " + std::to_string(i)}});
  }
  return bots;
}

class Parts : public InFolder {
 protected:
  // Several games, so that a part has some of each.
  Parts() {
    std::vector<Json> games;
    for (const char* game : {"black-hole", "box", "2187"}) {
      games.push_back(Json::parse(small_config(game, 3)));
    }
    write("c.json", config_of_all(5, games));
  }

  static Words part(const std::string& part, const std::string& out) {
    return {"tournament", "c.json", "--part", part, "--out", out, "--quiet"};
  }
  [[nodiscard]] Json merged(int code, const Words& folders) const {
    return Json::parse(expect(code, Words{"merge"} + folders + Words{"--json"}));
  }
  void expect_as_alone(const std::string& folder) const {
    expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
    EXPECT_EQ(records_in(path(folder)), records_in(path("alone")));
    EXPECT_EQ(merged(0, {folder})["sha256"], merged(0, {"alone"})["sha256"]);
    EXPECT_EQ(expect(0, {"standings", folder, "--json"}),
              expect(0, {"standings", "alone", "--json"}));
    expect(0, {"verify", folder});
  }
};

TEST_F(Parts, PlanOnlyMakesTheFolderAndPlaysNothing) {
  const Json plan =
      Json::parse(expect(0, {"tournament", "c.json", "--plan-only", "--out", "o", "--json"}));
  EXPECT_EQ(plan["matches"], 18);
  EXPECT_EQ(plan["folder"], "o");
  EXPECT_TRUE(fs::exists(path("o/manifest.json")));
  EXPECT_TRUE(record_files().empty());
}

TEST_F(Parts, InFoldersOfTheirOwnAreJoined) {
  expect(0, part("2/3", "p2"));
  EXPECT_EQ(record_files("p2"), Words{"matches-2-of-3-0001.jsonl"});
  const Json partial = merged(4, {"o", "p2"});
  EXPECT_EQ(partial["records"], records_in(path("p2")).size());
  EXPECT_EQ(partial["missing"], partial["playable"]);
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));
  expect(0, part("1/3", "p1"));
  expect(0, part("3/3", "p3"));
  const Json whole = merged(0, {"o", "p1", "p2", "p3"});
  EXPECT_EQ(whole["records"], 18);
  EXPECT_EQ(whole["duplicates"], 0);
  EXPECT_EQ(whole["sealed"], true);
  expect_as_alone("o");
  const std::string seal = read("o/sealed.json");
  EXPECT_EQ(merged(0, {"o", "p1"}), whole) << "again";
  EXPECT_EQ(read("o/sealed.json"), seal);
}

TEST_F(Parts, ABrokenSealIsACheckThatFailed) {
  expect(0, part("1/1", "o"));
  expect(0, {"merge", "o"});
  const std::string file = "o/matches-1-of-1-0001.jsonl";
  std::string changed = read(file);
  const auto score = changed.find("\"score\":") + 8;
  changed[score] = changed[score] == '1' ? '2' : '1';
  write(file, changed);
  const std::string what = "the seal of o does not hold: records have been changed";
  for (const char* verb : {"standings", "verify"}) {
    const Ended ended = referee({verb, "o"});
    EXPECT_EQ(ended.code, 1);
    EXPECT_TRUE(ended.err.starts_with("referee: warning: " + what + "\n")) << ended.err;
  }
  const std::string advice = what + "; remove o/sealed.json to play what is missing";
  expect_error(1, advice, {"merge", "o"});
  expect_error(1, advice, {"tournament", "c.json", "--out", "o"});
}

// Equal bots and a question half way between: some dozens of pairs.
TEST_F(Parts, AComparisonDecidesAsOneProcessDoes) {
  const Words words{"compare",
                    "referee random box --seed {seed}",
                    "referee random box --seed 7",
                    "--game",
                    "box",
                    "--elo",
                    "-60,60",
                    "--quiet"};
  const Ended one = referee(words + Words{"--json"});
  ASSERT_LE(one.code, 1) << one.err;
  ASSERT_GT(Json::parse(one.out)["played_pairs"], 30) << "too short for batches";
  Ended merged{4, {}, {}};
  int batches = 0;
  for (; batches < 20 && merged.code == 4; ++batches) {
    // Backwards: the last pairs first. Copies of what was merged, as on machines that do not share.
    for (const char* number : {"3", "2", "1"}) {
      const std::string own = std::string("p") + number;
      fs::remove_all(path(own));
      if (fs::exists(path("o"))) fs::copy(path("o"), path(own));
      const Ended played =
          referee(words + Words{"--part", std::string(number) + "/3", "--out", own});
      EXPECT_LE(played.code, 4) << played.err;
    }
    merged = referee({"merge", "o", "p1", "p2", "p3", "--json"});
  }
  EXPECT_EQ(merged.code, one.code);
  EXPECT_EQ(merged.out, one.out);
  EXPECT_GT(batches, 1);
  // Nothing more is played, and the same comparison in one process says the same.
  const auto records = records_in(path("o")).size();
  EXPECT_EQ(expect(one.code, words + Words{"--out", "o", "--json"}), one.out);
  EXPECT_EQ(records_in(path("o")).size(), records);
  expect_error(2,
               "the games of o are played for another question: by wins, normalised Elo -60 "
               "against 60, alpha 0.05, beta 0.05, with the far stop; ask that one, or give "
               "another folder",
               words + Words{"--alpha", "0.01", "--part", "1/3", "--out", "o"});
}

// The machine of one part is lost while it plays; the others take its place.
TEST_F(Parts, GnuParallelPlaysUntilNothingIsMissing) {
  if (run({"sh", "-c", "parallel --version 2>&1"}, folder_).out.find("GNU parallel") ==
      std::string::npos) {
    GTEST_SKIP() << "GNU parallel is not installed";
  }
  // By their path: in PATH there is another `referee`, which would be another bot.
  Json bots = bots_of(6);
  for (Json& bot : bots) {
    const auto command = bot["command"].get<std::string>();
    bot["command"] = "'" + random_program().string() + "'" + command.substr(command.find(' '));
  }
  const Json swiss{{"game", "black-hole"}, {"format", "swiss"}, {"rounds", 3}, {"bots", bots}};
  write("c.json", Json{{"seed", 5}, {"games", {swiss}}}.dump());
  fs::create_directory(path("bin"));
  const std::string program = built::word("referee");
  write_program("bin/referee",
                "#!/bin/sh\ncase \" $* \" in *\" --part 2/3 \"*) mkdir lost 2>/dev/null &&\n"
                "  exec timeout -s KILL 0.1 " +
                    program + " \"$@\" ;;\nesac\nexec " + program + " \"$@\"\n");
  const Words script{"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH"),
                     std::string(REFEREE_SOURCE_DIR) + "/scripts/parts/parallel.sh", "3", "o"};
  const Ended ended = run(script + Words{"--jobs", "2", "--", "tournament", "c.json"}, folder_);
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("18 of 18 matches: complete and sealed, "), std::string::npos)
      << ended.out;
  EXPECT_TRUE(fs::exists(path("lost")));
  expect_as_alone("o");
}

// What lies in the folder of the logs may be anybody's.
TEST_F(Parts, NoScriptWritesThroughALink) {
  write("kept", "kept");
  fs::create_directories(path("elsewhere"));
  const auto refuses = [&](const std::string& script) {
    const Ended ended = run({std::string(REFEREE_SOURCE_DIR) + "/scripts/parts/" + script, "2", "o",
                             "--", "tournament", "c.json"},
                            folder_);
    EXPECT_EQ(ended.code, 2) << ended.out;
    EXPECT_NE(ended.err.find(": a link, or no file, where logs are written: remove o/logs"),
              std::string::npos)
        << ended.err;
  };
  for (const std::string script : {"parallel.sh", "slurm.sh"}) {
    fs::remove_all(path("o"));
    fs::create_directories(path("o"));
    fs::create_directory_symlink(path("elsewhere"), path("o/logs"));
    refuses(script);
    fs::remove(path("o/logs"));
    fs::create_directories(path("o/logs"));
    for (const char* name : {"parts.txt", "jobs", "1.txt"}) {
      fs::create_symlink(path("kept"), path("o/logs") / name);
      refuses(script);
      fs::remove(path("o/logs") / name);
      fs::create_hard_link(path("kept"), path("o/logs") / name);
      refuses(script);
      fs::remove(path("o/logs") / name);
    }
  }
  EXPECT_EQ(read("kept"), "kept");
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
}

// Sixteen parts, of which some are killed in each turn, wherever they are.
class PartsKilled : public Parts {
 protected:
  void expect_undisturbed() const {
    constexpr int count = 16;
    constexpr int turns_with_kills = 6;
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same order each time
    int killed = 0;
    int code = 4;
    for (int turn = 0; code == 4 && turn < 60; ++turn) {
      for (int first = 1; first <= count; first += 4) {
        std::vector<std::unique_ptr<Child>> parts;
        for (int number = first; number < first + 4; ++number) {
          const Words words = part(std::to_string(number) + "/16", "o") + Words{"--jobs", "1"};
          parts.push_back(std::make_unique<Child>(command(words), folder_));
        }
        if (turn < turns_with_kills) {
          std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
          for (int i = 0; i < 2; ++i) parts[random() % parts.size()]->signal(SIGKILL);
        }
        for (const auto& one : parts) {
          const Ended ended = one->end();
          if (ended.code == 128 + SIGKILL) ++killed;
          EXPECT_TRUE(turn < turns_with_kills || ended.code == 0) << ended.err;
        }
      }
      code = referee({"merge", "o"}).code;
    }
    EXPECT_EQ(code, 0);
    EXPECT_GT(killed, 5);
    expect_as_alone("o");
  }
};

TEST_F(PartsKilled, ASwissAndARoundRobinAreAsUndisturbed) {
  const Json swiss{
      {"game", "black-hole"}, {"format", "swiss"}, {"rounds", 4}, {"bots", bots_of(10)}};
  write("c.json", Json{{"seed", 5}, {"games", {swiss}}}.dump());
  expect_undisturbed();
  for (const char* folder : {"o", "alone"}) fs::remove_all(path(folder));
  write("c.json",
        Json{{"seed", 5}, {"game", "black-hole"}, {"rounds", 3}, {"bots", bots_of(7)}}.dump());
  expect_undisturbed();
}

}  // namespace
