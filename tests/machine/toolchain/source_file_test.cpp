#include "referee/machine/toolchain/source_file.hpp"

#include "folder.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

using SourceFileTest = InOwnCache;

TEST_F(SourceFileTest, IsFoundByItsName) {
  write("bot.cpp", "int main() {}\n");
  for (const char* command : {"./bot.cpp", "bot.cpp", "'bot.cpp'"}) {
    const auto source = find_source(command, folder_);
    ASSERT_TRUE(source) << command;
    EXPECT_EQ(source->file, folder_ / "bot.cpp");
    EXPECT_EQ(source->language->title, "C++");
    EXPECT_TRUE(source->words.empty());
  }
  EXPECT_EQ(find_source("./bot.cpp 3 'a b'", folder_)->words,
            (std::vector<std::string>{"3", "a b"}));
}

TEST_F(SourceFileTest, AProgramIsAProgramWhateverItsName) {
  write("script.py", "#!/usr/bin/env python3\nprint(1)\n");
  EXPECT_TRUE(find_source("./script.py", folder_)) << "it cannot be executed";
  write("script.py", "#!/usr/bin/env python3\nprint(1)\n", true);
  EXPECT_FALSE(find_source("./script.py", folder_));
  write("plain.py", "print(1)\n", true);
  EXPECT_TRUE(find_source("./plain.py", folder_)) << "nothing says by what it is executed";
  fs::copy_file("/bin/true", folder_ / "program.c");
  EXPECT_FALSE(find_source("./program.c", folder_));
}

TEST_F(SourceFileTest, ItsFirstLineTellsWhichPythonItIs) {
  write("three.py", "#!/usr/bin/python3\nprint(2)\n");
  write("two.py", "#!/usr/bin/env python2\nprint 2\n");
  write("plain.py2", "print 2\n");
  write("comment.py", "# python2\nprint(2)\n");
  EXPECT_EQ(find_source("./three.py", folder_)->language->title, "Python 3");
  EXPECT_EQ(find_source("./two.py", folder_)->language->title, "Python 2");
  EXPECT_EQ(find_source("./plain.py2", folder_)->language->title, "Python 2");
  EXPECT_EQ(find_source("./comment.py", folder_)->language->title, "Python 3");
}

TEST_F(SourceFileTest, OthersAreLeftToWhoeverResolvesThem) {
  fs::create_directory(folder_ / "folder.cpp");
  write("bot.txt", "");
  for (const char* command : {"", "'", "./missing.cpp", "./folder.cpp", "./bot.txt",
                              "python3 bot.py", "referee random"}) {
    EXPECT_FALSE(find_source(command, folder_)) << command;
  }
}

TEST_F(SourceFileTest, WhatIsInPathComesFirst) {
  write("bot.py", "print(1)\n");
  write("bin/bot.py", "#!/bin/sh\n", true);
  set("PATH", (folder_ / "bin").string());
  EXPECT_FALSE(find_source("bot.py", folder_));
  EXPECT_TRUE(find_source("./bot.py", folder_));
}

}  // namespace
}  // namespace referee::toolchain
