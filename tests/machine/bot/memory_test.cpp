// Bots that die for want of memory.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/text.hpp"
#include "support.hpp"

namespace {

using namespace support;

// What it makes of a bot's answer that is no move, and of the words behind it.
std::string death(const std::string& line, const std::string& rest,
                  ClockKind clock = ClockKind::cpu) {
  Table table("read 'say:" + line + "%n' 'say:" + rest + "%n' exit:1", clock);
  const Turn turn = table.turn();
  EXPECT_FALSE(turn.fault) << turn.fault->reason;
  EXPECT_EQ(turn.line, line);
  const auto fault = table.bot().death_in(turn.line);
  if (!fault) return "none";
  std::vector<std::string_view> facts;
  for (const referee::bot::Fact& fact : fault->facts) facts.push_back(name(fact.what));
  return std::string(name(fault->kind)) + ": " + fault->reason + ": " + referee::text::join(facts);
}

TEST(Memory, RuntimesThatComplainOnStandardOutput) {
  const std::string jvm =
      "# There is insufficient memory for the Java Runtime Environment to continue.";
  for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall}) {
    const std::string fault = death("#", jvm, clock);
    EXPECT_EQ(fault, "memory: used more than its memory limit of 2 GiB: memory, java_needs");
  }
  EXPECT_EQ(death("Out of memory!", "").substr(0, 7), "memory:");
  EXPECT_EQ(death("Error occurred during initialization of VM",
                  "Could not reserve enough space for object heap")
                .substr(0, 7),
            "memory:");
}

// Java's virtual machine writes hundreds of lines at its end, each by itself.
TEST(Memory, ARuntimeMayComplainInManyPieces) {
  std::string script = "read say:#%n";
  for (int i = 0; i < 600; ++i) script += " say:#%n";
  Table table(script +
              " 'say:# There is insufficient memory for the Java Runtime Environment%n' exit:1");
  const Turn turn = table.turn();
  ASSERT_EQ(turn.line, "#");
  const auto fault = table.bot().death_in(turn.line);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::memory);
}

TEST(Memory, OtherLinesStayWhatTheyAre) {
  EXPECT_EQ(death("A3x", "out of memory"), "none") << "no words of a dying runtime";
  EXPECT_EQ(death("#", "a comment"), "none");
  // It lives on, or leaves in peace.
  Table lives("read say:#%n drain");
  lives.turn();
  BotSpec spec = with_grace(scripted("read 'say:#%nout of memory%n' drain"), 50ms);
  Table waits(std::move(spec));
  EXPECT_FALSE(waits.bot().death_in(waits.turn().line));
  Table peaceful("read 'say:#%nout of memory%n' exit:0");
  EXPECT_FALSE(peaceful.bot().death_in(peaceful.turn().line));
}

// The kernel's memory limit refuses allocations and kills nobody.
TEST(Memory, OneThatIsKilledHasNotRunOutOfIt) {
  const auto fault_of_full = [](const std::string& end) {
    BotSpec spec = scripted("read take:370 " + end);
    spec.limits.memory = 400 * referee::kernel::mebibyte;
    const Turn turn = Table(std::move(spec)).turn();
    return turn.fault ? std::string(name(turn.fault->kind)) + ": " + turn.fault->reason : "none";
  };
  EXPECT_EQ(fault_of_full("kill:9"),
            "crash: ended by signal 9 (Killed) without answering; the referee did not send it: it "
            "was killed from outside, or killed itself");
  EXPECT_EQ(fault_of_full("exit:1"), "memory: used more than its memory limit of 400 MiB");
}

}  // namespace
