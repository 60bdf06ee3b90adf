#include "referee/machine/toolchain/walled_run.hpp"

#include "folder.hpp"
#include "referee/base/text/error.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/walls/protections.hpp"

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
