// Compilers as they are found: a shell script of the test's in the place of each.
#include "referee/machine/toolchain/compiler.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "folder.hpp"
#include "referee/base/text/error.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/walled_run.hpp"
#include "referee/machine/walls/protections.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

class CompilerTest : public InOwnCache {
 protected:
  CompilerTest() {
    fs::create_directory(folder_ / "bin");
    set("PATH", (folder_ / "bin").string());
  }

  void compiler(const std::string& name, const std::string& script) const {
    fs::remove(folder_ / "bin" / name);
    write("bin/" + name, "#!/bin/sh\n" + script, true);
  }
};

TEST_F(CompilerTest, IsAskedForItsVersionOnce) {
  const Language& pascal = *language_of("bot.pas");
  EXPECT_FALSE(find_compiler(pascal));
  compiler("fpc", "echo \"Compiler $1 3.2.2 of 2021\"\n");
  const auto found = find_compiler(pascal);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "fpc");
  EXPECT_EQ(found->version, "3.2.2");
  EXPECT_EQ(found->title(), "fpc 3.2.2");
  EXPECT_TRUE(fs::path(found->words.front()).is_absolute());
  EXPECT_FALSE(fs::is_empty(folder_ / "cache/referee/compilers"));
  compiler("fpc", "echo 4.10.1 # another file\n");
  EXPECT_EQ(find_compiler(pascal)->version, "4.10.1");
}

TEST_F(CompilerTest, WithoutAVersionHasItsName) {
  compiler("ghc", "echo no version; exit 1\n");
  const auto found = find_compiler(*language_of("bot.hs"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->version, "");
  EXPECT_EQ(found->title(), "ghc");
}

TEST_F(CompilerTest, D8IsPreferredToNode) {
  const Language& javascript = *language_of("bot.js");
  compiler("node", "echo v18.2.0\n");
  EXPECT_EQ(find_compiler(javascript)->title(), "node 18.2.0");
  compiler("d8", "exit\n");
  EXPECT_EQ(find_compiler(javascript)->title(), "d8");
}

TEST_F(CompilerTest, OneThatIsNeededAndMissingIsNamedWithItsPackage) {
  try {
    need_compiler(*language_of("bot.ml"), "'bot.ml'");
    FAIL() << "it was found";
  } catch (const text::MachineError& error) {
    EXPECT_STREQ(error.what(),
                 "'bot.ml' is OCaml, and ocamlopt is not installed; on Debian and Ubuntu, as root: "
                 "apt install ocaml-nox");
  }
}

TEST_F(CompilerTest, AllLanguagesAreDescribed) {
  compiler("fpc", "echo 3.2.2\n");
  const auto notes = describe_languages();
  ASSERT_EQ(notes.size(), languages().size());
  for (const LanguageNote& note : notes) {
    EXPECT_EQ(note.available, note.language == "Pascal") << note.language;
    EXPECT_EQ(note.available, note.advice.empty()) << note.language;
    EXPECT_FALSE(note.official.empty()) << note.language;
  }
  const auto pascal = std::find_if(notes.begin(), notes.end(),
                                   [](const LanguageNote& note) { return note.available; });
  EXPECT_EQ(pascal->compiler, "fpc 3.2.2");
  EXPECT_EQ(notes.front().advice,
            "gcc is not installed; on Debian and Ubuntu, as root: apt "
            "install gcc");
}

class WalledRunTest : public InOwnCache {
 protected:
  WalledRun shell(const std::string& script) const {
    return run_walled({"/bin/sh", "-c", script}, draft_.workshop());
  }

  Draft draft_;
};

TEST_F(WalledRunTest, WhatItMakesIsInItsFolder) {
  const WalledRun run = shell("echo out; echo error >&2; echo text >made");
  EXPECT_TRUE(run.succeeded) << run.ending << run.output;
  EXPECT_EQ(run.output, "out\nerror\n") << "in the order in which it was written";
  EXPECT_TRUE(fs::exists(draft_.workshop() / "made"));
}

TEST_F(WalledRunTest, TellsHowItFailed) {
  EXPECT_EQ(shell("exit 3").ending, "left with exit code 3");
  EXPECT_FALSE(shell("exit 3").succeeded);
  EXPECT_EQ(shell("kill -KILL $$").ending, "ended by signal 9 (Killed)");
  const WalledRun full = shell("echo No space left on device; exit 1");
  EXPECT_EQ(full.lack, ENOSPC);
}

TEST_F(WalledRunTest, AWantOfMemoryIsTheMachinesWhereThatHasLess) {
  const WalledRun killed =
      shell("echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1");
  EXPECT_EQ(killed.lack, ENOMEM);
  EXPECT_EQ(killed.lack_words, "Killed signal terminated program");
  EXPECT_EQ(shell("kill -KILL $$").lack, ENOMEM);
  for (const char* words : {"cc1plus: out of memory allocating 65536 bytes after a total of 1 byte",
                            "memory allocation of 4 bytes failed", "virtual memory exhausted",
                            "OutOfMemoryError: Java heap space"}) {
    const auto told = [&] { return shell("echo '" + std::string(words) + "'; exit 1").lack; };
    // Its own limit where there is more.
    if (kernel::available_memory() > std::uint64_t{4} << 30) {
      EXPECT_FALSE(told()) << words;
    }
    EXPECT_EQ(children::exit_code_of([&] {
                const rlimit less{rlim_t{3} << 30, rlim_t{3} << 30};
                ::setrlimit(RLIMIT_DATA, &less);
                return told() == ENOMEM ? 0 : 1;
              }),
              0)
        << words;
  }
}

TEST_F(WalledRunTest, SeesNothingOfOthers) {
  if (walls::probe_protections().landlock_abi == 0) GTEST_SKIP() << "this kernel has no walls";
  write("secret", "x");
  EXPECT_FALSE(shell("cat '" + (folder_ / "secret").string() + "'").succeeded);
}

TEST_F(WalledRunTest, AProgramThatIsNotThereIsAFailureOfItsRun) {
  const WalledRun run = run_walled({"/no/such/compiler"}, draft_.workshop());
  EXPECT_FALSE(run.succeeded);
  EXPECT_NE(run.output.find("/no/such/compiler"), std::string::npos);
}

}  // namespace
}  // namespace referee::toolchain
