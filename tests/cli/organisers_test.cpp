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

TEST_F(Organisers, ALateBotJoinsARoundRobin) {
  const Words play{"tournament", "--bots", "submissions", "--game", "box", "--rounds", "1"};
  EXPECT_NE(expect(0, {"check", "submissions", "--game", "box", "--games", "2"})
                .find("\n2 of 2 bots would be admitted\n"),
            std::string::npos);
  const Ended first = referee(play);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.err.find("submissions/tournament.json written, with 2 bots"), std::string::npos)
      << first.err;
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

}  // namespace
