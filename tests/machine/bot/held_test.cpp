// Bots that hold the locks of their pipes: one thread copies to or from memory that does not come.
// For this they need a right that no bot within walls has; such a bot uses pages that lie on a slow
// disk (bots/hostile/pressure.cpp).

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "referee/machine/kernel/tree.hpp"
#include "support.hpp"

namespace {

using namespace support;

class Held : public testing::Test {
 protected:
  void SetUp() override {
    const referee::text::Descriptor faults(static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC)));
    if (!faults) GTEST_SKIP() << "userfaultfd(2), with faults of the kernel, needs root";
  }
  static BotSpec bot(const std::string& script) {
    BotSpec spec = with_grace(scripted(script), 100ms);
    spec.isolated = false;
    return spec;
  }
  static bool a_bot_lives() {
    const auto all = referee::kernel::members_of(::getpid());
    return std::any_of(all.begin(), all.end(), [](pid_t pid) {
      std::error_code none;
      const auto program = "/proc/" + std::to_string(pid) + "/exe";
      return std::filesystem::read_symlink(program, none).filename() == "referee-test-scripted";
    });
  }
  // Was killed before it let go, which would have been the end of all waiting.
  static void expect_held_to_its_end(Table& table) {
    EXPECT_EQ(table.end().signal, SIGKILL);
    EXPECT_FALSE(table.bot().departure().exit_code);
  }
};

TEST_F(Held, AnOutputOrErrorOutputEndsItsTurnAtTheLimit) {
  for (const char* script : {"read hold:1 wait", "read hold:2 wait"}) {
    SCOPED_TRACE(script);
    Table table(with_budget(bot(script), 50ms), ClockKind::wall);
    const Turn turn = table.turn();
    ASSERT_TRUE(turn.fault);
    EXPECT_EQ(turn.fault->kind, FaultKind::timeout) << turn.fault->reason;
    expect_held_to_its_end(table);
  }
}

TEST_F(Held, AnErrorOutputLeavesItsAnswersAlone) {
  Table table(bot("read hold:2 held say:1%n read say:2%n wait"));
  EXPECT_EQ(table.turn().line, "1");
  EXPECT_EQ(table.turn().line, "2");
  expect_held_to_its_end(table);
}

TEST_F(Held, AnInputDoesNotWaitForFurtherLines) {
  Table table(bot("hold:0 held say:1%n say:2%n wait"));
  EXPECT_EQ(table.turn().line, "1");
  EXPECT_EQ(table.turn("further\n").line, "2");
  expect_held_to_its_end(table);
}

TEST_F(Held, APipeDoesNotKeepAnInterruptWaiting) {
  for (const char* script :
       {"read hold:2 held say:1%n wait", "hold:0 held say:1%n wait", "read say:1%n hold:1 wait"}) {
    Table table(bot(script));
    EXPECT_EQ(table.turn().line, "1");
    std::thread interrupter([&table] {
      wait_until_asleep(::getpid());
      table.host().interrupt();
    });
    EXPECT_THROW(table.turn(), referee::bot::Interrupted) << script;
    EXPECT_TRUE(a_bot_lives()) << "it holds its pipe still: " << script;
    interrupter.join();
  }
}

}  // namespace
