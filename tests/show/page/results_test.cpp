// Results in a folder: found, named, and passed over where they cannot be read.
#include "referee/show/page/results.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "tests/run/store/support.hpp"

namespace referee::page {
namespace {

namespace fs = std::filesystem;

class Results : public testing::Test {
 protected:
  // A folder with a result that changed so many seconds ago.
  fs::path add(const std::string& name, int seconds, const char* file = "manifest.json") const {
    const fs::path folder = folder_.path() / name;
    fs::create_directories(folder);
    std::ofstream(folder / file) << "{}";
    fs::last_write_time(folder / file,
                        fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
    return folder;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Results, AreFoldersWithAManifestOrATuning) {
  EXPECT_FALSE(has_results_within(folder_.path()));
  EXPECT_FALSE(latest_in(folder_.path()));
  const fs::path tuned = add("tuned", 1, "tune.json");
  EXPECT_TRUE(has_results_within(folder_.path()));
  EXPECT_FALSE(latest_in(folder_.path())) << "a tuning is no tournament";
  const fs::path old = add("old", 50);
  const fs::path young = add("young", 20);
  add("other", 0, "README.md");
  auto all = results_in(folder_.path());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector{old, tuned, young}));
  EXPECT_EQ(latest_in(folder_.path()), young);
  EXPECT_TRUE(results_in(folder_.path() / "none").empty());
}

TEST_F(Results, OfATuningAreBehindItAndChangeIt) {
  const fs::path tuned = add("tuned", 100, "tune.json");
  const std::int64_t before = changed_at(tuned);
  const fs::path round = add("tuned/round-01", 50);
  fs::last_write_time(round, fs::file_time_type::clock::now() - std::chrono::seconds(200));
  EXPECT_GT(changed_at(tuned), before);
  EXPECT_EQ(results_in(tuned), (std::vector{tuned, round}));
}

// Nobody can look into a link that leads to itself, not even root.
TEST_F(Results, ThatCannotBeReadArePassedOver) {
  const fs::path good = add("good", 5);
  fs::create_symlink("loop", folder_.path() / "loop");
  fs::create_directories(folder_.path() / "bad");
  fs::create_symlink("manifest.json", folder_.path() / "bad" / "manifest.json");
  EXPECT_EQ(results_in(folder_.path()), std::vector{good});
  EXPECT_EQ(latest_in(folder_.path()), good);
  EXPECT_TRUE(has_results_within(folder_.path()));
  EXPECT_EQ(changed_at(folder_.path() / "loop"), 0);
}

// Else each round would be listed for each way around, without end.
TEST_F(Results, ThatLinkToFoldersAboveAreLookedThroughOnce) {
  const fs::path tuned = add("tuned", 3, "tune.json");
  std::ofstream(tuned / "manifest.json") << "{}";
  for (const char* name : {"a", "b", "c", "d"}) fs::create_directory_symlink(".", tuned / name);
  EXPECT_GT(changed_at(tuned), 0);
}

TEST(ResultName, IsTheLastPartOfAPath) {
  EXPECT_EQ(result_name("results/demo"), "demo");
  EXPECT_EQ(result_name("results/demo/"), "demo");
  EXPECT_EQ(result_name("results/a\x1b[2J"), "a\\x1b[2J");
}

}  // namespace
}  // namespace referee::page
