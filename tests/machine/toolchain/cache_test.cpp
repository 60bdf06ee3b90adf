#include "referee/machine/toolchain/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <thread>
#include <vector>

#include "folder.hpp"
#include "referee/base/text/error.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

class CacheTest : public InOwnCache {
 protected:
  static Entry make(const std::string& key, std::string_view text = "x") {
    Draft draft;
    std::ofstream(draft.result() / "bot") << text;
    return draft.keep(key);
  }
  // So large, without taking room, and last used `hours` ago.
  static void make_large(const std::string& key, int hours) {
    const Entry entry = make(key);
    fs::resize_file(entry.folder / "bot", most_cached_bytes / 2 - 1000);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const timespec then{now.tv_sec - 3600L * hours, 0};
    const std::array<timespec, 2> times{then, then};
    ASSERT_EQ(::utimensat(AT_FDCWD, entry.folder.c_str(), times.data(), 0), 0);
  }
};

TEST_F(CacheTest, KeepsWhatWasMade) {
  EXPECT_FALSE(find_entry("a"));
  EXPECT_EQ(cache_use().builds, 0U);
  const fs::path folder = make("a").folder;
  EXPECT_EQ(folder, folder_ / "cache/referee/builds/a");
  EXPECT_EQ(find_entry("a")->folder, folder);
  EXPECT_EQ(cache_use().builds, 1U);
  EXPECT_EQ(cache_use().bytes, 1U);
  discard_entry("a");
  EXPECT_FALSE(find_entry("a"));
}

TEST_F(CacheTest, LeavesNothingOfADraftThatIsNotKept) {
  { const Draft draft; }
  EXPECT_TRUE(fs::is_empty(folder_ / "cache/referee/builds"));
}

TEST_F(CacheTest, WhoeverIsFirstIsTaken) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([i] { EXPECT_TRUE(make("same", std::to_string(i)).hold); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cache_use().builds, 1U);
  EXPECT_EQ(cache_use().bytes, 1U);
}

TEST_F(CacheTest, RemovesWhatWasUnusedForTheLongestTime) {
  make_large("old", 3);
  make_large("older", 4);
  make_large("oldest", 5);
  make("new");
  EXPECT_FALSE(find_entry("oldest"));
  EXPECT_TRUE(find_entry("old"));
  EXPECT_TRUE(find_entry("new"));
}

TEST_F(CacheTest, RemovesNothingThatIsInUse) {
  make_large("a", 1);
  make_large("c", 9);
  auto used = find_entry("c");
  ASSERT_TRUE(used);
  const std::array<timespec, 2> long_ago{timespec{1, 0}, timespec{1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, used->folder.c_str(), long_ago.data(), 0), 0);
  make_large("b", 2);
  make("new");
  EXPECT_TRUE(fs::exists(used->folder));
  EXPECT_FALSE(find_entry("b")) << "the oldest that is not in use";
}

TEST_F(CacheTest, IsRefusedWhereOthersMayWrite) {
  fs::create_directories(folder_ / "cache/referee");
  fs::permissions(folder_ / "cache/referee", fs::perms::all);
  EXPECT_THROW(make("a"), text::MachineError);
}

TEST_F(CacheTest, HashesFollowNamesAndContents) {
  write("one/a", "x");
  write("one/b/c", "y");
  write("two/a", "x");
  write("two/b/c", "y");
  const std::string hash = hash_of(folder_ / "one");
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_EQ(hash_of(folder_ / "two"), hash);
  fs::create_symlink("a", folder_ / "two/link");
  EXPECT_EQ(hash_of(folder_ / "two"), hash) << "what a link leads to may change";
  write("two/b/c", "z");
  EXPECT_NE(hash_of(folder_ / "two"), hash);
  fs::rename(folder_ / "one/a", folder_ / "one/d");
  EXPECT_NE(hash_of(folder_ / "one"), hash);
  EXPECT_NE(hash_of(folder_ / "two/a"), "");
  EXPECT_EQ(hash_of(folder_ / "none"), "");
}

TEST_F(CacheTest, KeepsTexts) {
  EXPECT_FALSE(kept_text("texts", "a"));
  keep_text("texts", "a", "one");
  keep_text("texts", "a", "two");
  EXPECT_EQ(kept_text("texts", "a"), "two");
}

}  // namespace
}  // namespace referee::toolchain
