
#include "referee/machine/program/places.hpp"

#include "tests/folder.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;
using Places = folder::InFolder;

TEST_F(Places, AFolderHoldsItselfAndWhatIsBelow) {
  EXPECT_TRUE(is_within("/a/b", "/a"));
  EXPECT_TRUE(is_within("/a", "/a"));
  EXPECT_TRUE(is_within("/a", "/"));
  EXPECT_FALSE(is_within("/ab", "/a"));
  EXPECT_FALSE(is_within("/a", "/a/b"));
}

TEST_F(Places, RealPathsHaveNeitherLinksNorDots) {
  const fs::path file = write("folder/file", "");
  fs::create_directory_symlink("folder", folder_ / "link");
  EXPECT_EQ(real_path(folder_ / "link/../link/./file"), file);
  EXPECT_EQ(real_path(folder_ / "none/../other"), folder_ / "other");
}

TEST_F(Places, OfTheKernelAreItsOwnFileSystems) {
  for (const char* path : {"/proc", "/proc/self/fd", "/sys/kernel", "/dev/null"}) {
    EXPECT_TRUE(is_of_the_kernel(path)) << path;
  }
  EXPECT_FALSE(is_of_the_kernel("/process"));
}

TEST_F(Places, SharedFoldersAreNobodys) {
  for (const char* folder : {"/", "/tmp", "/home", "/home/ann", "/root", "/proc/self", "/sys"}) {
    EXPECT_TRUE(is_shared_folder(folder)) << folder;
  }
  EXPECT_FALSE(is_shared_folder("/home/ann/bots"));
  EXPECT_FALSE(is_shared_folder("/app"));
  set("HOME", folder_.string());
  for (const char* place : {".", "bin", ".local", ".local/bin"}) {
    fs::create_directories(folder_ / place);
    EXPECT_TRUE(is_shared_folder(folder_ / place)) << place;
  }
  EXPECT_FALSE(is_shared_folder(folder_ / ".local/lib"));
}

namespace fs = std::filesystem;
using SearchPath = folder::InFolder;
using Entries = std::vector<std::string_view>;
using Paths = std::vector<fs::path>;

TEST_F(SearchPath, HasTheEntriesOfTheVariable) {
  set("PATH", "/a:b::/c");
  EXPECT_EQ(search_path(), (Entries{"/a", "b", "", "/c"}));
  set("PATH", "");
  EXPECT_EQ(search_path(), Entries{""});
  set("PATH", std::nullopt);
  EXPECT_EQ(search_path(), (Entries{"/usr/local/bin", "/usr/bin", "/bin"}));
}

TEST_F(SearchPath, FindsExecutableFilesInItsOrder) {
  write("one/tool", "#!/bin/sh\n");
  const fs::path second = write("two/tool", "#!/bin/sh\n", true);
  const fs::path third = write("three/tool", "#!/bin/sh\n", true);
  fs::create_directories(folder_ / "four/tool");
  const std::string all = folder_.string();
  set("PATH", all + "/three:" + all + "/one:" + all + "/none:" + all + "/four:" + all + "/two");
  EXPECT_EQ(in_search_path("tool"), (Paths{third, second}));
  EXPECT_EQ(in_search_path("other"), Paths{});
}

}  // namespace
}  // namespace referee::program
