// Group 1: bots that fight the clock.

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

using namespace std::chrono_literals;

constexpr auto far_too_long = 20s;

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
  for (int i = 0; i < 200'000'000; ++i) ::getppid();
}

void sleep_for_ever(Game& game) {
  game.wait_for_turn();
  sleep_long();
}

void only_reads(Game& game) {
  while (game.wait_for_turn()) {
  }
}

void trickle(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 1000; ++i) {
    game.write("A");
    ::usleep(20'000);
  }
}

void just_in_time(Game& game) {
  game.wait_for_turn();
  burn(170ms);
  game.answer();
  game.play_on();
}

void just_too_late(Game& game) {
  game.wait_for_turn();
  burn(220ms);
  game.answer();
  game.play_on();
}

void late_answer(Game& game) {
  game.wait_for_turn();
  ::usleep(900'000);
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

constexpr std::string_view cpu_budget = "used more than its budget of 0.2 s of CPU time";
constexpr std::string_view wall_budget = "used more than its budget of 0.2 s of wall time";
constexpr std::string_view wall_limit =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time";

constexpr std::array behaviours{
    Behaviour{"spin", "any-game", "timeout", cpu_budget, "computes for ever", spin},
    Behaviour{"spin-in-threads", "any-game", "timeout", cpu_budget,
              "computes for ever in four threads", spin_in_threads},
    Behaviour{"spin-in-system-calls", "", "timeout", cpu_budget, "calls the kernel for ever",
              spin_in_system_calls},
    Behaviour{"spin-wall", "clock=wall any-game", "timeout", wall_budget,
              "computes for ever, on the official clock", spin},
    Behaviour{"sleep", "", "timeout", wall_limit, "sleeps in its turn", sleep_for_ever},
    Behaviour{"sleep-wall", "clock=wall", "timeout", wall_budget,
              "sleeps in its turn, on the official clock", sleep_for_ever},
    Behaviour{"only-reads", "", "timeout", wall_limit, "reads all and never answers", only_reads},
    Behaviour{"trickle", "", "timeout", wall_limit,
              "writes a byte every 20 ms, so that data keeps coming", trickle},
    Behaviour{"just-in-time", "", "", "", "answers 30 ms before its budget is used up",
              just_in_time},
    Behaviour{"just-too-late", "", "timeout", cpu_budget,
              "answers 20 ms after its budget is used up", just_too_late},
    Behaviour{"late-answer", "", "timeout", wall_limit, "sleeps past the wall limit, then answers",
              late_answer},
    Behaviour{"stop-itself", "", "timeout", wall_limit, "stops itself with SIGSTOP", stop_itself},
    Behaviour{"stop-itself-wall", "clock=wall", "timeout", wall_budget,
              "stops itself with SIGSTOP, on the official clock", stop_itself},
    Behaviour{"ponder", "", "timeout", cpu_budget, "computes on the opponent's turn", ponder},
    Behaviour{"ponder-wall", "clock=wall budget=1000", "", "",
              "tries to compute on the opponent's turn, on the official clock",
              ponder_while_suspended},
    Behaviour{"work-after-answer", "", "", "", "works 1 ms after each answer", work_after_answer},
    Behaviour{"change-affinity", "", "", "", "tries to choose its processors", change_affinity},
    Behaviour{"raise-priority", "", "", "", "tries to raise its priority", raise_priority},
    Behaviour{"timer-storm", "", "", "", "interrupts itself 5,000 times a second", timer_storm},
};

}  // namespace

Group time_group() { return {"time", behaviours}; }

}  // namespace hostile
