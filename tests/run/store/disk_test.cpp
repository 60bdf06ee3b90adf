// A file has a name only once what is in it is on the disk, and the name is on the disk before
// anybody is told. Otherwise a machine that loses power has an empty manifest, or a seal without
// its records.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "disk_calls.hpp"
#include "referee/run/store/import.hpp"
#include "referee/run/store/seal.hpp"
#include "referee/run/store/store_files.hpp"
#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

using Calls = std::vector<std::string>;

class Disk : public testing::Test {
 protected:
  // What is flushed when `action` gives a file this name, and what before and after.
  template <typename Action>
  void expect_whole(const std::string& name, Action action) {
    test::disk_calls();
    action();
    const Calls calls = test::disk_calls();
    const std::string all = testing::PrintToString(calls);
    const auto named = std::find(calls.begin(), calls.end(), "name " + name);
    ASSERT_NE(named, calls.end()) << all;
    // On a file system without nameless files it has a temporary name.
    EXPECT_TRUE(calls.front() == "flush -" || calls.front() == "flush " + name + ".tmp-1") << all;
    EXPECT_EQ(calls.back(), "flush " + folder_.path().filename().string()) << all;
    EXPECT_LT(named, calls.end() - 1) << all;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 2)});
};

TEST_F(Disk, AFileIsWholeBeforeItHasItsName) {
  const auto file = folder_.path() / "file";
  for (int i = 0; i < 2; ++i) {  // a new one, and in place of another
    expect_whole("file", [&] {
      WholeFile whole(file);
      whole.write("text");
      whole.finish();
    });
  }
  expect_whole("new", [&] {
    WholeFile whole(folder_.path() / "new");
    whole.write("text");
    EXPECT_TRUE(whole.finish_new());
  });
}

TEST_F(Disk, SoAreManifestsAndSeals) {
  expect_whole("manifest.json",
               [&] { static_cast<void>(Store::create(folder_.path(), manifest_)); });
  expect_whole("sealed.json", [&] {
    EXPECT_TRUE(write_seal(seal_path(folder_.path()), {manifest_.id(), 0, "x", {}}));
  });
}

TEST_F(Disk, RecordsAreFlushedWhenThatIsAskedFor) {
  const Store store = Store::create(folder_.path(), manifest_);
  const std::string folder = "flush " + folder_.path().filename().string();
  test::disk_calls();
  StoreWriter writer(store);
  writer.sync();
  EXPECT_EQ(test::disk_calls(), Calls{}) << "nothing has been written";
  writer.append(test::line(manifest_, 0));
  EXPECT_EQ(test::disk_calls(), Calls{folder}) << "the name of a new file";
  writer.append(test::line(manifest_, 1));
  EXPECT_EQ(test::disk_calls(), Calls{});
  writer.sync();
  EXPECT_EQ(test::disk_calls(), Calls{"flush matches-0001.jsonl"});
}

TEST_F(Disk, AnImportEndsWithAFlush) {
  const Store store = Store::create(folder_.path(), manifest_);
  Competition competition;
  competition.manifest = manifest_;
  for (std::uint64_t i = 0; i < 3; ++i) competition.records.push_back(test::record(manifest_, i));
  test::disk_calls();
  EXPECT_EQ(write_missing(store, competition), 3U);
  EXPECT_EQ(test::disk_calls().back(), "flush matches-0001.jsonl");
}

}  // namespace
}  // namespace referee::store
