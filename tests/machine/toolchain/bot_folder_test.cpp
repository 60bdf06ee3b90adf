#include "folder.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

class BotFolderTest : public InOwnCache {
 protected:
  [[nodiscard]] std::string why_not(const std::string& file) const {
    for (const SkippedFile& skipped : bots_in(folder_).skipped) {
      if (skipped.file == file) return skipped.why;
    }
    return "is a bot";
  }
};

TEST_F(BotFolderTest, SourcesAndProgramsAreBotsInTheOrderOfTheirNames) {
  write("carl.py", "print(1)\n");
  write("ann.cpp", "int main() {}\n");
  write("a bot", "#!/bin/sh\n", true);
  write(".hidden.cpp", "");
  write("mine.json", "{}");
  const BotFolder found = bots_in(folder_, {"mine.json"});
  ASSERT_EQ(found.bots.size(), 3U);
  EXPECT_EQ(found.bots[0].name, "a bot");
  EXPECT_EQ(found.bots[0].command, "'./a bot'");
  EXPECT_EQ(found.bots[1].name, "ann");
  EXPECT_EQ(found.bots[1].command, "./ann.cpp");
  EXPECT_EQ(found.bots[2].name, "carl");
  EXPECT_TRUE(found.skipped.empty());
  const BotLine line = found.bots[1].line(folder_, 2020);
  EXPECT_EQ(line.command, "./ann.cpp");
  EXPECT_EQ(line.folder, folder_);
  EXPECT_EQ(line.toolchain, 2020U);
  EXPECT_TRUE(line.alone);
}

TEST_F(BotFolderTest, ANameThatTwoWouldHaveKeepsItsEnding) {
  write("ann.cpp", "");
  write("ann.py", "");
  write("bob.py", "");
  const auto bots = bots_in(folder_).bots;
  ASSERT_EQ(bots.size(), 3U);
  EXPECT_EQ(bots[0].name, "ann.cpp");
  EXPECT_EQ(bots[1].name, "ann.py");
  EXPECT_EQ(bots[2].name, "bob");
}

TEST_F(BotFolderTest, WhatIsNotABotIsNamedWithItsReason) {
  write("notes.txt", "");
  write("real.cpp", "");
  write("b\x1b.cpp", "");
  fs::create_directory(folder_ / "sub.cpp");
  fs::create_symlink("real.cpp", folder_ / "link.cpp");
  write("page", "<html>", true);
  EXPECT_EQ(why_not("real.cpp"), "is a bot");
  EXPECT_EQ(why_not("sub.cpp"), "is a folder; only files are bots");
  EXPECT_EQ(why_not("link.cpp"), "is a link; put the file itself there");
  EXPECT_EQ(why_not("notes.txt"),
            "is neither a source file in one of the official languages nor an executable program");
  EXPECT_EQ(why_not("b\x1b.cpp"), "has a name that is not plain text; rename it");
  EXPECT_NE(why_not("page").find("is neither a program of this machine"), std::string::npos);
}

TEST_F(BotFolderTest, ANameThatNoConfigTakesIsSkipped) {
  const std::string most(196, 'a');
  write(most + "aaaa.cpp");
  write("b" + most + ".cpp");
  write("b" + most + ".py");
  write("c" + most + "aaaa.py");
  write("ann.cpp");
  EXPECT_EQ(why_not(most + "aaaa.cpp"), "is a bot") << "its ending is not of its name";
  EXPECT_EQ(why_not("ann.cpp"), "is a bot");
  for (const std::string& file : {"b" + most + ".cpp", "c" + most + "aaaa.py"}) {
    EXPECT_EQ(why_not(file), "its name: must have at most 200 characters; rename the file");
  }
  EXPECT_EQ(bots_in(folder_).bots.size(), 3U) << "of two with one stem, one has a short ending";
}

TEST_F(BotFolderTest, AFolderThatCannotBeReadIsNotAnEmptyOne) {
  EXPECT_THROW(bots_in(folder_ / "none"), text::MachineError);
}

}  // namespace
}  // namespace referee::toolchain
