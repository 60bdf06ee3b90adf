// The commit at which a file lies in a git checkout, from folders as git makes them.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "referee/machine/program/content_hash.hpp"
#include "tests/run/store/support.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

const std::string one(40, '1');
const std::string two(64, '2');

class Checkout : public testing::Test {
 protected:
  Checkout() { fs::create_directories(top() / ".git/refs/heads/by"); }
  [[nodiscard]] fs::path top() const { return folder_.path() / "project"; }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((top() / name).parent_path());
    test::write_file(top() / name, text);
  }
  [[nodiscard]] std::string commit() const { return commit_at(top() / "bots/mine/bot"); }

  test::TemporaryFolder folder_;
};

TEST_F(Checkout, IsThatOfTheBranch) {
  EXPECT_EQ(commit(), "") << "no HEAD yet";
  put(".git/HEAD", "ref: refs/heads/by/me\n");
  EXPECT_EQ(commit(), "") << "no commit yet";
  put(".git/packed-refs", "# pack-refs with: peeled\n" + two + " refs/heads/by/me2\n" + two +
                              " refs/heads/by/me\n^" + one + "\n");
  EXPECT_EQ(commit(), two);
  put(".git/refs/heads/by/me", one + "\n");
  EXPECT_EQ(commit(), one) << "newer than the packed one";
}

TEST_F(Checkout, IsThatOfADetachedHead) {
  put(".git/HEAD", two + "\n");
  EXPECT_EQ(commit(), two);
  EXPECT_EQ(commit_at(folder_.path() / "bot"), "") << "beside the checkout";
}

TEST_F(Checkout, IsThatOfAWorktree) {
  put(".git/HEAD", one + "\n");
  put(".git/refs/heads/other", two + "\n");
  put(".git/worktrees/w/HEAD", "ref: refs/heads/other\n");
  put(".git/worktrees/w/commondir", "../..\n");
  put("w/.git", "gitdir: ../.git/worktrees/w\n");
  EXPECT_EQ(commit_at(top() / "w/bot"), two);
}

TEST_F(Checkout, IsNothingWhereItCannotBeRead) {
  for (const std::string head :
       {"", "ref: refs/../../secret\n", "ref: /etc/passwd\n", "12345\n", "ref: refs/heads/by\n"}) {
    put(".git/HEAD", head);
    EXPECT_EQ(commit(), "") << head;
  }
  fs::remove(top() / ".git/HEAD");
  ASSERT_EQ(::mkfifo((top() / ".git/HEAD").c_str(), 0600), 0);
  EXPECT_EQ(commit(), "") << "it does not wait for a pipe";
}

}  // namespace
}  // namespace referee::program
