// What the referee answers to the system call filter of a process.
#include "referee/machine/bot/refusals.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/launcher.hpp"
#include "referee/machine/walls/scratch.hpp"

namespace {

using namespace referee::bot;
using namespace referee::walls;
namespace kernel = referee::kernel;

struct Seen {
  std::vector<std::string> names;
  int threads = 0;
  int children = 0;
  int exit_code = -1;
};

// A shell within walls that may have `processes` children, and what it was refused.
Seen shell(const std::string& script, unsigned processes) {
  kernel::Limits limits;
  limits.processes = processes;
  const Protections protections = probe_protections();
  const auto command = referee::program::resolve_command("/bin/sh -c '" + script + "'", "/");
  ScratchFolders folders;
  const ScratchFolders::Folder scratch = folders.take();
  Sandbox sandbox(
      limits, protections, command.abi,
      std::make_shared<const OpenPaths>(open_paths(protections.landlock_abi, system_paths())), {});
  sandbox.prepare_files(scratch.handle.get(), scratch.number);
  Launcher launcher(protections.close_range);
  auto result = launcher.launch(command, {"PATH=/usr/bin:/bin"}, sandbox, -1);
  Seen seen;
  if (!std::holds_alternative<Child>(result)) return seen;
  auto& child = std::get<Child>(result);
  kernel::Waiting waiting;
  Refusals refusals(limits, waiting,
                    {.before_thread = [&seen] { ++seen.threads; },
                     .at_child = [&seen] { ++seen.children; },
                     .may_vanish = [] {}});
  EXPECT_EQ(refusals.listener(), -1);
  refusals.open(child.pid, std::move(child.listener));
  std::array<pollfd, 2> events{};
  do {
    events = {{{refusals.listener(), POLLIN, 0}, {child.pidfd.get(), POLLIN, 0}}};
    ::poll(events.data(), events.size(), -1);
    if (events[0].revents != 0) refusals.answer();
  } while (events[1].revents == 0);
  int status = 0;
  ::waitpid(child.pid, &status, 0);
  seen.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  seen.names = refusals.names();
  refusals.close();
  EXPECT_EQ(refusals.listener(), -1);
  return seen;
}

class Refused : public testing::Test {
 protected:
  void SetUp() override {
    if (!probe_protections().notify_continue) GTEST_SKIP() << "this kernel reports nothing";
  }
};

TEST_F(Refused, AChildIsNamedOnce) {
  const Seen seen = shell("(/bin/true) || (/bin/true) || exit 7", 0);
  ASSERT_EQ(seen.names.size(), 1U);
  EXPECT_TRUE(seen.names[0] == "clone" || seen.names[0] == "fork" || seen.names[0] == "vfork")
      << seen.names[0];
  EXPECT_NE(seen.exit_code, 0);
  EXPECT_EQ(seen.children, 0);
}

TEST_F(Refused, AChildWithinTheLimitIsAllowed) {
  const Seen seen = shell("/bin/true && exit 7", 1);
  EXPECT_EQ(seen.names, std::vector<std::string>{});
  EXPECT_EQ(seen.exit_code, 7);
  EXPECT_EQ(seen.children, 2) << "before and after it was made";
  EXPECT_EQ(seen.threads, 0);
}

TEST_F(Refused, WhoAsksForNothingIsRefusedNothing) {
  const Seen seen = shell("exit 3", 0);
  EXPECT_EQ(seen.names, std::vector<std::string>{});
  EXPECT_EQ(seen.exit_code, 3);
}

}  // namespace
