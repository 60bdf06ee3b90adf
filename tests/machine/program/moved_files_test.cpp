// Commands whose files stand elsewhere.
#include <gtest/gtest.h>

#include "referee/machine/program/places.hpp"
#include "tests/machine/bot/support.hpp"

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
