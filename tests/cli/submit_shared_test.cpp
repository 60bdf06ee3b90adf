// A folder in which several users submit. Needs root, who alone can be two.
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "submit_fixture.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Before the test has its folder: the caller's own place for such folders may be closed to others.
struct OpenToAll {
  OpenToAll() { ::setenv("TMPDIR", "/tmp", 1); }
};

// So may be the checkout with the programs, in root's home, so the folder has copies.
class SharedFolder : OpenToAll, public Submit {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be two users";
    if (run({"setpriv", "--version"}, folder_).code != 0) GTEST_SKIP() << "no setpriv";
    fs::create_directory(path("our programs"));
    for (const char* name : {"referee", "box-random"}) {
      fs::copy_file(built::file(name), path("our programs") / name);
    }
    const std::string example = "'" + path("our programs/box-random").string() + "'";
    const std::string config =
        config_of("box", 6, {{"own", "referee random box"}, {"example", example}});
    write("c.json", config_of_all(5, {Json::parse(config)}));
    fs::remove_all(path("o"));
    expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
    rights(0777);
  }
  // Of the folder in which both want to write; the scheduler is everybody's.
  void rights(mode_t mode) const {
    ::chmod(folder_.c_str(), 0755);
    ::chmod(path("o").c_str(), mode);
    ::chmod(path("bin").c_str(), 0777);
    for (const auto& file : fs::directory_iterator(path("bin"))) ::chmod(file.path().c_str(), 0777);
  }
  [[nodiscard]] Words as_another(const Words& words) const {
    Words all{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    for (const std::string& word : words) {
      all.push_back(word == built::file("referee") ? path("our programs/referee").string() : word);
    }
    return all;
  }
  [[nodiscard]] Ended submit_as_another(const Words& further) const {
    return run(as_another(submitting(further)), folder_);
  }
};

TEST_F(SharedFolder, OneSubmitsAndIsNamedToAnother) {
  write("bin/down", std::string(2000, '\n'));
  rights(0777);
  Child first(submitting({"--profile", "p.json"}), folder_);
  first.wait_for_stderr("gives no answer");
  const Ended second = submit_as_another({});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("is being submitted by process " + std::to_string(first.pid())),
            std::string::npos)
      << second.err;
  first.signal(SIGTERM);
  EXPECT_EQ(first.end().code, 130);

  // The other way round: who came first is not who made the folder.
  Child other(as_another(submitting({})), folder_);
  other.wait_for_stderr("gives no answer");
  const Ended refused = submit({});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("is being submitted by process"), std::string::npos) << refused.err;
  other.signal(SIGTERM);
  EXPECT_EQ(other.end().code, 130);
  fs::remove(path("bin/down"));
  expect_sealed(submit({}));
}

// Also what the first one has tried and lost.
TEST_F(SharedFolder, AnotherGoesOn) {
  for (const char* task : {"1", "2", "3"}) {
    write(std::string("bin/always-lose-") + task, "");
  }
  EXPECT_EQ(submit({"--profile", "p.json"}).code, 1);
  ASSERT_FALSE(fs::is_empty(path("o/logs")));
  rights(0777);
  for (const char* task : {"1", "2", "3"}) fs::remove(path(std::string("bin/always-lose-") + task));
  const Ended other = submit_as_another({});
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(other.out, "12 of 12 matches: complete and sealed, " + seal_alone() + "\n");
}

// A part of each user at the same time: neither is alone.
TEST_F(SharedFolder, PartsOfTwoUsers) {
  expect(0, {"shard", "o", "1/2"});
  write("o/playing.json", "");
  ::chmod(path("o/playing.json").c_str(), 0644);  // left behind by a crash
  EXPECT_EQ(run(as_another(command({"shard", "o", "2/2"})), folder_).code, 0);
  EXPECT_EQ(Json::parse(expect(0, {"merge", "o", "--json"}))["sha256"], seal_alone());
}

TEST_F(SharedFolder, WhoMayOnlyReadIsToldSo) {
  rights(0755);
  const Ended ended = submit_as_another({"--profile", "p.json"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err, "referee: error: you may not write in " + fs::canonical(path("o")).string() +
                           " (Permission denied); ask its owner to submit, or for a folder that "
                           "your group may write in, see docs/guide/clusters.md\n");
}

}  // namespace
