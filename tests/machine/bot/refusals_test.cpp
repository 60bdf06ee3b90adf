// What the referee answers to the system call filter of a process.
#include "referee/machine/bot/refusals.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/launcher.hpp"
#include "referee/machine/walls/readable_paths.hpp"
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

// Limits hold for what has been allowed and is not there yet, too.

using namespace std::chrono_literals;
using referee::bot::Unseen;
using referee::kernel::ThreadState;

constexpr pid_t asker = 1;

class UnseenCalls : public testing::Test {
 protected:
  std::map<pid_t, ThreadState> threads_;  // of whom nothing else is known: they run
  Unseen unseen_{[this](pid_t thread) {
    const auto found = threads_.find(thread);
    return found == threads_.end() ? ThreadState{true, {}} : found->second;
  }};
};

TEST_F(UnseenCalls, CountUntilTheirThreadAsksAgain) {
  for (const pid_t thread : {10, 11, 12}) unseen_.add(asker, thread, 1);
  EXPECT_EQ(unseen_.left(asker, 1), 3U);
  unseen_.asks(11);
  EXPECT_EQ(unseen_.left(asker, 1), 2U);
  EXPECT_EQ(unseen_.left(asker + 1, 1), 0U) << "another process";
}

TEST_F(UnseenCalls, AreOverWhenTheirThreadRestsOrHasWorked) {
  threads_[10] = {true, 5ms};
  threads_[11] = {true, 5ms};
  threads_[12] = {false, 5ms};  // asks, and waits for the answer
  for (const pid_t thread : {10, 11, 12}) unseen_.add(asker, thread, 1);
  threads_[12].runs = true;
  unseen_.look();
  EXPECT_EQ(unseen_.left(asker, 1), 3U);
  threads_[10].used += 1ms;
  unseen_.look();
  EXPECT_EQ(unseen_.left(asker, 1), 3U);
  threads_[10].used += 2ms;
  threads_[11].runs = false;
  EXPECT_EQ(unseen_.left(asker, 1), 3U) << "not while somebody counts";
  unseen_.look();
  EXPECT_EQ(unseen_.left(asker, 1), 1U);
}

TEST_F(UnseenCalls, AreAllMadeWhenThereAreAsManyMore) {
  unseen_.add(asker, 10, 1);
  EXPECT_EQ(unseen_.left(asker, 1), 1U);
  EXPECT_EQ(unseen_.left(asker, 2), 0U);
  unseen_.add(asker, 11, 2);
  unseen_.add(asker, 12, 2);
  EXPECT_EQ(unseen_.left(asker, 3), 2U) << "nobody knows which";
  EXPECT_EQ(unseen_.left(asker, 4), 0U);
}

// One that is over may have been made after the next one's number was taken.
TEST_F(UnseenCalls, OthersDoNotCountForThem) {
  unseen_.add(asker, 10, 1);
  unseen_.add(asker, 11, 1);
  unseen_.asks(10);
  EXPECT_EQ(unseen_.left(asker, 2), 1U) << "that of 10";
  unseen_.add(asker, 10, 2);
  EXPECT_EQ(unseen_.left(asker, 3), 2U);
  EXPECT_EQ(unseen_.left(asker, 4), 0U);
}

}  // namespace
