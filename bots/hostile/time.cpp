// Group 1: bots that fight the clock.

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

using namespace std::chrono_literals;

constexpr auto far_too_long = 1000s;

void spin(Game& game) {
  game.wait_for_turn();
  burn(far_too_long);
}

void spin_in_threads(Game& game) {
  game.wait_for_turn();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([] { burn(far_too_long); });
  for (auto& thread : threads) thread.join();
}

void spin_in_system_calls(Game& game) {
  game.wait_for_turn();
  for (std::int64_t i = 0; i < 10'000'000'000; ++i) ::getppid();
}

void sleep_for_ever(Game& game) {
  game.wait_for_turn();
  sleep_long();
}

// Where no signal would wake it, as if it waited for a lock of the kernel.
void sleep_behind_vfork(Game& game) {
  game.wait_for_turn();
  if (::vfork() == 0) {
    sleep_long();
    ::_exit(0);
  }
}

void only_reads(Game& game) {
  while (game.wait_for_turn()) {
  }
}

void trickle(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 100'000; ++i) {
    game.write("A");
    ::usleep(20'000);
  }
}

void just_in_time(Game& game) {
  game.wait_for_turn();
  burn(170ms * scale());
  game.answer();
  game.play_on();
}

void just_too_late(Game& game) {
  game.wait_for_turn();
  burn(220ms * scale());
  game.answer();
  game.play_on();
}

// Late by far: what the machine makes it and the referee wait for a processor is not counted.
void late_answer(Game& game) {
  game.wait_for_turn();
  ::sleep(60);
  game.answer();
  game.play_on();
}

void stop_itself(Game& game) {
  game.wait_for_turn();
  ::raise(SIGSTOP);
  game.answer();
  game.play_on();
}

void ponder(Game& game) {
  while (game.wait_for_turn()) {
    game.answer();
    burn(far_too_long);
  }
}

// Counts how far it comes while it should be suspended: nowhere.
void ponder_while_suspended(Game& game) {
  while (game.wait_for_turn()) {
    game.answer();
    burn(2ms);
  }
}

void work_after_answer(Game& game) {
  while (game.wait_for_turn()) {
    game.answer();
    burn(1ms);
  }
}

void change_affinity(Game& game) {
  cpu_set_t all;
  CPU_ZERO(&all);
  CPU_SET(0, &all);
  game.outcome(::sched_setaffinity(0, sizeof all, &all) == 0, "sched_setaffinity");
}

void raise_priority(Game& game) {
  const sched_param real_time{1};
  const bool done = ::setpriority(PRIO_PROCESS, 0, -5) == 0 ||
                    ::sched_setscheduler(0, SCHED_FIFO, &real_time) == 0;
  game.outcome(done, "priority");
}

void timer_storm(Game& game) {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval timer{{0, 200}, {0, 200}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
  game.play_on();
}

void pause(Game& game) {
  for (int turn = 1; game.wait_for_turn(); ++turn) {
    if (turn == 3) ::usleep(150'000);
    game.answer();
  }
}

// Counted in steps: what somebody else makes each of them cost shows in its time. A step is one
// cycle of nearly any processor; a sum in memory would take one, or five, or more.
void count_to(unsigned steps) {
  // The compiler must take every step, for it cannot know what stands in `i`.
  for (unsigned i = 0; i < steps; ++i) asm volatile("" : "+r"(i));
}

void labour(Game& game) {
  while (game.wait_for_turn()) {
    count_to(45'000'000);
    game.answer();
  }
}

// In 8 MiB of memory, from place to place in an order that no processor foresees.
void labour_in_memory(Game& game) {
  std::vector<unsigned> next((std::size_t{8} << 20) / sizeof(unsigned));
  std::iota(next.begin(), next.end(), 0U);
  // One circle through all places, by a way of shuffling that leaves none where it was.
  std::minstd_rand random(1);
  for (std::size_t i = next.size() - 1; i > 0; --i) std::swap(next[i], next[random() % i]);
  unsigned at = 0;
  while (game.wait_for_turn()) {
    for (int step = 0; step < 1'000'000; ++step) at = next[at];
    asm volatile("" : "+r"(at));
    game.answer();
  }
}

// In few turns, so that a game is short; in each of them for so long that a processor is given to
// others meanwhile, if they want it.
void labour_in_two_turns(Game& game) {
  for (int turn = 1; game.wait_for_turn(); ++turn) {
    if (turn == 4 || turn == 11) count_to(45'000'000);
    game.answer();
  }
}

std::chrono::nanoseconds cpu_used() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// Nineteen twentieths of its budget of 200 ms, a tenth of that in each of ten turns.
void use_nearly_all(Game& game) {
  for (int turn = 1; game.wait_for_turn(); ++turn) {
    while (turn <= 10 && cpu_used() < turn * 19ms * scale()) count_to(100'000);
    game.answer();
  }
}

// How much longer work takes than its CPU time: under a quota, say, or beside others; 1 to 20.
int slowness() {
  const auto used_before = cpu_used();
  const auto begin = std::chrono::steady_clock::now();
  count_to(30'000'000);
  const auto took = std::chrono::steady_clock::now() - begin;
  return static_cast<int>(std::clamp<long long>(took / (cpu_used() - used_before + 1ns), 1, 20));
}

// Gives the attacker longer and longer, so that it gets as far as it can on a slow machine too.
// Bounded, because nobody tells it when that has come to an end.
void pause_longer(Game& game) {
  for (auto rest = 150ms; game.wait_for_turn(); rest *= 4) {
    if (rest < 3s) std::this_thread::sleep_for(rest * slowness());
    game.answer();
  }
}

// So long and so often that an attacker can do what it wants on a slow machine too.
void pause_often(Game& game) {
  for (int turn = 1; game.wait_for_turn(); ++turn) {
    if (turn >= 2 && turn <= 5) std::this_thread::sleep_for(1s * slowness());
    game.answer();
  }
}

// Computes in another thread whenever it is not its turn: what suspends it must stop that, and
// what wakes it pays.
template <typename Prepare>
void ponder_in_thread(Game& game, Prepare before_answer) {
  static std::atomic<bool> waiting = false;
  std::thread([] {
    for (int i = 0; i < 100'000; ++i) {
      if (waiting) {
        burn(200us);
      } else {
        ::usleep(100);
      }
    }
  }).detach();
  // Half a second may go into being stopped, and 20 ms into being woken.
  constexpr auto beyond_all = 700ms;
  for (auto at_answer = cpu_used(); game.wait_for_turn(); at_answer = cpu_used()) {
    waiting = false;
    if (cpu_used() - at_answer > beyond_all) {
      game.succeeded("computing on the rival's time");
      return;
    }
    before_answer();
    game.answer();
    waiting = true;
  }
}

// The kernel sends the signal, so that no rule about sending holds it back.
void wake_by_timer(Game& game) {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGCONT, &action, nullptr);
  sigevent wake{};
  wake.sigev_notify = SIGEV_SIGNAL;
  wake.sigev_signo = SIGCONT;
  // A stop signal throws away a wake signal that has not arrived, and with it its timer. So there
  // are as many as it may have, set anew in each turn, and their signals are far apart: that it can
  // be stopped at all is another matter.
  std::array<timer_t, 8> timers{};
  for (timer_t& timer : timers) {
    if (::timer_create(CLOCK_MONOTONIC, &wake, &timer) != 0) ::_exit(9);
  }
  ponder_in_thread(game, [&timers] {
    long first = 1'000'000;  // ns; that of the last one is 10 s
    for (const timer_t timer : timers) {
      const itimerspec often{{0, 60'000'000}, {first / 1'000'000'000, first % 1'000'000'000}};
      ::timer_settime(timer, 0, &often, nullptr);
      first += first * 11 / 4;
    }
  });
}

// A thread that is stopped too late would wake the others.
void wake_by_signal(Game& game) {
  const pid_t self = ::getpid();
  if (!refused(::kill(self, SIGCONT), EPERM) ||
      !refused(::syscall(SYS_tkill, self, SIGCONT), EPERM) ||
      !refused(::syscall(SYS_tgkill, self, self, SIGCONT), EPERM)) {
    game.succeeded("SIGCONT to itself");
    return;
  }
  std::thread([self] {
    for (int i = 0; i < 20'000; ++i) {
      ::kill(self, SIGCONT);
      ::usleep(100);
    }
  }).detach();
  ponder_in_thread(game, [] {});
}

// ---- work that the referee is made to do in the bot's own turn ----

void ask_for_refused_call() { ::syscall(SYS_acct, nullptr); }

// With no more allowed than there are; so nothing is made.
void ask_for_thread() {
  static std::array<char, 1 << 16> stack;
  constexpr int flags =
      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  ::clone([](void*) { return 0; }, stack.data() + stack.size(), flags, nullptr);
}

void ask_for_child() {
  if (::fork() == 0) ::_exit(0);
}

void write_error() {
  static const std::string text(65'536, 'x');
  [[maybe_unused]] const ssize_t size = ::write(2, text.data(), text.size());
}

// One child is allowed, and lives until a second one has been asked for, however they are
// scheduled.
void ask_for_second_child() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  if (::fork() == 0) {
    ::close(ends[1]);
    char none = 0;
    ::_exit(::read(ends[0], &none, 1) == 0 ? 0 : 1);
  }
  ask_for_child();
  ::close(ends[0]);
  ::close(ends[1]);
}

// Computes one and a half budgets while another thread keeps the referee busy, which may not run
// before the budget is used up: so the first thread asks first.
template <void (*Ask)(), void (*First)() = Ask>
void compute_behind(Game& game) {
  game.wait_for_turn();
  static std::atomic<bool> done = false;
  std::thread asking([] {
    while (!done) Ask();
  });
  First();
  burn(300ms * scale());
  done = true;
  asking.join();
  game.succeeded("one and a half budgets");
}

constexpr std::string_view cpu_budget = "used more than its budget of 0.2 s of CPU time";
constexpr std::string_view wall_budget = "used more than its budget of 0.2 s of wall time";
constexpr std::string_view wall_limit =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time";
constexpr std::string_view waits_for_input =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time; it waits for input: "
    "does it flush its output after each move, or read a line too many?";

constexpr std::array time_behaviours{
    Behaviour{"spin", "budget=200 any-game", "timeout", cpu_budget, "computes for ever", spin},
    Behaviour{"spin-in-threads", "budget=200 any-game", "timeout", cpu_budget,
              "computes for ever in four threads", spin_in_threads},
    Behaviour{"spin-in-system-calls", "budget=200", "timeout", cpu_budget,
              "calls the kernel for ever", spin_in_system_calls},
    Behaviour{"spin-wall", "clock=wall budget=200 any-game", "timeout", wall_budget,
              "computes for ever, on the official clock", spin},
    Behaviour{"sleep", "budget=200", "timeout", wall_limit, "sleeps in its turn", sleep_for_ever},
    Behaviour{"sleep-behind-vfork", "budget=200 processes=2", "timeout", wall_limit,
              "sleeps in a child of vfork", sleep_behind_vfork},
    Behaviour{"sleep-wall", "clock=wall budget=200", "timeout", wall_budget,
              "sleeps in its turn, on the official clock", sleep_for_ever},
    Behaviour{"only-reads", "budget=200", "timeout", waits_for_input, "reads all and never answers",
              only_reads},
    Behaviour{"trickle", "budget=200", "timeout", wall_limit,
              "writes a byte every 20 ms, so that data keeps coming", trickle},
    Behaviour{"just-in-time", "budget=200", "", "", "answers 30 ms before its budget is used up",
              just_in_time},
    Behaviour{"just-too-late", "budget=200", "timeout", cpu_budget,
              "answers 20 ms after its budget is used up", just_too_late},
    Behaviour{"late-answer", "budget=200", "timeout", wall_limit,
              "sleeps past the wall limit, then answers", late_answer},
    Behaviour{"stop-itself", "budget=200", "timeout", wall_limit, "stops itself with SIGSTOP",
              stop_itself},
    Behaviour{"stop-itself-wall", "clock=wall budget=200", "timeout", wall_budget,
              "stops itself with SIGSTOP, on the official clock", stop_itself},
    Behaviour{"ponder", "budget=200", "timeout", cpu_budget, "computes on the opponent's turn",
              ponder},
    Behaviour{"ponder-wall", "clock=wall", "", "",
              "tries to compute on the opponent's turn, on the official clock",
              ponder_while_suspended},
    Behaviour{"pause", "", "", "", "sleeps 150 ms in its third turn", pause},
    Behaviour{"labours", "hidden", "", "", "does the same work in each turn, some 15 ms", labour},
    Behaviour{"labours-in-memory", "hidden", "", "", "goes through 8 MiB in each turn",
              labour_in_memory},
    Behaviour{"labours-in-two-turns", "hidden", "", "",
              "does the same work in two of its turns, some 12 ms or more", labour_in_two_turns},
    Behaviour{"uses-nearly-all", "hidden", "", "",
              "uses 95 % of a budget of 0.2 s of CPU time, and plays on", use_nearly_all},
    Behaviour{"pause-longer", "hidden", "", "", "sleeps longer and longer", pause_longer},
    Behaviour{"pauses-often", "hidden", "", "", "sleeps 1 s or more in four of its turns",
              pause_often},
    Behaviour{"wakes-itself-by-timer", "clock=wall opponent=pauses-often needs-fault held-by-group",
              "timeout", "computed while it was suspended on the opponent's time",
              "has a timer wake it with SIGCONT on the opponent's turn", wake_by_timer},
    Behaviour{"wakes-itself-by-signal", "clock=wall opponent=pause", "", "",
              "has a thread wake it with SIGCONT on the opponent's turn", wake_by_signal},
    Behaviour{"refusals-in-its-turn", "budget=200", "timeout", cpu_budget,
              "computes while a thread keeps asking for what is refused",
              compute_behind<ask_for_refused_call>},
    Behaviour{"refusals-in-its-turn-wall", "clock=wall budget=200 needs-refusal", "timeout",
              wall_budget, "the same on the official clock", compute_behind<ask_for_refused_call>},
    Behaviour{"threads-in-its-turn-wall", "clock=wall budget=200 needs-refusal threads=2",
              "timeout", wall_budget,
              "computes while a thread keeps asking for more, on the official clock",
              compute_behind<ask_for_thread>},
    Behaviour{"children-in-its-turn", "budget=200 processes=1", "timeout", cpu_budget,
              "computes while a thread keeps asking for children",
              compute_behind<ask_for_child, ask_for_second_child>},
    Behaviour{"children-in-its-turn-wall", "clock=wall budget=200 needs-refusal processes=1",
              "timeout", wall_budget, "the same on the official clock",
              compute_behind<ask_for_child, ask_for_second_child>},
    Behaviour{"errors-in-its-turn", "budget=200", "timeout", cpu_budget,
              "computes while a thread keeps writing to its standard error",
              compute_behind<write_error>},
    Behaviour{"errors-in-its-turn-wall", "clock=wall budget=200", "timeout", wall_budget,
              "the same on the official clock", compute_behind<write_error>},
    Behaviour{"work-after-answer", "", "", "", "works 1 ms after each answer", work_after_answer},
    Behaviour{"change-affinity", "", "", "", "tries to choose its processors", change_affinity},
    Behaviour{"raise-priority", "", "", "", "tries to raise its priority", raise_priority},
    Behaviour{"timer-storm", "clock=both", "", "", "interrupts itself 5,000 times a second",
              timer_storm},
};

}  // namespace

Group time_group() { return {"time", time_behaviours}; }

}  // namespace hostile
