// An organiser's evening, as docs/guide/organisers.md tells it: from a folder of files to a page of
// results.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Organisers : public InFolder {
 protected:
  void SetUp() override {
    fs::create_directories(path("submissions/old"));
    copy("greedy.cpp", "ann.cpp");
    expect(0, {"new", "box", "cpp"});
    fs::copy_file(path("box-cpp/bot.cpp"), path("submissions/bob.cpp"));
    write("submissions/notes.txt", "dora: late\n");
    write("submissions/.hidden", "");
  }
  void copy(const char* example, const std::string& name) const {
    fs::copy_file(fs::path(REFEREE_SOURCE_DIR) / "bots" / "box" / example,
                  path("submissions/" + name));
  }
  [[nodiscard]] Json config() const { return Json::parse(read("submissions/tournament.json")); }
};

TEST_F(Organisers, AnEveningFromAFolderToAPage) {
  fs::copy_file(built::file("box-greedy"), path("submissions/cleo"));
  write("submissions/dora.cpp", "int main() { return nothing; }\n");

  // What would not be admitted, in full; the others in a line each.
  const Ended checked =
      referee({"check", "submissions", "--game", "box", "--games", "2", "--junit", "check.xml"});
  EXPECT_EQ(checked.code, 1) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("Box: dora\n\nfailed  compiles"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("passed  ann "), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("passed  cleo "), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("\n3 of 4 bots would be admitted\n"), std::string::npos)
      << checked.out;
  EXPECT_NE(checked.err.find("skipped notes.txt: is neither a source file"), std::string::npos)
      << checked.err;
  EXPECT_NE(checked.err.find("skipped old: is a folder"), std::string::npos) << checked.err;
  EXPECT_EQ(checked.err.find("hidden"), std::string::npos) << checked.err;
  EXPECT_NE(read("check.xml").find("<testsuite name=\"dora\""), std::string::npos);

  // One that does not compile is said, and the others play.
  const Words plan{"tournament", "--bots",   "submissions", "--game", "box",
                   "--format",   "official", "--seed",      "5",      "--plan-only"};
  const Ended planned = referee(plan);
  EXPECT_EQ(planned.code, 1) << planned.err;
  EXPECT_NE(planned.err.find("left out dora: "), std::string::npos) << planned.err;
  EXPECT_EQ(planned.err.find("\\x0a"), std::string::npos)
      << "its compiler's lines: " << planned.err;
  EXPECT_NE(planned.err.find("submissions/tournament.json written, with 3 bots"), std::string::npos)
      << planned.err;
  EXPECT_NE(planned.out.find(" planned in results/submissions, "), std::string::npos)
      << planned.out;
  EXPECT_EQ(config()["swiss_rounds"], 2);
  EXPECT_EQ(config()["qualify"], 3);
  EXPECT_EQ(config()["bots"].dump(), R"([{"name":"ann","command":"./ann.cpp","alone":true},)"
                                     R"({"name":"bob","command":"./bob.cpp","alone":true},)"
                                     R"({"name":"cleo","command":"./cleo","alone":true}])");
  fs::remove(path("submissions/dora.cpp"));

  expect(0, {"tournament", "submissions/tournament.json", "--out", "results/evening"});
  // The same folder and options say the same.
  expect(0, plan);
  expect(0, {"standings", "results/evening"});
  const std::string table = expect(0, {"standings", "results/evening", "--csv"});
  for (const char* name : {"ann", "bob", "cleo"}) {
    EXPECT_NE(table.find(name), std::string::npos) << table;
  }
  expect(0, {"view", "results/evening", "--save", "evening.html"});
  EXPECT_GT(fs::file_size(path("evening.html")), 10'000U);
  const std::string games = expect(0, {"export", "results/evening", "--as", "official"});
  EXPECT_EQ(lines_of(games).size(), records_in(path("results/evening")).size() + 1) << games;
  expect(0, {"verify", "results/evening"});
}

TEST_F(Organisers, ALateBotJoinsARoundRobin) {
  const Words play{"tournament", "--bots", "submissions", "--game", "box", "--rounds", "1", "-q"};
  expect(0, play);
  EXPECT_EQ(records_in(path("results/submissions")).size(), 2U);
  copy("greedy.cpp", "cleo.cpp");
  // Somebody may have edited the config.
  const Ended refused = referee(play);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("submissions/tournament.json is there and says something else"),
            std::string::npos)
      << refused.err;
  fs::remove(path("submissions/tournament.json"));
  expect(0, play);
  EXPECT_EQ(records_in(path("results/submissions")).size(), 6U);
}

TEST_F(Organisers, NamesAndOptions) {
  copy("player.py", "ann.py");
  const Words plan{"tournament", "--bots", "submissions", "--game", "box", "--plan-only"};
  expect(0, plan);
  EXPECT_EQ(config()["bots"][0]["name"], "ann.cpp");
  EXPECT_EQ(config()["bots"][1]["name"], "ann.py");
  EXPECT_EQ(config()["bots"][2]["name"], "bob");
  EXPECT_FALSE(config().contains("swiss_rounds"));

  const auto refuses = [&](const std::string& message, const Words& words) {
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2) << ended.out << ended.err;
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
  };
  refuses("'nowhere' does not exist", {"tournament", "--bots", "nowhere", "--game", "box"});
  refuses("--bots needs the game", {"tournament", "--bots", "submissions"});
  refuses("not both", {"tournament", "a.json", "--bots", "submissions", "--game", "box"});
  refuses("config is missing", {"tournament"});
  refuses("are for --bots", {"tournament", "a.json", "--game", "box"});
  refuses("belong to --format official",
          {"tournament", "--bots", "submissions", "--game", "box", "--qualify", "2"});
  refuses("belong to --format official",
          {"tournament", "--bots", "submissions", "--game", "box", "--swiss-rounds", "2"});
  fs::create_directory(path("empty"));
  refuses("there is no bot in empty", {"tournament", "--bots", "empty", "--game", "box"});
  fs::copy_file(path("submissions/bob.cpp"), path("empty/bob.cpp"));
  refuses("there is only one bot in empty: bob",
          {"tournament", "--bots", "empty", "--game", "box"});
  refuses("both bots work together", {"tournament", "--bots", "submissions", "--game", "6561",
                                      "--format", "official", "--out", "o"});
}

}  // namespace
