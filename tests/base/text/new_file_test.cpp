
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"

namespace {

namespace fs = std::filesystem;
using namespace referee::text;

class NewFile : public testing::Test {
 protected:
  NewFile() : folder_(new_folder(temporary_folder(), "referee-test-")) {}
  ~NewFile() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_;
};

TEST_F(NewFile, FoldersAreNewAndOfThisUserAlone) {
  const fs::path one = new_folder(folder_, "x-");
  EXPECT_NE(new_folder(folder_, "x-"), one);
  EXPECT_TRUE(one.filename().string().starts_with("x-"));
  EXPECT_EQ(fs::status(one).permissions(), fs::perms::owner_all);
  EXPECT_TRUE(new_folder_if_possible(folder_ / "missing", "x-").empty());
  EXPECT_EQ(errno, ENOENT);
  EXPECT_THROW(new_folder(folder_ / "missing", "x-"), SystemError);
}

TEST_F(NewFile, ANameThatIsTakenStaysWhatItIs) {
  const fs::path from = write("from", "new");
  const fs::path taken = write("taken", "old");
  EXPECT_EQ(rename_new(from, taken), EEXIST);
  EXPECT_EQ(read_file(taken), "old");
  EXPECT_EQ(rename_new(from, folder_ / "to"), 0);
  EXPECT_EQ(read_file(folder_ / "to"), "new");
  EXPECT_FALSE(fs::exists(from));
  EXPECT_EQ(rename_new(from, folder_ / "again"), ENOENT);
}

TEST_F(NewFile, ReplacesWhateverTheDraftWasBefore) {
  const fs::path file = write("file", "old");
  const fs::path secret = write("secret", "secret");
  const fs::path draft = folder_ / "draft";
  fs::create_symlink(secret, draft);
  EXPECT_EQ(replace_file(file, draft, "new", Readers::this_user), 0);
  EXPECT_EQ(read_file(file), "new");
  EXPECT_EQ(read_file(secret), "secret");
  EXPECT_FALSE(fs::is_symlink(file));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const mode_t before = ::umask(022);
  EXPECT_EQ(replace_file(file, draft, "newer", Readers::as_umask_says), 0);
  ::umask(before);
  EXPECT_EQ(static_cast<unsigned>(fs::status(file).permissions()), 0644U);
}

TEST_F(NewFile, LeavesNothingBehindWhereItCannotReplace) {
  const fs::path taken = folder_ / "taken";
  fs::create_directories(taken / "inside");
  EXPECT_EQ(replace_file(taken, folder_ / "draft", "text", Readers::this_user), EISDIR);
  EXPECT_EQ(entries(), 1U);
  EXPECT_EQ(replace_file(folder_ / "no/file", folder_ / "no/draft", "", Readers::this_user),
            ENOENT);
}

}  // namespace
