// Names in a folder in which others may write: only a regular file of the folder itself is opened.
#include "referee/run/store/shared_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

class SharedFile : public testing::Test {
 protected:
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  // 0 if it was opened.
  static int error(const fs::path& file, int flags) { return open_shared(file, flags) ? 0 : errno; }

  TemporaryFolder folder_;
};

TEST_F(SharedFile, ARegularFileIsOpenedAndAMissingOneIsNotThere) {
  test::write_file(at("file"), "text");
  EXPECT_EQ(error(at("file"), O_RDONLY), 0);
  EXPECT_EQ(error(at("file"), O_WRONLY), 0);
  EXPECT_EQ(read_shared(at("file")), "text");
  EXPECT_EQ(error(at("missing"), O_RDONLY), ENOENT);
  EXPECT_EQ(error(at("new"), O_WRONLY | O_CREAT), 0);
  EXPECT_THROW(read_shared(at("missing")), StoreError);
}

TEST_F(SharedFile, LinksLeadNowhere) {
  test::write_file(at("secret"), "secret");
  fs::create_symlink(at("secret"), at("link"));
  for (const int flags : {O_RDONLY, O_WRONLY, O_WRONLY | O_CREAT}) {
    EXPECT_EQ(error(at("link"), flags), ELOOP);
  }
  // Where a link leads to nothing, nothing is made there.
  fs::create_symlink(at("nothing"), at("dangling"));
  EXPECT_EQ(error(at("dangling"), O_WRONLY | O_CREAT), ELOOP);
  EXPECT_FALSE(fs::exists(at("nothing")));
}

TEST_F(SharedFile, ASecondNameOfAFileIsReadButNotWritten) {
  test::write_file(at("other"), "other");
  fs::create_hard_link(at("other"), at("second"));
  EXPECT_EQ(error(at("second"), O_WRONLY), ELOOP);
  EXPECT_EQ(error(at("second"), O_RDWR), ELOOP);
  EXPECT_EQ(read_shared(at("second")), "other");
}

// Opening a pipe that nobody fills would wait for ever.
TEST_F(SharedFile, PipesAndFoldersAreRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(error(at("pipe"), O_RDONLY), ELOOP);
  EXPECT_EQ(error(at("pipe"), O_WRONLY), ELOOP);
  EXPECT_EQ(error(folder_.path(), O_RDONLY), EISDIR);
}

}  // namespace
}  // namespace referee::store
