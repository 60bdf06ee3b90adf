#include "referee/machine/toolchain/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

// What others could have put there is not believed, wherever they could write.
TEST_F(CacheTest, IsNotUsedWhereOthersMayWrite) {
  const fs::path cache = folder_ / "cache/referee";
  make("a");
  keep_text("texts", "a", "one");
  const auto is_used = [] {
    return std::array{find_entry("a").has_value(), own_cache("texts").has_value(),
                      kept_text("texts", "a").has_value(), cache_use().builds == 1};
  };
  constexpr std::array all{true, true, true, true};
  EXPECT_EQ(is_used(), all);
  for (const fs::perms others : {fs::perms::others_write, fs::perms::group_write}) {
    const auto open = [&](const fs::path& folder) {
      fs::permissions(folder, others, fs::perm_options::add);
      const auto used = is_used();
      fs::permissions(folder, others, fs::perm_options::remove);
      EXPECT_EQ(is_used(), all);
      return used;
    };
    EXPECT_EQ(open(cache), (std::array{false, false, false, false}));
    EXPECT_EQ(open(cache / "builds"), (std::array{false, true, true, false}));
    EXPECT_EQ(open(cache / "builds/a"), (std::array{false, true, true, true}));
    EXPECT_EQ(open(cache / "texts"), (std::array{true, false, false, true}));
  }
  // Nor through a link to a folder that is.
  fs::rename(cache / "texts", folder_ / "texts");
  fs::create_directory_symlink(folder_ / "texts", cache / "texts");
  EXPECT_FALSE(kept_text("texts", "a"));
  EXPECT_THROW(keep_text("texts", "a", "two"), text::MachineError);
  if (::geteuid() != 0) return;
  constexpr uid_t another = 4242;
  for (const fs::path& folder : {cache, cache / "builds", cache / "builds/a"}) {
    ASSERT_EQ(::chown(folder.c_str(), another, static_cast<gid_t>(-1)), 0);
    EXPECT_FALSE(find_entry("a")) << folder;
    ASSERT_EQ(::chown(folder.c_str(), 0, static_cast<gid_t>(-1)), 0);
  }
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
