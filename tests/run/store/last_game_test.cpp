// The games that were played last.
#include "referee/run/store/last_game.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/run/store/records.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

// In a folder, with a cache, of its own.
class LastGame : public testing::Test {
 protected:
  LastGame() : before_(fs::current_path()) {
    if (const char* cache = std::getenv("XDG_CACHE_HOME")) cache_before_ = cache;
    use_cache(folder_.path() / "cache");
    fs::current_path(folder_.path());
  }
  ~LastGame() override {
    fs::current_path(before_);
    cache_before_.empty() ? ::unsetenv("XDG_CACHE_HOME")
                          : ::setenv("XDG_CACHE_HOME", cache_before_.c_str(), 1);
  }
  static void use_cache(const fs::path& path) { ::setenv("XDG_CACHE_HOME", path.c_str(), 1); }
  static std::string kept(const std::string& name) { return test::read_file(log_named(name)); }
  static std::string refusal(const std::string& name) {
    try {
      return log_named(name);
    } catch (const NoRecords& error) {
      return error.what();
    }
  }

  test::TemporaryFolder folder_;
  fs::path before_;
  std::string cache_before_;
};

TEST_F(LastGame, TwentyOfEachFolderAreKept) {
  EXPECT_EQ(refusal("last"),
            "no game of this folder has been kept yet: referee match and play keep the last ones");
  ASSERT_TRUE(keep_last_game("0"));
  EXPECT_EQ(refusal("last-1"), "'last-1': only the last 1 game is kept");
  for (int i = 1; i < 23; ++i) ASSERT_TRUE(keep_last_game(std::to_string(i)));
  EXPECT_EQ(kept("last"), "22\n");
  EXPECT_EQ(kept("last-1"), "21\n");
  EXPECT_EQ(kept("last-19"), "3\n");
  EXPECT_EQ(refusal("last-20"), "'last-20': only the last 20 games are kept");
  fs::create_directory("elsewhere");
  fs::current_path("elsewhere");
  EXPECT_EQ(refusal("last").substr(0, 25), "no game of this folder ha");
  ASSERT_TRUE(keep_last_game("x"));
  fs::current_path("..");
  EXPECT_EQ(kept("last"), "22\n");
}

TEST_F(LastGame, OtherNamesAreThemselves) {
  ASSERT_TRUE(keep_last_game("0"));
  for (const char* name : {"latest", "last-", "last-x", "last-1x", "lasting", "o/last"}) {
    EXPECT_EQ(log_named(name), name);
  }
  std::ofstream("last") << "a file";
  EXPECT_EQ(log_named("last"), "last");
}

TEST_F(LastGame, NothingIsKeptWhereNothingCanBe) {
  std::ofstream("file") << "no folder";
  use_cache(folder_.path() / "file");
  EXPECT_FALSE(keep_last_game("0"));
}

}  // namespace
}  // namespace referee::store
