#include <sys/resource.h>

#include <cstdint>
#include <string>

#include "folder.hpp"
#include "referee/base/text/error.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/compiler.hpp"
#include "referee/machine/walls/lacks.hpp"
#include "referee/machine/walls/protections.hpp"
#include "tests/machine/walls/exit_code.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

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
    if (walls::available_memory() > std::uint64_t{4} << 30) {
      EXPECT_FALSE(told()) << words;
    }
    EXPECT_EQ(walls::exit_code_of([&] {
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
