// The words and facts of faults, and which bots are told them.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/walls/refused_file.hpp"
#include "sequential.hpp"
#include "support.hpp"

namespace {

using namespace referee::bot;
using referee::kernel::Limits;
using referee::walls::RefusedFile;
namespace program = referee::program;

// The words and facts that are added to a fault.
template <typename Add>
std::string with(Add add) {
  Fault fault{FaultKind::crash, "ended"};
  add(fault);
  std::string all = fault.reason;
  for (const Fact& fact : fault.facts) {
    all += " [" + std::string(name(fact.what));
    if (fact.value > 0) all += " " + std::to_string(fact.value);
    all += (fact.name.empty() ? "" : " " + fact.name) + "]";
  }
  return all;
}
std::string with_refusals(const std::vector<std::string>& calls) {
  return with([&](Fault& fault) { add_refusals(fault, calls); });
}

TEST(FaultWords, Refusals) {
  EXPECT_EQ(with_refusals({}), "ended");
  EXPECT_EQ(with_refusals({"clone", "vfork"}),
            "ended; it was refused a child process [refused clone] [refused vfork]");
  EXPECT_EQ(with_refusals({"socket", "kill"}),
            "ended; it was refused the network, which no bot has; it was refused sending a signal "
            "to another process [refused socket] [refused kill]");
  EXPECT_EQ(with_refusals({"accept4", "clone3"}),
            "ended; it was refused the network, which no bot has; it was refused a child process "
            "[refused accept4] [refused clone3]");
  EXPECT_EQ(with_refusals({"reboot"}),
            "ended; it was refused the system call reboot [refused reboot]");
  EXPECT_EQ(with_refusals({"thread"}), "ended; it was refused another thread [refused thread]");
  EXPECT_EQ(with_refusals({"timerfd_create"}),
            "ended; it was refused another timer (a bot may make 32 in a game) [refused "
            "timerfd_create]");
}

TEST(FaultWords, AnOutputThatWasOpenedByAName) {
  const auto told = [](std::string_view words) {
    return with([&](Fault& fault) { add_last_words(fault, words, {}, program::Abi::native); });
  };
  const std::string hint =
      "ended; its standard output is a socket, which cannot be opened by a name: write to "
      "descriptor 1, not to /dev/stdout";
  EXPECT_EQ(told("sh: 1: cannot create /dev/stdout: No such device or address"), hint);
  EXPECT_EQ(told("Error: ENXIO: no such device or address, open '/proc/self/fd/1'"), hint);
  EXPECT_EQ(told("cannot create /dev/stdout: Permission denied"), "ended");
  EXPECT_EQ(told("/dev/ttyS9: No such device or address"), "ended");
}

TEST(FaultWords, VariablesThatABotDoesNotGet) {
  const auto told = [](std::string_view words, const std::vector<std::string>& given = {}) {
    return with([&](Fault& fault) { add_missed_variable(fault, words, given); });
  };
  const auto without = [](const std::string& variable) {
    return "ended; of the caller's variables a bot gets PATH, LANG and TZ, not " + variable +
           " [environment " + variable + "]";
  };
  EXPECT_EQ(told("./bot: error while loading shared libraries: libx.so: cannot open shared object "
                 "file: No such file or directory"),
            without("LD_LIBRARY_PATH"));
  EXPECT_EQ(told("ModuleNotFoundError: No module named 'x'"), without("PYTHONPATH"));
  EXPECT_EQ(told("Error: Cannot find module 'x'"), without("NODE_PATH"));
  EXPECT_EQ(told("Error: Could not find or load main class Bot"), without("CLASSPATH"));
  EXPECT_EQ(told("Can't locate X.pm in @INC (you may need"), without("PERL5LIB"));
  EXPECT_EQ(told("out of ideas"), "ended");
  // It has that one, and the library is elsewhere.
  EXPECT_EQ(told("No module named 'x'", {"env", "PYTHONPATH=/a", "python3"}), "ended");
  EXPECT_EQ(told("No module named 'x'", {"PYTHONPATHS=/a"}), without("PYTHONPATH"));
}

TEST(FaultWords, LimitsOfFiles) {
  Limits limits;
  limits.open_files = 32;
  limits.file_size = std::size_t{4} << 20;
  const auto told = [&](std::string_view words) {
    return with([&](Fault& fault) { add_last_words(fault, words, limits, program::Abi::native); });
  };
  EXPECT_EQ(told(""), "ended");
  const std::string open = "ended; it may have 32 files open [open_files 32]";
  EXPECT_EQ(told("OSError: [Errno 24] Too many open files: 'x'\n"), open);
  EXPECT_EQ(told("Error: EMFILE: too many open files, open 'x'\n"), open);
  EXPECT_EQ(told("OSError: [Errno 27] File too large\n"),
            "ended; its limit for one file is 4 MiB [file_size 4194304]");
  EXPECT_EQ(told("Too many open files\nFile too large\n"),
            "ended; it may have 32 files open; its limit for one file is 4 MiB [open_files 32] "
            "[file_size 4194304]");
}

TEST(FaultWords, RefusedFiles) {
  const auto told = [](const RefusedFile& file) {
    return with([&](Fault& fault) { add_refused_file(fault, file); });
  };
  EXPECT_EQ(told({What::file, "/a/b"}), "ended; it may not read /a/b [file /a/b]");
  EXPECT_EQ(told({What::folder, "/a"}),
            "ended; it may not read the folder in which it runs [folder /a]");
  EXPECT_EQ(told({What::unknown_file}), "ended; it may have been refused a file [unknown_file]");
  EXPECT_EQ(told({What::closed_folder, "/home/ann", "ann"}),
            "ended; /home/ann belongs to ann and is closed to others, and root's bots have none of "
            "root's rights [closed_folder /home/ann] [owner ann]");
}

TEST(FaultWords, BadCommands) {
  EXPECT_EQ(launch_fault(program::CommandError("not there")),
            (Fault{FaultKind::launch, "not there"}));
  EXPECT_EQ(launch_fault(program::CommandError("closed", {What::not_executable, 0, "/a/bot"})),
            (Fault{FaultKind::launch, "closed", {{What::not_executable, 0, "/a/bot"}}}));
}

TEST(FaultWords, FactsHaveTheirNames) {
  for (std::size_t i = 0; i < fact_names.size(); ++i) {
    EXPECT_EQ(fact_named(name(static_cast<What>(i))), static_cast<What>(i));
  }
  EXPECT_EQ(fact_named("of tomorrow"), What::unknown);
}

using namespace support;

// A bot that has forgotten to flush its answer, or reads a line too many, waits for us.
constexpr const char* flush_hint =
    "; it waits for input: does it flush its output after each move, or read a line too many?";
constexpr const char* newline_hint = "; it waits for input, after a line without its newline";

std::string reason_within_100ms(const std::string& script, ClockKind clock) {
  Table table(with_budget(scripted(script), 100ms), clock);
  const Turn turn = table.turn();
  return turn.fault ? turn.fault->reason : "no fault";
}

TEST(Hint, ABotThatWaitsForInputIsToldSo) {
  if (!std::filesystem::exists("/proc/self/wchan")) GTEST_SKIP() << "this kernel does not tell";
  const auto reason = [](const char* script) {
    return reason_within_100ms(script, ClockKind::cpu);
  };
  const std::string late = reason("read read");
  EXPECT_TRUE(late.ends_with(flush_hint)) << late;
  const std::string unfinished = reason("read say:x read");
  EXPECT_TRUE(unfinished.ends_with(newline_hint)) << unfinished;
  EXPECT_EQ(reason("read wait").find("it waits for input"), std::string::npos);
  // Nobody but the bot itself could write into that pipe.
  EXPECT_EQ(reason("read readers:1 wait").find("it waits for input"), std::string::npos);
}

// A bot's waits for a processor are on the wall clock: on a busy machine its budget may be used up
// before it waits for input, but not often.
TEST(Hint, ABotThatWaitsForInputIsToldSoOnTheWallClock) {
  if (!std::filesystem::exists("/proc/self/wchan")) GTEST_SKIP() << "this kernel does not tell";
  const std::string limit = "used more than its budget of 0.1 s of wall time";
  const auto without = [&limit](const std::string& hint, const std::string& script) {
    return sequential::try_often([&] {
      const std::string reason = reason_within_100ms(script, ClockKind::wall);
      EXPECT_TRUE(reason == limit || reason == limit + hint) << reason;
      return reason == limit;
    });
  };
  const auto late = without(flush_hint, "read read");
  EXPECT_TRUE(late.is_seldom()) << "without the hint " << late.text();
  const auto unfinished = without(newline_hint, "read say:x read");
  EXPECT_TRUE(unfinished.is_seldom()) << "without the hint " << unfinished.text();
  EXPECT_EQ(reason_within_100ms("read wait", ClockKind::wall), limit);
}

// It answers while the referee judges it, which takes longer with many threads, and then waits for
// the next lines.
TEST(Hint, ABotThatHasAnsweredTooLateIsNotToldThatItWaitsForInput) {
  int late = 0;
  for (std::chrono::nanoseconds budget = 20ms; budget < 30ms; budget += 200us) {
    BotSpec spec = with_budget(scripted("readers:100 read nap:20 say:x%n drain"), budget);
    spec.limits.memory = std::size_t{4} << 30;  // for their stacks
    Table table(std::move(spec), ClockKind::wall);
    const Turn turn = table.turn();
    if (!turn.fault) continue;
    ++late;
    EXPECT_EQ(turn.fault->reason, "used more than its budget of " +
                                      referee::text::seconds_text(budget) + " of wall time");
  }
  EXPECT_GT(late, 0);
}

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
