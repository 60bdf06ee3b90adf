// Suspended means stopped, or told that it is not.

#include "referee/machine/bot/suspension.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "child.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/kernel/tree.hpp"

namespace {

namespace fs = std::filesystem;

using namespace std::chrono_literals;
using children::Child;
using children::tell;
using referee::bot::Fault;
using referee::bot::Suspension;
using referee::kernel::CpuClock;
using referee::kernel::Offspring;
using referee::kernel::OwnWaitClock;
using referee::kernel::Waiting;

// One that does `work`, and what it takes to suspend it.
struct Suspended {
  using Members = std::function<std::vector<pid_t>()>;

  template <typename Work>
  explicit Suspended(Work work) : child(work) {}
  std::optional<Fault> suspend() { return suspension.suspend(clock.read(), waiting); }
  // Lets it compute for so long.
  void compute(std::chrono::nanoseconds time) {
    const auto end = clock.read() + time;
    while (clock.read() < end) std::this_thread::yield();
  }
  // Nobody can stop the first process of a system, or of a container, from within.
  [[nodiscard]] std::vector<pid_t> with_unstoppable() const { return {child.pid(), 1}; }
  [[nodiscard]] std::vector<pid_t> alone() const { return {child.pid()}; }

  const Child child;
  Waiting waiting;
  CpuClock clock{child.pid(), {}, Offspring::none, nullptr};
  Members members = [this] { return alone(); };
  Suspension suspension{child.pid(), clock, nullptr, [this] { return members(); }};
};

TEST(Suspension, HoldsAllThreadsUntilResumed) {
  Suspended bot([](int ready) {
    std::atomic<int> running = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&running] {
        for (++running;;) {
        }
      });
    }
    while (running < 3) std::this_thread::yield();
    tell(ready);
    threads.front().join();
  });
  EXPECT_FALSE(bot.suspension.active());
  EXPECT_FALSE(bot.suspend());
  EXPECT_TRUE(bot.suspension.active());
  EXPECT_EQ(referee::kernel::rest_of(bot.members()), referee::kernel::Rest::stopped);
  EXPECT_FALSE(referee::kernel::ready_to_run(bot.members()));
  EXPECT_FALSE(bot.suspension.look());
  bot.suspension.resume();
  EXPECT_FALSE(bot.suspension.active());
  EXPECT_EQ(bot.suspension.used(), 0ms);
  while (!referee::kernel::ready_to_run(bot.members())) std::this_thread::yield();
}

// Bots without walls have such children.
TEST(Suspension, OneThatHasLeftTheProcessGroupIsHeldAndResumedToo) {
  Suspended bot([](int ready) {
    if (::fork() == 0) {
      ::alarm(600);
      ::setsid();
      tell(ready);
      for (;;) {
      }
    }
    ::pause();
  });
  bot.members = [&bot] { return referee::kernel::members_of(bot.child.pid()); };
  ASSERT_EQ(bot.members().size(), 2U);
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(bot.suspend());
    EXPECT_EQ(referee::kernel::rest_of(bot.members()), referee::kernel::Rest::stopped);
    bot.suspension.resume();
    while (!referee::kernel::ready_to_run(bot.members())) std::this_thread::yield();
  }
  ::kill(bot.members().back(), SIGKILL);
}

// How often the threads of a process have been given a processor, taken together.
long long turns_on_a_processor(pid_t process) {
  long long sum = 0;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process))) {
    std::ifstream in(thread.path() / "schedstat");
    long long used = 0;
    long long waited = 0;
    long long turns = 0;
    EXPECT_TRUE(in >> used >> waited >> turns) << thread.path();
    sum += turns;
  }
  return sum;
}

// Its threads queue for the lock on its memory, where no signal wakes them; each runs once more
// when it gets it.
void expect_rest_of_threads_that_queue(int rounds, const std::function<void(pid_t)>& begin) {
  Suspended bot([](int ready) {
    constexpr std::size_t size = std::size_t{256} << 20;
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    constexpr int populate_read = 22;
    ::madvise(memory, size, MADV_NOHUGEPAGE);
    ::madvise(memory, size, populate_read);
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i) {
      threads.emplace_back([memory] {
        for (;;) {
          ::mprotect(memory, size, PROT_READ | PROT_EXEC);
          ::mprotect(memory, size, PROT_READ);
        }
      });
    }
    tell(ready);
    threads.front().join();
  });
  begin(bot.child.pid());
  const std::vector<pid_t> members = bot.alone();
  for (int round = 0; round < rounds; ++round) {
    bot.compute(2ms);
    ASSERT_FALSE(bot.suspend());
    EXPECT_FALSE(referee::kernel::ready_to_run(members)) << "at once";
    const long long turns = turns_on_a_processor(bot.child.pid());
    // A moment in which it must not go on. Its clock may: what a thread has used since the last
    // tick of the kernel's timer is added when it leaves its processor. The last one may need one
    // more turn for that, where the kernel may interrupt itself.
    ::usleep(1000);
    EXPECT_FALSE(referee::kernel::ready_to_run(members)) << "later";
    EXPECT_LE(turns_on_a_processor(bot.child.pid()), turns + 1);
    ASSERT_FALSE(testing::Test::HasFailure());
    bot.suspension.resume();
  }
}

TEST(Suspension, ThreadsThatQueueForALockAreNotAtRest) {
  expect_rest_of_threads_that_queue(10, [](pid_t) {});
}

// Then none of the bot's threads runs while the lock is away.
TEST(Suspension, ALockThatAnotherProcessHoldsComesBack) {
  std::optional<Child> reader;
  expect_rest_of_threads_that_queue(10, [&reader](pid_t bot) {
    reader.emplace([bot](int ready) {
      ::setpriority(PRIO_PROCESS, 0, 19);
      tell(ready);
      for (;;) {
        std::ifstream memory(fmt::format("/proc/{}/smaps", bot));
        const std::string all(std::istreambuf_iterator<char>(memory), {});
      }
    });
  });
}

TEST(Suspension, OneThatIsWokenIsFoundAndStopped) {
  Suspended bot(children::spin);
  ASSERT_FALSE(bot.suspend());
  ::kill(bot.child.pid(), SIGCONT);
  bot.compute(25ms);
  const auto fault = bot.suspension.look();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason, "computed while it was suspended on the opponent's time");
  EXPECT_GE(bot.suspension.used(), 25ms);
}

// Keeps this process, and those that it makes meanwhile, on the processor where it is.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    EXPECT_EQ(::sched_getaffinity(0, sizeof before_, &before_), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
    EXPECT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  }
  ~OnOneProcessor() { EXPECT_EQ(::sched_setaffinity(0, sizeof before_, &before_), 0); }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

// The kernel works for it for some milliseconds, of which it gets one in hundreds: it does not come
// to rest for seconds, but it is the machine that keeps it from that.
TEST(Suspension, OneThatGetsNoProcessorMayTakeLong) {
  std::optional<OnOneProcessor> here(std::in_place);
  Suspended bot([](int ready) {
    constexpr std::size_t size = std::size_t{32} << 20;
    constexpr int populate_write = 23;
    void* memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::madvise(memory, size, MADV_NOHUGEPAGE);
    tell(ready);
    for (;;) {
      ::madvise(memory, size, populate_write);
      ::madvise(memory, size, MADV_DONTNEED);
    }
  });
  const Child busy(children::spin);
  here.reset();
  const sched_param priority{};
  ASSERT_EQ(::sched_setscheduler(bot.child.pid(), SCHED_IDLE, &priority), 0);
  // It may be nearly through with it when it is suspended.
  constexpr auto very_long = 1s;
  auto longest = 0ns;
  for (int round = 0; round < 100 && longest <= very_long; ++round) {
    bot.compute(200us);
    const auto begin = std::chrono::steady_clock::now();
    const auto fault = bot.suspend();
    ASSERT_FALSE(fault) << fault->reason;
    longest = std::max(longest, std::chrono::steady_clock::now() - begin);
    bot.suspension.resume();
  }
  EXPECT_GT(longest, very_long) << "never kept from a processor for so long";
}

// The kernel works for it for a second or more, which no signal but SIGKILL ends.
TEST(Suspension, OneThatUsesMuchAfterItWasToldToStopIsTold) {
  Suspended bot([](int ready) {
    constexpr std::size_t size = std::size_t{64} << 30;  // page tables of 128 MiB
    constexpr int populate_read = 22;
    void* memory =
        ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) ::_exit(1);
    ::madvise(memory, size, MADV_NOHUGEPAGE);
    tell(ready);
    for (;;) {
      ::madvise(memory, size, populate_read);
      ::madvise(memory, size, MADV_DONTNEED);
    }
  });
  std::optional<Fault> fault;
  // It may be nearly through with it when it is suspended.
  for (int round = 0; round < 100 && !fault; ++round) {
    bot.compute(200us);
    fault = bot.suspend();
    bot.suspension.resume();
  }
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason,
            "could not be suspended on the opponent's time: after 0.5 s of its CPU time it was "
            "still not at rest");
}

// The referee may get no processor to suspend it with, while others have one. So what it has used
// since the end of its turn does not tell whether it goes on once it is told to stop.
TEST(Suspension, OneThatUsedMuchBeforeItWasToldToStopIsNotTold) {
  Suspended bot(children::spin);
  const auto end_of_turn = bot.clock.read();
  while (bot.clock.read() < end_of_turn + 2 * Suspension::most_cpu) std::this_thread::yield();
  int asked = 0;
  // It does not seem to be at rest at first: its list also names one that cannot be stopped.
  bot.members = [&] { return ++asked < 120 ? bot.with_unstoppable() : bot.alone(); };
  const auto fault = bot.suspension.suspend(end_of_turn, bot.waiting);
  EXPECT_FALSE(fault) << fault->reason;
  EXPECT_GE(asked, 120);
  EXPECT_GE(bot.suspension.used(), 2 * Suspension::most_cpu) << "it is charged for that";
}

// It may wait in the kernel for what another program holds, and comes to rest once it has that.
TEST(Suspension, OneThatWaitsInTheKernelMayTakeLong) {
  Suspended bot(children::sleep);
  const auto begin = std::chrono::steady_clock::now();
  Suspension suspension(bot.child.pid(), bot.clock, nullptr, [&] {
    return std::chrono::steady_clock::now() < begin + 1500ms ? bot.with_unstoppable() : bot.alone();
  });
  const auto fault = suspension.suspend(bot.clock.read(), bot.waiting);
  EXPECT_FALSE(fault) << fault->reason;
}

TEST(Suspension, OneThatCannotBeStoppedIsTold) {
  Suspended bot(children::sleep);
  const auto members = [&bot] { return bot.with_unstoppable(); };
  Suspension suspension(bot.child.pid(), bot.clock, nullptr, members, 100ms);
  const auto fault = suspension.suspend(bot.clock.read(), bot.waiting);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason,
            "could not be suspended on the opponent's time: it took too long to come to rest, "
            "though it computed nothing");
}

// Each time is short, but a game has many.
TEST(Suspension, OneThatTakesLongAgainAndAgainIsTold) {
  Suspended bot(children::sleep);
  int asked = 0;
  // The first hundred looks take none of its patience, and the others 1 ms each.
  Suspension suspension(
      bot.child.pid(), bot.clock, nullptr,
      [&] { return ++asked < 150 ? bot.with_unstoppable() : bot.alone(); }, 500ms);
  std::optional<Fault> fault;
  for (int round = 0; round < 100 && !fault; ++round) {
    asked = 0;
    fault = suspension.suspend(bot.clock.read(), bot.waiting);
    suspension.resume();
  }
  EXPECT_TRUE(fault);
}

// What the referee's thread has waited for processors before, in a long tournament, excuses nobody.
TEST(Suspension, OneThatCannotBeStoppedIsToldByAThreadThatHasWaitedLong) {
  std::optional<OnOneProcessor> here(std::in_place);
  const OwnWaitClock waits;
  {
    const auto compute = children::spin;
    const std::array<Child, 3> busy{Child(compute), Child(compute), Child(compute)};
    const auto enough = waits.read() + 2s;
    while (waits.read() < enough) {
    }
  }
  here.reset();
  Suspended bot(children::sleep);
  int asked = 0;
  Suspension suspension(
      bot.child.pid(), bot.clock, nullptr,
      [&] {
        ++asked;
        return bot.with_unstoppable();
      },
      100ms);
  const auto before = waits.read();
  EXPECT_TRUE(suspension.suspend(bot.clock.read(), bot.waiting));
  // A look asks twice and counts for 1 ms at least, so a tenth of a second has 200; with those
  // before, and those of the time that this thread has waited meanwhile. The 2 s would make 4,000
  // more.
  EXPECT_LT(asked, 2000 + 2 * ((waits.read() - before) / 1ms));
}

TEST(Suspension, WaitingForItEndsWithAnInterrupt) {
  Suspended bot(children::sleep);
  int asked = 0;
  Suspension suspension(bot.child.pid(), bot.clock, nullptr, [&] {
    if (++asked == 4) bot.waiting.interrupt();
    return bot.with_unstoppable();
  });
  EXPECT_FALSE(suspension.suspend(bot.clock.read(), bot.waiting));
  EXPECT_EQ(asked, 4);
}

// Takes memory, as small pages, so that taking it down takes the kernel long.
void hold(std::size_t mebibytes) {
  const std::size_t size = mebibytes << 20;
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) ::_exit(1);
  ::madvise(memory, size, MADV_NOHUGEPAGE);
  for (std::size_t at = 0; at < size; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
}

// What the kernel uses to end one that somebody has killed is nobody's.
TEST(Suspension, OneThatIsKilledMeanwhileHasNotComputed) {
  Suspended bot([](int ready) {
    hold(300);
    children::sleep(ready);
  });
  ASSERT_FALSE(bot.suspend());
  const auto before = bot.clock.read();
  ::kill(bot.child.pid(), SIGKILL);
  siginfo_t info{};
  do {
    const auto fault = bot.suspension.look();
    ASSERT_FALSE(fault) << fault->reason;
    ::waitid(P_PID, static_cast<id_t>(bot.child.pid()), &info, WEXITED | WNOWAIT | WNOHANG);
  } while (info.si_pid == 0);
  EXPECT_FALSE(bot.suspension.look());
  RecordProperty("milliseconds", static_cast<int>((bot.clock.read() - before) / 1ms));
}

// Whether we look while it ends or afterwards, as on a busy machine.
class KilledChild : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Suspension, KilledChild, testing::Bool());

TEST_P(KilledChild, HasNotComputed) {
  const Child child([](int ready) {
    if (::fork() == 0) {
      ::alarm(600);
      hold(300);
      tell(ready);
    }
    ::pause();
  });
  Waiting waiting;
  CpuClock clock(child.pid(), {}, Offspring::in_group, nullptr);
  const auto members = [&child] { return referee::kernel::members_of(child.pid()); };
  const pid_t second = members().at(1);
  Suspension suspension(child.pid(), clock, nullptr, members);
  ASSERT_FALSE(suspension.suspend(clock.read(), waiting));
  ::kill(second, SIGKILL);
  for (bool ended = false, seen = false; !seen; seen = ended) {
    const auto fault = GetParam() ? suspension.look() : std::nullopt;
    ASSERT_FALSE(fault) << fault->reason;
    ended = referee::kernel::activity_of(std::array{second}) == referee::kernel::Activity::asleep &&
            referee::kernel::is_ending(second);
  }
  EXPECT_FALSE(suspension.look());
}

}  // namespace
