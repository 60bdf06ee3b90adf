// What bots may build in their scratch folders: counted, and removed again.

#include "referee/machine/kernel/folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "referee/base/text/descriptor.hpp"

namespace {

using namespace referee::kernel;
using referee::text::Descriptor;
namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    // In memory where there is such a place: some disks take milliseconds for a folder.
    const bool memory = ::access("/dev/shm", W_OK) == 0;
    const fs::path place = memory ? "/dev/shm" : fs::temp_directory_path();
    std::string name = (place / "bot-folder-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category());
    top_ = name;
    handle_ = Descriptor(::open(name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  ~FolderTest() override {
    empty_folder(handle_.get());
    ::rmdir(top_.c_str());
  }

  DiskUse use(std::uint64_t limit = no_limit, std::size_t most_entries = 10'000) const {
    std::unordered_set<ino_t> files;
    return folder_use(handle_.get(), {limit, most_entries}, files);
  }

  // A chain of folders with names of `length` letters.
  void nest(int depth, std::size_t length) const {
    const std::string name(length, 'd');
    Descriptor at(::open(top_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int i = 0; i < depth; ++i) {
      ASSERT_EQ(::mkdirat(at.get(), name.c_str(), 0700), 0);
      at = Descriptor(::openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      ASSERT_TRUE(at);
    }
    // Something at its end.
    ASSERT_TRUE(Descriptor(::openat(at.get(), "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600)));
  }

  void make_files(int count) const {
    for (int i = 0; i < count; ++i) std::ofstream(top_ / std::to_string(i));
  }

  fs::path top_;
  Descriptor handle_;
};

TEST_F(FolderTest, EmptyFilesAndFoldersCount) {
  EXPECT_EQ(use().bytes, 0U);
  make_files(3);
  fs::create_directory(top_ / "folder");
  std::ofstream(top_ / "folder" / "inside");
  fs::create_symlink("/usr", top_ / "link");
  EXPECT_EQ(use().bytes, 6 * least_bytes);
  EXPECT_EQ(use().obstacle, "");
}

TEST_F(FolderTest, ContentsCountOnceWhateverTheirNames) {
  std::ofstream(top_ / "file") << std::string(1 << 20, 'x');
  const std::uint64_t one = use().bytes;
  EXPECT_GE(one, 1U << 20);
  fs::create_hard_link(top_ / "file", top_ / "again");
  EXPECT_EQ(use().bytes, one + least_bytes);
}

TEST_F(FolderTest, CountingStopsBeyondTheLimit) {
  make_files(100);
  EXPECT_EQ(use(10 * least_bytes).bytes, 11 * least_bytes);
}

TEST_F(FolderTest, DeepFoldersAreNotCounted) {
  nest(static_cast<int>(most_depth), 1);
  EXPECT_EQ(use().obstacle, "");
  EXPECT_EQ(use().bytes, (most_depth + 1) * least_bytes);
  ASSERT_TRUE(empty_folder(handle_.get()));
  nest(static_cast<int>(most_depth) + 1, 1);
  EXPECT_EQ(use().obstacle, "folders more than 64 deep in its scratch folder");
}

TEST_F(FolderTest, NamesBeyondTheLongestPathHideNothing) {
  nest(static_cast<int>(most_depth), 255);
  EXPECT_EQ(use().obstacle, "");
  EXPECT_GE(use().bytes, (most_depth + 1) * least_bytes);
}

TEST_F(FolderTest, TooManyFilesAreNotCounted) {
  make_files(100);
  EXPECT_EQ(use(no_limit, 100).obstacle, "");
  EXPECT_EQ(use(no_limit, 100).entries, 100U);
  std::ofstream(top_ / "one-more");
  EXPECT_EQ(use(no_limit, 100).obstacle, "more than 100 files and folders in its scratch folder");
}

TEST_F(FolderTest, FoldersWithoutRightsHideNothing) {
  fs::create_directories(top_ / "a" / "b");
  make_files(2);
  std::ofstream(top_ / "a" / "b" / "file");
  for (const fs::path& folder : {top_ / "a" / "b", top_ / "a", top_}) {
    ASSERT_EQ(::chmod(folder.c_str(), 0300), 0);
  }
  EXPECT_EQ(use().bytes, 5 * least_bytes);
  for (const fs::path& folder : {top_ / "a" / "b", top_ / "a", top_}) {
    ASSERT_EQ(::chmod(folder.c_str(), 0), 0);
  }
  EXPECT_EQ(use().bytes, 5 * least_bytes);
  EXPECT_EQ(use().obstacle, "");
  // A folder that can be read is left as it is.
  ASSERT_EQ(::chmod((top_ / "a").c_str(), 0555), 0);
  use();
  struct stat status {};
  ASSERT_EQ(::stat((top_ / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0555U);
}

TEST_F(FolderTest, OneThatIsGoneIsEmpty) {
  ASSERT_EQ(::rmdir(top_.c_str()), 0);
  EXPECT_EQ(use().bytes, 0U);
  EXPECT_EQ(use().obstacle, "");
  EXPECT_TRUE(empty_folder(handle_.get()));
}

TEST_F(FolderTest, AnyDepthIsRemovedWithFewDescriptors) {
  nest(1000, 200);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit few{static_cast<rlim_t>(next) + 3, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const bool removed = empty_folder(handle_.get());
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(removed);
  EXPECT_TRUE(fs::is_empty(top_));
}

TEST_F(FolderTest, CountingWithoutDescriptorsIsNoFaultOfTheBot) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs descriptors itself";
#endif
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_THROW(use(), std::system_error);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_F(FolderTest, RemovesWhatHasNoRightsAndFollowsNoLink) {
  const fs::path outside = top_.string() + "-outside";
  fs::create_directory(outside);
  std::ofstream(outside / "precious");
  for (int i = 0; i < 50; ++i) {
    const fs::path folder = top_ / std::to_string(i) / "in" / "it";
    fs::create_directories(folder);
    std::ofstream(folder / "file");
    fs::create_directory_symlink(outside, folder / "link");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    ASSERT_EQ(::chmod(folder.c_str(), i % 2 == 0 ? 0 : 0500), 0);
    ASSERT_EQ(::chmod(folder.parent_path().c_str(), 0), 0);
  }
  ASSERT_EQ(::chmod(top_.c_str(), 0), 0);
  EXPECT_TRUE(empty_folder(handle_.get()));
  EXPECT_TRUE(fs::is_empty(top_));
  EXPECT_TRUE(fs::exists(outside / "precious"));
  fs::remove_all(outside);
}

}  // namespace
