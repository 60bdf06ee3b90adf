// The life of a process from its start to its burial.
#include "referee/machine/walls/process.hpp"

#include <sys/wait.h>

#include <optional>

#include "tests/folder.hpp"

namespace referee::walls {
namespace {

class ProcessTest : public folder::InFolder {
 protected:
  Process make(const kernel::Limits& limits) {
    return Process({launcher_, scratch_, groups_, guardian_, waiting_}, limits,
                   {.filtered = true, .reports_threads = true, .freezable = false});
  }
  [[nodiscard]] program::Command shell(const std::string& script) const {
    return program::resolve_command("/bin/sh -c '" + script + "'", folder_);
  }
  static kernel::SteadyTime later() { return kernel::now() + std::chrono::minutes(5); }

  Launcher launcher_{true};
  ScratchFolders scratch_;
  kernel::ControlGroups groups_{{}, false};
  std::optional<Guardian> guardian_;
  kernel::Waiting waiting_;
  Sandbox sandbox_ = Sandbox::limits_only({});
  const kernel::Limits limits_;
};

TEST_F(ProcessTest, TellsHowItEnded) {
  Process process = make(limits_);
  EXPECT_FALSE(process.exists());
  ASSERT_TRUE(std::holds_alternative<Child>(process.start(shell("exit 3"), sandbox_, {})));
  EXPECT_TRUE(process.exists());
  EXPECT_TRUE(process.running());
  EXPECT_EQ(process.offspring(), kernel::Offspring::none);
  EXPECT_EQ(process.members(), std::vector<pid_t>{process.pid()});
  ASSERT_TRUE(process.await_end(later()));
  const Process::End end = process.note_end();
  EXPECT_TRUE(WIFEXITED(end.status));
  EXPECT_EQ(WEXITSTATUS(end.status), 3);
  EXPECT_FALSE(end.out_of_memory);
  EXPECT_FALSE(process.running());
  EXPECT_EQ(process.end(), -1);
  EXPECT_GT(process.clock().read(), kernel::Duration{});
  EXPECT_TRUE(process.bury(later()));
  EXPECT_FALSE(process.exists());
  EXPECT_EQ(process.blind_spot(), "");
}

TEST_F(ProcessTest, IsKilled) {
  Process process = make(limits_);
  auto result = process.start(shell("read line"), sandbox_, {});
  ASSERT_TRUE(std::holds_alternative<Child>(result));
  EXPECT_FALSE(process.await_end(kernel::now())) << "it waits for input";
  EXPECT_TRUE(process.may_be_killed());
  process.kill();
  ASSERT_TRUE(process.await_end(later()));
  EXPECT_EQ(WTERMSIG(process.note_end().status), SIGKILL);
  EXPECT_TRUE(process.bury(later()));
}

TEST_F(ProcessTest, WhatWasNotStartedLeavesNothing) {
  Process process = make(limits_);
  program::Command command = shell("exit");
  command.program = folder_ / "none";
  EXPECT_TRUE(std::holds_alternative<LaunchFailure>(process.start(command, sandbox_, {})));
  EXPECT_FALSE(process.exists());
  EXPECT_TRUE(process.bury(later()));
}

TEST_F(ProcessTest, AFolderOfTheCallersStaysAsItIsLeft) {
  Process process = make(limits_);
  const auto command = shell("echo kept >$TMPDIR/made");
  ASSERT_TRUE(std::holds_alternative<Child>(process.start(command, sandbox_, {}, folder_)));
  ASSERT_TRUE(process.await_end(later()));
  static_cast<void>(process.note_end());
  EXPECT_TRUE(process.bury(later()));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "made"));
}

}  // namespace
}  // namespace referee::walls
