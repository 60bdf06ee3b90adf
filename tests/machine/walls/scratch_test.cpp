#include "referee/machine/walls/scratch.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/base/text/file.hpp"

namespace {

using namespace referee::walls;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A folder in which nothing was made is not looked through; any change makes it one that is.
TEST(Scratch, EmptiesWhatWasTouchedHoweverLate) {
  ScratchFolders folders;
  for (int game = 0; game < 40; ++game) {
    ScratchFolders::Folder one = folders.take();
    EXPECT_EQ(one.number, 1);
    EXPECT_TRUE(fs::is_empty(one.path)) << game;
    EXPECT_EQ(fs::status(one.path).permissions(), fs::perms::owner_all) << game;
    if (game % 4 == 1) std::ofstream(one.path / "file") << "x";
    if (game % 4 == 3) fs::permissions(one.path, fs::perms::none);
    folders.give_back(std::move(one));
    // Longer than the folder must have been left alone.
    if (game == 20 || game == 25) std::this_thread::sleep_for(std::chrono::milliseconds(80));
  }
}

TEST(Scratch, GivesTheFolderThatIsPreferred) {
  ScratchFolders folders;
  ScratchFolders::Folder one = folders.take();
  ScratchFolders::Folder two = folders.take(7);
  EXPECT_EQ(one.number, 1);
  EXPECT_EQ(two.number, 2);
  folders.give_back(std::move(one));
  folders.give_back(std::move(two));
  EXPECT_EQ(folders.take(1).number, 1);
  EXPECT_EQ(folders.take(1).number, 2) << "it is not free";
}

TEST(Scratch, EmptiesAndUsesAgain) {
  fs::path first;
  {
    ScratchFolders folders;
    ScratchFolders::Folder one = folders.take();
    ScratchFolders::Folder two = folders.take();
    first = one.path;
    EXPECT_NE(one.path, two.path);
    fs::create_directories(one.path / "a/b/c");
    std::ofstream(one.path / "a/file") << "x";
    fs::create_symlink("/", one.path / "root");
    ::chmod((one.path / "a").c_str(), 0);
    ::chmod(one.path.c_str(), 0);
    folders.give_back(std::move(one));
    const ScratchFolders::Folder again = folders.take();
    EXPECT_EQ(again.path, first);
    EXPECT_TRUE(fs::is_empty(again.path));
    struct stat status {};
    ASSERT_EQ(::stat(again.path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    EXPECT_TRUE(fs::exists("/"));
  }
  EXPECT_FALSE(fs::exists(first.parent_path()));
}

// A folder for temporary files of this test's own.
class OwnPlace {
 public:
  OwnPlace() {
    folder_ = referee::text::new_folder(fs::temp_directory_path(), "scratch-test-");
    ::setenv("TMPDIR", folder_.c_str(), 1);
  }
  ~OwnPlace() {
    ::unsetenv("TMPDIR");
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  OwnPlace(const OwnPlace&) = delete;
  OwnPlace& operator=(const OwnPlace&) = delete;

  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

// Each looks for what others have left while the others make theirs.
TEST(Scratch, HostsThatStartTogetherLeaveEachOtherAlone) {
  const OwnPlace place;
  constexpr int together = 32;
  std::barrier round(together);
  std::vector<std::thread> hosts;
  for (int i = 0; i < together; ++i) {
    hosts.emplace_back([&round] {
      for (int again = 0; again < 20; ++again) {
        round.arrive_and_wait();
        try {
          ScratchFolders folders;
          EXPECT_TRUE(fs::is_directory(folders.take().path));
        } catch (const std::system_error& error) {
          ADD_FAILURE() << error.what();
        }
      }
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_TRUE(fs::is_empty(place.folder()));
}

TEST(Scratch, WhatKilledRefereesLeftIsRemovedAndWhatIsInUseIsNot) {
  const OwnPlace place;
  ScratchFolders living;
  const ScratchFolders::Folder one = living.take();
  fs::create_directories(place.folder() / "referee-bots-left" / "1" / "folder");
  fs::create_directories(place.folder() / "something-else");
  const ScratchFolders another;
  EXPECT_TRUE(fs::is_directory(one.path));
  EXPECT_FALSE(fs::exists(place.folder() / "referee-bots-left"));
  EXPECT_TRUE(fs::exists(place.folder() / "something-else"));
}

TEST(Scratch, LackOfDescriptorsIsNamed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs descriptors itself";
#endif
  const OwnPlace place;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  std::string said;
  try {
    const ScratchFolders folders;
  } catch (const std::system_error& error) {
    said = error.what();
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(said.starts_with("cannot lock the scratch folder for bots ")) << said;
  EXPECT_NE(said.find(": Too many open files; raise the limit on open files, ulimit -n"),
            std::string::npos)
      << said;
  EXPECT_TRUE(fs::is_empty(place.folder()));
}

}  // namespace
