// What a bot inherits, which clock counts what, and what is left after many games.

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "load.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "support.hpp"
#include "tests/folder.hpp"

namespace {

using namespace support;
namespace fs = std::filesystem;

std::string told(const std::string& what) {
  Table table("read tell:" + what + " drain");
  const Turn turn = table.turn();
  EXPECT_FALSE(turn.fault) << turn.fault->reason;
  return turn.line;
}

TEST(Surroundings, OnlyThreeDescriptors) {
  const int leak = ::open("/dev/null", O_RDONLY);  // without close-on-exec
  EXPECT_EQ(told("fds"), "0 1 2");
  ::close(leak);
}

TEST(Surroundings, DefaultSignals) {
  ::signal(SIGUSR1, SIG_IGN);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGUSR2);
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  EXPECT_EQ(told("signals"), "0000000000000000 0000000000000000 0000000000000000");
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::signal(SIGUSR1, SIG_DFL);
}

TEST(Surroundings, ExactEnvironment) {
  ::setenv("PATH", "/usr/bin:/bin", 1);
  ::setenv("LANG", "C.UTF-8", 1);
  ::setenv("TZ", "UTC", 1);
  ::setenv("LD_PRELOAD_OF_NOTHING", "x", 1);
  ::setenv("SECRET", "x", 1);
  EXPECT_EQ(told("environment"), "HOME LANG PATH TMPDIR TZ");
  EXPECT_EQ(told("PATH"), "/usr/bin:/bin");
}

TEST(Surroundings, FurtherVariablesWin) {
  BotSpec spec = scripted("read tell:LANG read tell:MINE drain");
  spec.environment = {"LANG=xx", "MINE=yes"};
  Table table(std::move(spec));
  EXPECT_EQ(table.turn().line, "xx");
  EXPECT_EQ(table.turn().line, "yes");
}

TEST(Surroundings, OwnSessionFolderAndScratch) {
  EXPECT_EQ(told("group"), "leader");
  EXPECT_EQ(told("folder"), "/");
  Table table("read tell:HOME read tell:TMPDIR drain");
  const std::string home = table.turn().line;
  EXPECT_TRUE(fs::is_directory(home)) << home;
  EXPECT_EQ(table.turn().line, home);
}

// Also if the referee is an ordinary user whose memory is closed to others, as its main
// program does.
TEST(Surroundings, BotsGoFirstWhenMemoryRunsOut) {
  constexpr uid_t nobody = 65534;
  // Whoever that is must be able to reach its own.
  std::string temporary = "/tmp/bot-test-XXXXXX";
  ASSERT_NE(::mkdtemp(temporary.data()), nullptr);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(temporary.c_str(), nobody, nobody), 0);
  }
  const pid_t referee = in_child([&] {
    ::setenv("TMPDIR", temporary.c_str(), 1);
    if (::geteuid() == 0 && ::setresuid(nobody, nobody, nobody) != 0) ::_exit(9);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    BotSpec spec;
    spec.command = referee::program::resolve_command(
        "sh -c 'read line; score=0; while [ $score != 1000 ]; do read score < "
        "/proc/self/oom_score_adj; done; echo $score'",
        "/");
    Table table(std::move(spec));
    ::_exit(table.turn().line == "1000" ? 0 : 1);
  });
  int status = 0;
  const pid_t ended = ::waitpid(referee, &status, 0);
  fs::remove_all(temporary);
  ASSERT_EQ(ended, referee);
  EXPECT_EQ(status, 0);
}

TEST(Clock, PonderingIsChargedOnTheCpuClock) {
  Table table("answer burn:100000 loop");
  const Turn first = table.turn();
  EXPECT_FALSE(first.fault);
  const Turn second = table.turn();
  EXPECT_FALSE(second.fault);
  // A part of it if we came late to read the first answer.
  EXPECT_GE(first.cpu + second.cpu, 90ms);
}

// Uses this much CPU time; another process that is ready to run gets about as much meanwhile.
void compute(referee::kernel::Duration time) {
  const referee::kernel::ProcessClock clock(::getpid());
  for (const auto end = *clock.read() + time; *clock.read() < end;) {
  }
}

// Were it not suspended, the bot would go on computing, and write its second line when it is told.
TEST(Clock, SuspendedBotMakesNoProgress) {
  const std::string script = fmt::format("heed:{} answer burn:60000000 say:y%n loop", SIGUSR1);
  Table table(with_budget(scripted(script), 1h), ClockKind::wall);
  EXPECT_FALSE(table.turn().fault);
  const referee::kernel::ProcessClock clock(table.pid());
  const auto before = clock.read();
  compute(80ms);
  // Its last steps into the stop may come after the kernel has told us of it: until the next tick
  // of its timer, 4 or 10 ms.
  EXPECT_LT(*clock.read() - *before, 15ms);
  ::kill(table.pid(), SIGUSR1);
  compute(20ms);
  const Turn turn = table.turn();
  EXPECT_FALSE(turn.fault);
  EXPECT_FALSE(turn.early);
  EXPECT_EQ(turn.line, "y");
}

TEST(Clock, OpponentsTimeIsNotCharged) {
  Table table("answer loop", ClockKind::wall);
  EXPECT_FALSE(table.turn().fault);
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() < begin + 50ms) {
  }
  const auto turn = std::chrono::steady_clock::now();
  const auto charged = table.turn().wall;
  // The turn itself may take as long as it wants. What a bot used on its way into the stop, a tick
  // of the timer at most, is on its clock, too.
  EXPECT_LT(charged, std::chrono::steady_clock::now() - turn + (turn - begin) / 2);
}

// A budget of which `part` can be missing, or too much, though a start costs what it does here.
referee::kernel::Duration budget_for(referee::kernel::Duration least, int part) {
  return std::max(least, 10 * part * cost_of_a_start());
}

std::string burning(referee::kernel::Duration time) {
  return "read burn:" + std::to_string(time / 1us) + " say:x%n drain";
}

TEST(Clock, BudgetIsHitPrecisely) {
  const auto budget = budget_for(300ms, 12);
  Table passes(with_budget(scripted(burning(budget - budget / 12)), budget));
  EXPECT_FALSE(passes.turn().fault);
  Table fails(with_budget(scripted(burning(budget + 20ms)), budget));
  const Turn turn = fails.turn();
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::timeout);
}

TEST(Clock, BudgetIsHitPreciselyUnderLoad) {
  const load::BusyLoops busy(4 * referee::kernel::processors_of_this_thread());
  const auto budget = budget_for(50ms, 2);
  for (int i = 0; i < 5; ++i) {
    for (const referee::kernel::Duration work : {budget * 3 / 5, budget + 20ms, budget + 1000s}) {
      Table table(with_budget(scripted(burning(work)), budget));
      const Turn turn = table.turn();
      if (work < budget) {
        EXPECT_FALSE(turn.fault) << turn.fault->reason;
      } else {
        ASSERT_TRUE(turn.fault) << work / 1us;
        EXPECT_EQ(turn.fault->reason, "used more than its budget of " +
                                          referee::text::seconds_text(budget) + " of CPU time");
      }
    }
  }
}

// Waits for a processor are longer than the wall limit of 9 ms here, and those that go on
// are in no account: still it is its CPU time that ends a bot that computes.
TEST(Clock, WaitingForAProcessorIsNoSleep) {
  const load::BusyLoops busy(12 * referee::kernel::processors_of_this_thread());
  for (int i = 0; i < 10; ++i) {
    BotSpec spec = scripted("read burn:1000000000 say:x%n drain");
    spec.limits.times.budget = 3ms;
    Table table(std::move(spec));
    const Turn turn = table.turn();
    ASSERT_TRUE(turn.fault);
    EXPECT_EQ(turn.fault->reason, "used more than its budget of 0.003 s of CPU time");
  }
}

TEST(Clock, OfficialBudgetIsHitPreciselyUnderLoad) {
  const load::BusyLoops busy(4 * referee::kernel::processors_of_this_thread());
  for (int i = 0; i < 5; ++i) {
    for (const char* script : {"read nap:70 say:x%n drain", "read burn:1000000000 say:x%n drain"}) {
      BotSpec spec = scripted(script);
      spec.limits.times.budget = 50ms;
      Table table(std::move(spec), ClockKind::wall);
      const Turn turn = table.turn();
      ASSERT_TRUE(turn.fault) << script;
      EXPECT_EQ(turn.fault->reason, "used more than its budget of 0.05 s of wall time");
    }
  }
}

TEST(Clock, ThreadsAreCountedTogether) {
  Table table("read threads:4 burn:20000 say:x%n read cpu drain");
  const Turn turn = table.turn();
  EXPECT_FALSE(turn.fault);
  const Turn second = table.turn();
  // A part of it if a thread had not left its processor yet.
  EXPECT_GE(turn.cpu + second.cpu, 79ms);
  // Its own account after that.
  EXPECT_LE(turn.cpu, std::chrono::nanoseconds(std::stoll(second.line)));
}

std::size_t open_descriptors() {
  const fs::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// Whether no more than so many are open, once the looks that are under way are over: each has a few
// of its own meanwhile, and neither a game nor the host waits for it.
bool at_most_open(std::size_t count) {
  const auto end = std::chrono::steady_clock::now() + 1min;
  while (open_descriptors() > count && std::chrono::steady_clock::now() < end) ::usleep(1000);
  return open_descriptors() <= count;
}

bool no_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
}

std::size_t scratch_folders() {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path())) {
    if (entry.path().filename().string().starts_with("referee-bots-")) ++count;
  }
  return count;
}

using OwnWalls = folder::InFolder;

// Says what it can read of the notes in both folders.
std::string read_notes(Host& host, const BotSpec& spec) {
  auto bot = host.start(spec, ClockKind::cpu);
  const Turn turn = bot->take_turn("go\n");
  bot->leave("Quit\n", Bot::Farewell::polite);
  host.settle();
  return turn.fault ? turn.fault->reason : turn.line;
}

TEST_F(OwnWalls, AtTheAddressOfAnotherSpec) {
  for (const char* name : {"a", "b"}) {
    write(fs::path(name) / "note", std::string(name) + "\n");
    write(fs::path(name) / "bot.sh",
          fmt::format("read go\nsaid=\nfor name in a b; do\n"
                      "  {{ read word < {}/$name/note; }} 2> /dev/null || word=closed\n"
                      "  said=\"$said$word \"\ndone\necho \"$said\"\nread quit\n",
                      folder_.string()));
  }
  const auto spec_of = [&](const std::string& name) {
    BotSpec spec = scripted("");
    spec.command = referee::program::resolve_command("/bin/sh " + name + "/bot.sh", folder_);
    return spec;
  };
  if (referee::walls::probe_protections().landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  ProcessHost host(referee::walls::probe_protections());
  std::optional<BotSpec> spec;  // each at the address of the one before
  for (int round = 0; round < 2; ++round) {
    spec.emplace(spec_of("a"));
    EXPECT_EQ(read_notes(host, *spec), "a closed");
    spec.emplace(spec_of("b"));
    EXPECT_EQ(read_notes(host, *spec), "closed b");
  }
  // What differs in one thing only.
  spec->hidden = {folder_ / "b/note"};
  EXPECT_EQ(read_notes(host, *spec), "closed closed");
  spec->command->read = {folder_ / "a/note"};
  EXPECT_EQ(read_notes(host, *spec), "a closed");
  spec->isolated = false;
  EXPECT_EQ(read_notes(host, *spec), "a b");
}

// Its walls hold the old file open.
TEST_F(OwnWalls, OfAFileThatWasReplaced) {
  set("HOME", folder_.string());  // so that it opens nothing but itself
  const auto file = write("bot.sh", "#!/bin/sh\nread go\necho old\nread quit\n", true);
  BotSpec spec = scripted("");
  spec.command = referee::program::resolve_command("./bot.sh", folder_);
  ProcessHost host(referee::walls::probe_protections());
  EXPECT_EQ(read_notes(host, spec), "old");
  fs::rename(write("next", "#!/bin/sh\nread go\necho new\nread quit\n", true), file);
  EXPECT_EQ(read_notes(host, spec), "new");
}

// A bot that is still there when its spec is gone.
TEST_F(OwnWalls, SpecsMayEndBeforeTheirBots) {
  ProcessHost host(referee::walls::probe_protections());
  auto spec = std::make_unique<BotSpec>(scripted("answer kill:6"));
  auto bot = host.start(*spec, ClockKind::cpu);
  spec.reset();
  EXPECT_EQ(bot->take_turn("one\n").line, "one");
  const Turn turn = bot->take_turn("two\n");
  ASSERT_TRUE(turn.fault);
  EXPECT_EQ(turn.fault->kind, FaultKind::crash);
}

using Leftovers = folder::InFolder;

TEST_F(Leftovers, NothingAfterManyGames) {
  set("TMPDIR", folder_);
  const std::size_t before = open_descriptors();
  {
    ProcessHost host(referee::walls::probe_protections());
    const BotSpec good = scripted("answer loop");
    const BotSpec crashes = scripted("read kill:6");
    const BotSpec stays = scripted("answer wait");
    BotSpec missing;
    missing.launch_fault.reason = "missing";
    std::size_t in_use = 0;
    for (int game = 0; game < 40; ++game) {
      auto one = host.start(good, ClockKind::cpu);
      auto two = host.start(game % 3 == 0   ? crashes
                            : game % 3 == 1 ? stays
                                            : missing,
                            game % 2 == 0 ? ClockKind::cpu : ClockKind::wall);
      EXPECT_FALSE(one->take_turn("x\n").fault);
      two->take_turn("x\n");
      two->leave("", Bot::Farewell::none);
      one->leave("", Bot::Farewell::polite);
      host.settle();
      ASSERT_TRUE(no_children()) << game;
      one.reset();
      two.reset();
      if (game == 10) in_use = open_descriptors();
    }
    // Those of the inspector, two pipes, come with the first look, which may be later.
    EXPECT_TRUE(at_most_open(in_use + 4)) << open_descriptors() << ", was " << in_use;
    EXPECT_EQ(scratch_folders(), 1U);
  }
  EXPECT_TRUE(at_most_open(before)) << open_descriptors() << ", was " << before;
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(scratch_folders(), 0U);
}

TEST_F(Leftovers, FailedStartsLeaveNoZombie) {
  const fs::path file = folder_ / "cut";
  fs::copy_file(built::file("referee-test-scripted"), file);
  BotSpec spec;
  spec.command = referee::program::resolve_command(file.string(), "/");
  fs::remove(file);  // between the check and the start
  ProcessHost host(referee::walls::probe_protections());
  for (int i = 0; i < 20; ++i) {
    auto bot = host.start(spec, ClockKind::cpu);
    const Turn turn = bot->take_turn("x\n");
    ASSERT_TRUE(turn.fault);
    EXPECT_EQ(turn.fault->reason,
              "program '" + file.string() + "' could not be started: No such file or directory");
    EXPECT_TRUE(no_children());
  }
}

// From here on the kernel kills whatever of this process calls chdir, as a bot's process does on
// its way to its program.
void have_starts_killed() {
  std::array<sock_filter, 4> filter{{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                     {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_chdir},
                                     {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS},
                                     {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog program{filter.size(), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
    throw std::system_error(errno, std::generic_category(), "seccomp");
  }
}

// It is not the bot's fault, and no want of descriptors.
TEST_F(Leftovers, AProcessThatIsKilledBeforeItsProgramIsToldAsThat) {
  EXPECT_EXIT(
      {
        ProcessHost host(referee::walls::probe_protections());
        have_starts_killed();
        try {
          const auto bot = host.start(scripted("answer"), ClockKind::cpu);
          std::cerr << "fault: "
                    << bot->take_turn("x\n").fault.value_or(referee::bot::Fault{}).reason;
        } catch (const referee::bot::EnvironmentError& error) {
          std::cerr << error.what() << (no_children() ? "" : ", a zombie is left");
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "^the process of ''[^']*referee-test-scripted' answer' was killed by signal 31 before its "
      "program was started; is the machine short of memory, or does something end processes by "
      "their names\\?$");
}

TEST_F(Leftovers, DestroyedInTheMiddle) {
  ProcessHost host(referee::walls::probe_protections());
  const BotSpec spec = scripted("answer wait");
  {
    auto bot = host.start(spec, ClockKind::cpu);
    EXPECT_FALSE(bot->take_turn("x\n").fault);
  }
  EXPECT_TRUE(no_children());
}

}  // namespace
