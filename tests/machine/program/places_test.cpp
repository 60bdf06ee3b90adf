// Where the files of a command are, and what they hold.
#include "referee/machine/program/places.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "referee/machine/program/git_commit.hpp"
#include "referee/machine/program/moved_files.hpp"
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

const std::string one(40, '1');
const std::string two(64, '2');

class Checkout : public folder::InFolder {
 protected:
  Checkout() { fs::create_directories(top() / ".git/refs/heads/by"); }
  [[nodiscard]] fs::path top() const { return folder_ / "project"; }
  void put(const std::string& name, const std::string& text) const { write(top() / name, text); }
  [[nodiscard]] std::string commit() const { return commit_at(top() / "bots/mine/bot"); }
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
  EXPECT_EQ(commit_at(folder_ / "bot"), "") << "beside the checkout";
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

namespace {

using referee::program::Command;
using referee::program::with_moved_files;
using Words = std::vector<std::string>;

Command command_of(Words words, std::vector<std::filesystem::path> files) {
  Command command;
  command.words = std::move(words);
  command.program = command.words.front();
  command.folder = "/home/me/bots";
  command.files = std::move(files);
  return command;
}

TEST(MovedFiles, TheProgramIsStartedFromItsNewPlace) {
  const Command moved = with_moved_files(command_of({"/home/me/bots/bot", "-v"}, {}),
                                         {{"/home/me/bots/bot", "/kept/bot"}});
  EXPECT_EQ(moved.program, "/kept/bot");
  EXPECT_EQ(moved.words, (Words{"/kept/bot", "-v"}));
  // Its data are where they were.
  EXPECT_EQ(moved.folders, std::vector<std::filesystem::path>{"/home/me/bots"});
}

TEST(MovedFiles, AWordMayNameSeveralFiles) {
  const Command moved = with_moved_files(
      command_of({"/usr/bin/java", "-cp", "bot.jar:lib/../lib/x.jar:classes", "--book=./open.txt"},
                 {"/home/me/bots/bot.jar", "/home/me/bots/lib/x.jar", "/home/me/bots/open.txt"}),
      {{"/home/me/bots/lib/x.jar", "/kept/1/x.jar"},
       {"/home/me/bots/open.txt", "/kept/0/open.txt"}});
  EXPECT_EQ(moved.words, (Words{"/usr/bin/java", "-cp", "bot.jar:/kept/1/x.jar:classes",
                                "--book=/kept/0/open.txt"}));
  EXPECT_EQ(moved.program, "/usr/bin/java");
  EXPECT_EQ(moved.files, (std::vector<std::filesystem::path>{"/home/me/bots/bot.jar",
                                                             "/kept/1/x.jar", "/kept/0/open.txt"}));
}

TEST(MovedFiles, AFileThatNoWordNamesCannotMove) {
  const Command command = command_of({"/usr/bin/python3", "-m", "bot"}, {"/home/me/bots/bot.py"});
  EXPECT_THROW(with_moved_files(command, {{"/home/me/bots/bot.py", "/kept/bot.py"}}),
               referee::program::CommandError);
}

TEST(MovedFiles, OfAFolderThatIsNoBotsNothingElseIsOpened) {
  const Command moved = with_moved_files(command_of({"/tmp/bot"}, {}), {{"/tmp/bot", "/kept/bot"}});
  EXPECT_TRUE(moved.folders.empty());
}

}  // namespace
