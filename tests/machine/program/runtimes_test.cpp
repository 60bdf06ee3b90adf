
#include "referee/machine/program/runtimes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/java.hpp"
#include "referee/machine/program/python.hpp"
#include "tests/folder.hpp"

namespace referee::program {
namespace {

using Runtimes = folder::InFolder;

RuntimeNote note_on(const std::string& name) {
  const auto notes = describe_runtimes();
  const auto found = std::find_if(notes.begin(), notes.end(),
                                  [&name](const RuntimeNote& note) { return note.name == name; });
  return found == notes.end() ? RuntimeNote{} : *found;
}

TEST_F(Runtimes, ComeInAFixedOrder) {
  const auto notes = describe_runtimes();
  ASSERT_GE(notes.size(), 4U);
  EXPECT_EQ(notes[0].name, "programs of this machine");
  EXPECT_TRUE(notes[0].available);
  EXPECT_EQ(notes[1].name, "32-bit programs");
  EXPECT_EQ(notes[2].name, "python3");
  EXPECT_EQ(notes, describe_runtimes());
  for (const RuntimeNote& note : notes) {
    EXPECT_TRUE(note.available || !note.advice.empty()) << note.name;
  }
}

TEST_F(Runtimes, AreThoseOfThePath) {
  std::filesystem::create_directory(folder_ / "bin");
  std::filesystem::create_symlink("/bin/true", folder_ / "bin/lua");
  write("bin/perl", "#!/bin/sh\n", true);
  set("PATH", (folder_ / "bin").string());
  EXPECT_EQ(note_on("lua"), (RuntimeNote{"lua", true, (folder_ / "bin/lua").string(), ""}));
  const RuntimeNote script = note_on("perl");
  EXPECT_TRUE(script.available);
  EXPECT_TRUE(script.advice.starts_with("is a script;")) << script.advice;
  const RuntimeNote missing = note_on("ruby");
  EXPECT_FALSE(missing.available);
  EXPECT_EQ(missing.advice, "program 'ruby' is not in PATH");
}

}  // namespace
}  // namespace referee::program

namespace {

using referee::kernel::mebibyte;
using referee::program::Command;
using referee::program::fitted;
using referee::program::java_needs;
using Words = std::vector<std::string>;

Command of(Words words) {
  Command command;
  command.words = std::move(words);
  return command;
}

TEST(Java, AJvmGetsItsLimit) {
  const Words told{"-XX:MaxRAM=64m", "-XX:MaxRAMPercentage=25", "-XX:MinRAMPercentage=25"};
  Words expected{"/usr/bin/java"};
  expected.insert(expected.end(), told.begin(), told.end());
  expected.insert(expected.end(), {"-XX:+UseSerialGC", "-cp", ".", "Bot"});
  EXPECT_EQ(fitted(of({"/usr/bin/java", "-cp", ".", "Bot"}), 64 * mebibyte).value().words,
            expected);
  const Words other =
      fitted(of({"nice", "java", "-XX:+UseG1GC", "Bot"}), 64 * mebibyte).value().words;
  expected = {"nice", "java"};
  expected.insert(expected.end(), told.begin(), told.end());
  expected.insert(expected.end(), {"-XX:+UseG1GC", "Bot"});
  EXPECT_EQ(other, expected);
  EXPECT_FALSE(fitted(of({"java", "Bot"}), 0)) << "no limit";
  EXPECT_FALSE(fitted(of({"./bot", "java"}), mebibyte));
}

TEST(Java, WhatAJvmNeeds) {
  EXPECT_GT(java_needs(of({"java", "-Xmx200m", "-Xms100m"})), 200 * mebibyte);
  EXPECT_LT(java_needs(of({"java", "-Xmx200m", "-Xms100m"})), 300 * mebibyte);
  EXPECT_GT(java_needs(of({"java", "-Xmx2G"})), 2048 * mebibyte);
  EXPECT_GT(java_needs(of({"java", "Bot"})), 40 * mebibyte);
}

}  // namespace

namespace referee::program {
namespace {

namespace fs = std::filesystem;
using Python = folder::InFolder;
using Paths = std::vector<fs::path>;

TEST_F(Python, AShimLeadsToTheVersionThatIsAskedFor) {
  const fs::path shim = write("pyenv/shims/python3", "#!/bin/sh\n", true);
  const fs::path old = write("pyenv/versions/3.9.1/bin/python3", "");
  const fs::path young = write("pyenv/versions/3.12.0/bin/python3", "");
  write("pyenv/version", "3.9.1\n");
  fs::create_directories(folder_ / "project/bots");
  set("PYENV_VERSION", std::nullopt);
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), old) << "by pyenv's own file";
  write("project/.python-version", "3.12.0\n");
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), young) << "by a folder above";
  set("PYENV_VERSION", "3.9.1:3.12.0");
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), old) << "by the variable";
}

TEST_F(Python, OtherProgramsStayWhatTheyAre) {
  const fs::path shim = write("pyenv/shims/python3", "#!/bin/sh\n", true);
  const fs::path other = write("bin/python3", "");
  EXPECT_EQ(behind_shim(other, folder_), other);
  for (const char* version : {"2.7", "..", "../versions/2.7"}) {
    set("PYENV_VERSION", version);
    EXPECT_EQ(behind_shim(shim, folder_), shim) << version;
  }
}

TEST_F(Python, PackagesOfThisUserAreFoundWhereThereAreSome) {
  set("HOME", folder_.string());
  set("PYTHONUSERBASE", std::nullopt);
  EXPECT_EQ(python_user_base(), fs::path());
  write(".local/lib/keys", "");
  EXPECT_EQ(python_user_base(), fs::path());
  write(".local/lib/python3.11/site-packages/a.py", "");
  EXPECT_EQ(python_user_base(), folder_ / ".local");
  EXPECT_EQ(python_packages(folder_ / ".local"), Paths{folder_ / ".local/lib/python3.11"});
  EXPECT_EQ(python_packages({}), Paths{});
  set("PYTHONUSERBASE", (folder_ / "elsewhere").string());
  EXPECT_EQ(python_user_base(), fs::path());
  set("PYTHONUSERBASE", "relative");
  EXPECT_EQ(python_user_base(), fs::path());
}

}  // namespace
}  // namespace referee::program
