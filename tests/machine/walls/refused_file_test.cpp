#include <sys/stat.h>
#include <unistd.h>

#include "referee/machine/walls/lacks.hpp"
#include "tests/folder.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;
using Which = RefusedFile::Which;
using RefusedFileTest = folder::InFolder;

TEST_F(RefusedFileTest, IsTheOneThatTheBotNames) {
  const fs::path file = write("secret.txt");
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(
      command, {.last_words = "cat: 'secret.txt': Permission denied\n", .answered = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->which, Which::file);
  EXPECT_EQ(refused->path, file);
}

TEST_F(RefusedFileTest, IsAModuleThatTheBotTakesForMissing) {
  const fs::path file = write("board.py");
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(
      command,
      {.last_words = "ModuleNotFoundError: No module named 'board'", .by_exit_code = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->path, file);
}

TEST_F(RefusedFileTest, IsTheFolderIfABotSaysNothing) {
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(command, {.by_exit_code = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->which, Which::folder);
  EXPECT_EQ(refused->path, folder_);
}

TEST_F(RefusedFileTest, IsUnknownWhereNothingIsNamed) {
  const auto command = program::resolve_command("/bin/cat", "/");
  const auto refused = refused_file(command, {.last_words = "Permission denied"});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->which, Which::unknown);
}

TEST_F(RefusedFileTest, ThereIsNoneWhereNothingSpeaksForFiles) {
  const auto command = program::resolve_command("/bin/cat", folder_);
  EXPECT_FALSE(refused_file(command, {.last_words = "Traceback", .by_exit_code = true}));
  EXPECT_FALSE(refused_file(command, {.answered = true, .by_exit_code = true}));
  EXPECT_FALSE(refused_file(command, {}));
}

TEST_F(RefusedFileTest, AFolderOfAnotherUserIsClosedToRootsBots) {
  const fs::path bot = write("closed/bot", "#!/bin/sh\n");
  ::chmod(bot.c_str(), 0755);
  const auto command = program::resolve_command("./closed/bot", folder_);
  EXPECT_FALSE(closed_folder(command));
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give the folder to another user";
  constexpr uid_t somebody = 4'000'000'000;
  ASSERT_EQ(::chown(bot.parent_path().c_str(), somebody, somebody), 0);
  ::chmod(bot.parent_path().c_str(), 0755);
  EXPECT_FALSE(closed_folder(command)) << "others may enter it";
  ::chmod(bot.parent_path().c_str(), 0700);
  const auto closed = closed_folder(command);
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->which, Which::closed_folder);
  EXPECT_EQ(closed->path, bot.parent_path());
  EXPECT_EQ(closed->closed_text(), bot.parent_path().string() +
                                       " belongs to #4000000000 and is closed to others, and "
                                       "root's bots have none of root's rights");
}

}  // namespace
}  // namespace referee::walls
