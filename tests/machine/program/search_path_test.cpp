#include "referee/machine/program/places.hpp"
#include "tests/folder.hpp"

namespace referee::program {
namespace {

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
