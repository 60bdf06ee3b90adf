// One bot, one turn or a few: what is an answer, what is a fault, and which.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "load.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "sequential.hpp"
#include "support.hpp"

namespace {

using namespace support;

// The fault of the first turn as "kind: reason".
std::string fault_of(BotSpec spec, ClockKind clock = ClockKind::cpu) {
  Table table(std::move(spec), clock);
  const Turn turn = table.turn();
  return turn.fault ? std::string(name(turn.fault->kind)) + ": " + turn.fault->reason
                    : "answer: " + turn.line;
}
std::string fault_of(const std::string& script) { return fault_of(scripted(script)); }

TEST(Turn, AnswersALine) {
  Table table("answer answer drain");
  Turn turn = table.turn("a move\n");
  EXPECT_FALSE(turn.fault);
  EXPECT_EQ(turn.line, "a move");
  EXPECT_FALSE(turn.early);
  EXPECT_GT(turn.cpu, 0ns);
  EXPECT_GT(turn.wall, 0ns);
  turn = table.turn("another\n");
  EXPECT_EQ(turn.line, "another");
  const auto& departure = table.end();
  EXPECT_EQ(departure.exit_code, 0);
  EXPECT_FALSE(departure.signal);
  EXPECT_FALSE(departure.killed);
  EXPECT_GT(departure.peak_memory, 0U);
}

TEST(Turn, GetsAllLinesAtOnce) {
  Table table("read read answer drain");
  EXPECT_EQ(table.turn("one\ntwo\nthree\n").line, "three");
}

TEST(Turn, TakesEarlyLine) {
  Table table("say:first%nsecond%n drain");
  EXPECT_EQ(table.turn().line, "first");
  const Turn second = table.turn();
  EXPECT_EQ(second.line, "second");
  EXPECT_TRUE(second.early);
}

// The referee is stopped by the bot itself, right before it answers, until the limit has passed:
// when it waits for all that can happen, not only for the bot's first moment.
TEST(Turn, AnAnswerThatLayUnreadBeyondTheLimitIsAnAnswer) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("referee-unread-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  std::array<int, 2> told{};
  ASSERT_EQ(::pipe(told.data()), 0);
  const pid_t referee = in_child([&] {
    BotSpec spec = with_budget(scripted(""), 500ms);
    spec.isolated = false;
    spec.command = referee::program::resolve_command(
        "sh -c 'read line; sleep 0.1; kill -STOP $PPID; echo answer; : >done; read line'", folder);
    Table table(std::move(spec));
    const Turn turn = table.turn();
    const std::string said = turn.fault ? turn.fault->reason : turn.line;
    ::_exit(::write(told[1], said.data(), said.size()) > 0 ? 0 : 1);
  });
  ::close(told[1]);
  int status = 0;
  ASSERT_EQ(::waitpid(referee, &status, WUNTRACED), referee);
  ASSERT_TRUE(WIFSTOPPED(status));
  const auto limit = std::chrono::steady_clock::now() + referee::kernel::wall_limit_factor * 500ms;
  while (!std::filesystem::exists(folder / "done") || std::chrono::steady_clock::now() < limit) {
    ::usleep(1000);
  }
  ::kill(referee, SIGCONT);
  std::array<char, 200> said{};
  EXPECT_GT(::read(told[0], said.data(), said.size() - 1), 0);
  EXPECT_STREQ(said.data(), "answer");
  ::close(told[0]);
  EXPECT_EQ(::waitpid(referee, &status, 0), referee);
  std::filesystem::remove_all(folder);
}

TEST(Turn, IgnoresBlanksAtTheEndOfALine) {
  Table other("read 'say:a b %r%n' drain");
  EXPECT_EQ(other.turn().line, "a b");
}

TEST(Turn, KeepsZeroBytes) {
  Table table("read 'say:a%0b%n' drain");
  EXPECT_EQ(table.turn().line, std::string("a\0b", 3));
}

TEST(Turn, AnswerThenExitCounts) {
  Table table("read say:fine%n exit:0");
  EXPECT_EQ(table.turn().line, "fine");
  const Turn next = table.turn();
  ASSERT_TRUE(next.fault);
  EXPECT_EQ(next.fault->kind, FaultKind::exit);
  EXPECT_EQ(table.end().exit_code, 0);
}

TEST(Turn, LeavingIsAnAnswerWhereTheTurnSaysSo) {
  Table table("read say:one%nlast exit:0");
  const auto ask = [&](bool may_end = true) { return table.bot().take_turn("go\n", {}, may_end); };
  EXPECT_EQ(ask().line, "one");
  const Turn last = ask();
  EXPECT_EQ(last.line, "last") << "without its newline";
  EXPECT_FALSE(last.ended);
  const Turn end = ask();
  EXPECT_FALSE(end.fault);
  EXPECT_TRUE(end.ended);
  EXPECT_EQ(end.line, "");
  EXPECT_EQ(ask(false).fault->reason, "left with exit code 0 without answering");
  EXPECT_EQ(table.end().exit_code, 0);
  for (const char* badly : {"read exit:3", "read kill:9"}) {
    Table other(badly);
    const Turn turn = other.bot().take_turn("go\n", {}, true);
    ASSERT_TRUE(turn.fault) << badly;
    EXPECT_EQ(turn.fault->kind, FaultKind::crash);
    EXPECT_FALSE(turn.ended);
  }
}

TEST(Turn, AnswerThenCrashCounts) {
  Table table("read say:fine%n kill:11");
  EXPECT_EQ(table.turn().line, "fine");
  const Turn next = table.turn();
  ASSERT_TRUE(next.fault);
  EXPECT_EQ(next.fault->kind, FaultKind::crash);
  EXPECT_EQ(table.end().signal, SIGSEGV);
}

TEST(Turn, ExitCodes) {
  EXPECT_EQ(fault_of("read exit:0"), "exit: left with exit code 0 without answering");
  EXPECT_EQ(fault_of("read exit:1"), "crash: left with exit code 1 without answering");
  EXPECT_EQ(fault_of("read exit:127"), "crash: left with exit code 127 without answering");
}

// As in the official judge; a death by a signal is none.
TEST(Turn, TheEndOfItsOutputEndsItsLastLine) {
  struct Row {
    const char* script;
    std::vector<std::string> lines;
    FaultKind next;
  };
  for (const Row& row : {Row{"read say:move exit:0", {"move"}, FaultKind::exit},
                         Row{"read say:move exit:5", {"move"}, FaultKind::crash},
                         Row{"read say:one%nmove exit:5", {"one", "move"}, FaultKind::crash},
                         Row{"read say:move close:1 wait", {"move"}, FaultKind::exit}}) {
    Table table(with_grace(scripted(row.script), 300ms));
    for (const std::string& line : row.lines) EXPECT_EQ(table.turn().line, line) << row.script;
    const Turn next = table.turn();
    ASSERT_TRUE(next.fault) << row.script;
    EXPECT_EQ(next.fault->kind, row.next) << row.script;
  }
  EXPECT_EQ(fault_of("read say:move kill:6"),
            "crash: ended by signal 6 (Aborted) without answering");
}

TEST(Turn, EverySignal) {
  for (const int number :
       {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGUSR1,
        SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGSYS}) {
    Table table("read kill:" + std::to_string(number));
    const Turn turn = table.turn();
    ASSERT_TRUE(turn.fault) << number;
    EXPECT_EQ(turn.fault->kind, FaultKind::crash) << number;
    EXPECT_TRUE(turn.fault->reason.starts_with("ended by signal " + std::to_string(number) + " ("))
        << turn.fault->reason;
    EXPECT_EQ(table.end().signal, number);
  }
}

TEST(Turn, Silence) {
  EXPECT_EQ(fault_of(with_budget(scripted("wait"), 300ms)),
            "timeout: took more than the wall limit of 0.9 s, 3 times its budget of CPU time");
  EXPECT_EQ(fault_of(with_budget(scripted("wait"), 300ms), ClockKind::wall),
            "timeout: used more than its budget of 0.3 s of wall time");
}

TEST(Turn, TrickleDoesNotMoveTheDeadline) {
  EXPECT_EQ(fault_of(with_budget(scripted("say:x nap:5 loop"), 300ms), ClockKind::wall),
            "timeout: used more than its budget of 0.3 s of wall time");
}

// It is seen within 10 ms of CPU time past the budget; on a busy machine the referee's own turn may
// come later, but not often by much.
sequential::Test late_ends(const std::string& script) {
  return sequential::try_often([&script] {
    Table table(with_budget(scripted(script), 100ms));
    const Turn turn = table.turn();
    EXPECT_TRUE(turn.fault);
    if (!turn.fault) return true;
    EXPECT_EQ(turn.fault->kind, FaultKind::timeout);
    EXPECT_EQ(turn.fault->reason, "used more than its budget of 0.1 s of CPU time");
    return turn.cpu >= 100ms + 50ms;
  });
}

TEST(Turn, SpinEndsSoonAfterTheBudget) {
  const auto late = late_ends("read burn:1000000000");
  EXPECT_TRUE(late.is_seldom()) << "50 ms beyond the budget " << late.text();
}

TEST(Turn, WaitsForAProcessorAreToldOnTheWallClock) {
  const load::BusyLoops busy(12 * referee::kernel::processors_of_this_thread());
  Table table(with_budget(scripted("read burn:1000000000"), 300ms), ClockKind::wall);
  ASSERT_TRUE(table.turn().fault);
  const auto waited = table.end(Bot::Farewell::none).waited;
  ASSERT_TRUE(waited);
  EXPECT_GT(*waited, 0ns);
}

TEST(Turn, OtherBotsSayNothingOfWaits) {
  Table table(with_budget(scripted("read burn:1000000000"), 50ms));
  ASSERT_TRUE(table.turn().fault);
  EXPECT_FALSE(table.end(Bot::Farewell::none).waited);
}

TEST(Turn, StopsItself) {
  EXPECT_EQ(fault_of(with_budget(scripted("read kill:19 say:x%n"), 300ms), ClockKind::wall),
            "timeout: used more than its budget of 0.3 s of wall time");
}

TEST(Turn, ClosedOutput) {
  EXPECT_EQ(fault_of(with_grace(scripted("read close:1 wait"), 200ms)),
            "exit: closed its standard output without answering");
}

// Waiting for a processor does not count: what it would do next is to end.
TEST(Turn, ClosedOutputOfOneThatEndsOnABusyMachine) {
  const load::BusyLoops busy(12 * referee::kernel::processors_of_this_thread());
  const auto mistaken = sequential::try_often([] {
    return fault_of(with_grace(scripted("read close:1 burn:30000 exit:3"), 100ms)) !=
           "crash: left with exit code 3 without answering";
  });
  EXPECT_TRUE(mistaken.is_seldom()) << mistaken.text();
}

TEST(Turn, ClosedOutputStopsNoClock) {
  const auto late = late_ends("read close:1 burn:1000000000");
  EXPECT_TRUE(late.is_seldom()) << "50 ms beyond the budget " << late.text();
}

// A bot that fills its scratch folder, with 8 MiB allowed.
BotSpec filling(const std::string& script) {
  BotSpec spec = scripted(script);
  spec.limits.disk = std::size_t{8} << 20;
  return spec;
}
constexpr std::string_view full = "more than 8 MiB of files in its scratch folder";

TEST(Turn, ClosedOutputHidesNoFlood) {
  Table table(filling("read close:1 fill:16 wait"));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::flood);
  EXPECT_EQ(turn.fault->reason, full);
}

// Two bots: while the second thinks, the first one does something, and may ponder where that takes
// long.
class Meanwhile : public testing::Test {
 protected:
  // The second turn of the first one.
  Turn second_turn(BotSpec spec, const std::string& thinks) {
    first_ = std::move(spec);
    second_ = scripted("read " + thinks + " say:x%n drain");
    const auto before = processes_below();
    one_ = host_.start(first_, ClockKind::cpu);
    pid_ = started_since(before).value();
    const auto with_one = processes_below();
    auto two = host_.start(second_, ClockKind::cpu);
    thinking_ = started_since(with_one).value();
    EXPECT_FALSE(one_->take_turn("go\n").fault);
    const Turn thought = two->take_turn("go\n");
    EXPECT_FALSE(thought.fault);
    ended_early_ = ::kill(pid_, 0) != 0;
    return one_->take_turn("go\n");
  }

  // The same: the first one stops itself after its answer and goes on with `script` when the second
  // thinks, and that one until the first has been ended, however long all this takes.
  Turn second_turn_of_one_that_is_ended(const std::string& script, BotSpec spec) {
    spec.command = scripted("answer kill:19 " + script).command;
    spec.ponders = true;
    std::atomic<bool> over = false;
    std::thread waker([&] {
      while (!over && (thinking_ == 0 || state_of(thinking_) != 'T')) ::usleep(1000);
      // They may not have stopped themselves yet.
      for (; !over && ::kill(pid_, 0) == 0; ::usleep(1000)) ::kill(pid_, SIGCONT);
      for (; !over; ::usleep(1000)) ::kill(thinking_, SIGCONT);
    });
    Turn turn = second_turn(std::move(spec), "kill:19");
    over = true;
    waker.join();
    return turn;
  }

  ProcessHost host_{referee::walls::probe_protections()};
  BotSpec first_;
  BotSpec second_;
  std::unique_ptr<Bot> one_;
  std::atomic<pid_t> pid_ = 0;
  std::atomic<pid_t> thinking_ = 0;
  bool ended_early_ = false;
};

TEST_F(Meanwhile, DiskIsLookedAt) {
  const Turn turn = second_turn_of_one_that_is_ended("fill:16 wait", filling(""));
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::flood);
  EXPECT_EQ(turn.fault->reason, full);
  EXPECT_TRUE(ended_early_);
}

TEST_F(Meanwhile, CpuTimeIsLookedAt) {
  BotSpec spec = scripted("");
  // A start must be a small part of it.
  const auto budget = std::max<referee::kernel::Duration>(50ms, 10 * cost_of_a_start());
  spec.limits.times.budget = budget;
  const Turn turn = second_turn_of_one_that_is_ended("burn:1000000000", std::move(spec));
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->reason,
            "used more than its budget of " + referee::text::seconds_text(budget) + " of CPU time");
  EXPECT_GT(turn.cpu, 0ns);  // a part may have been charged with its first turn
  EXPECT_TRUE(ended_early_);
}

TEST_F(Meanwhile, WithinItsLimitsItIsLeftAlone) {
  const Turn turn = second_turn(filling("answer fill:4 answer drain"), "nap:200");
  EXPECT_FALSE(turn.fault);
  EXPECT_FALSE(ended_early_);
}

TEST(Turn, LongLine) {
  EXPECT_EQ(fault_of("read say:" + std::string(1024, 'x') + "%n drain"),
            "answer: " + std::string(1024, 'x'));
  EXPECT_EQ(fault_of("read say:" + std::string(1025, 'x') + "%n drain"),
            "flood: a line of more than 1024 bytes on its standard output");
}

TEST(Turn, LinesAreAsLongAsAGameAllows) {
  referee::kernel::Limits limits;
  limits.allow_moves(1000);
  EXPECT_EQ(limits.line, 1024U) << "as without a game";
  EXPECT_EQ(limits.output, referee::kernel::mebibyte);
  limits.allow_moves(5000);
  EXPECT_EQ(limits.line, 5024U);
  EXPECT_EQ(limits.output, 5024U * 1024);
  limits.allow_moves(referee::kernel::longest_line);
  EXPECT_EQ(limits.output, 64 * referee::kernel::mebibyte);
  BotSpec spec = scripted("read say:" + std::string(3000, 'x') + "%n drain");
  spec.limits.allow_moves(3000);
  Table table(spec);
  EXPECT_EQ(table.turn().line.size(), 3000U);
}

TEST(Turn, TotalOutput) {
  BotSpec spec = scripted("answer loop");
  spec.limits.output = 100;
  Table table(std::move(spec));
  const std::string line(49, 'x');
  EXPECT_FALSE(table.turn(line + "\n").fault);
  EXPECT_FALSE(table.turn(line + "\n").fault);  // exactly at the limit
  const Turn turn = table.turn("y\n");
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::flood);
  EXPECT_EQ(turn.fault->reason, "more than 100 bytes on its standard output in one game");
}

TEST(Turn, DeafBotDoesNotBlockUs) {
  // More than any pipe holds, to a bot that never reads.
  Table table(with_budget(scripted("wait"), 300ms), ClockKind::wall);
  const Turn turn = table.turn(std::string(4 << 20, 'x') + "\n");
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::timeout);
}

TEST(Turn, LongInputArrivesWhole) {
  Table table("answer drain");
  const std::string line(1024, 'z');
  std::string many;
  for (int i = 0; i < 500; ++i) many += "filler\n";
  BotSpec spec = scripted("answer loop");
  Table other(std::move(spec));
  EXPECT_EQ(other.turn(line + "\n").line, line);
  EXPECT_EQ(table.turn(line + "\n" + many).line, line);
}

TEST(Turn, StderrIsDrainedAndItsEndKept) {
  Table table("read err:3000000 say:done%n drain");
  EXPECT_EQ(table.turn().line, "done");
  const auto& departure = table.end();
  EXPECT_EQ(departure.stderr_total, 3'000'003U);
  EXPECT_EQ(departure.stderr_tail.size(), 10'000U);
  EXPECT_TRUE(departure.stderr_tail.ends_with("eeeEND"));
}

// err:N writes END as well.
TEST(Turn, KnowsWhatEachTurnWroteToStderr) {
  Table table("read err:5 say:a%n read say:b%n read err:100000 say:c%n read err:7 exit:3");
  EXPECT_EQ(table.turn().stderr_bytes, 8U);
  EXPECT_EQ(table.turn().stderr_bytes, 0U);
  EXPECT_EQ(table.turn().stderr_bytes, 100'003U);
  EXPECT_TRUE(table.turn().fault);
  EXPECT_EQ(table.end().stderr_total, 8U + 100'003U + 10U);
}

// What it does with its stderr meanwhile is no reason to stop waiting for it, nor to miss it.
TEST(Turn, AnswersLateWhateverItsStderrDoes) {
  EXPECT_EQ(fault_of("read close:2 nap:60 say:x%n drain"), "answer: x");
  EXPECT_EQ(fault_of("read nap:20 say:x nap:20 say:%n drain"), "answer: x");
  Table table("read nap:20 err:10 nap:20 err:200000 nap:20 say:x%n drain");
  EXPECT_EQ(table.turn().line, "x");
  EXPECT_EQ(table.end().stderr_total, 200'016U);
}

TEST(Turn, LaunchFault) {
  BotSpec spec;
  spec.name = "nothing";
  spec.launch_fault.reason = "program 'x' does not exist";
  Table table(std::move(spec));
  const Turn turn = table.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::launch);
  EXPECT_EQ(turn.fault->reason, "program 'x' does not exist");
  table.end();
}

TEST(Interrupt, EndsAWaitingTurn) {
  Table table("read wait");
  table.host().interrupt();
  EXPECT_THROW(table.turn(), referee::bot::Interrupted);
}

TEST(Interrupt, FromAnotherThread) {
  Table table("read wait");
  std::thread other([&table] {
    // The first thread: for what else than the bot could it wait?
    wait_until_asleep(::getpid());
    table.host().interrupt();
  });
  EXPECT_THROW(table.turn(), referee::bot::Interrupted);
  other.join();
}

}  // namespace
