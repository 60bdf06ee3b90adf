// Group 9: bots that fail at their start. Programs that cannot be started at all
// (missing, not executable, another machine's) need no program; the tests make them.

#include <signal.h>
#include <unistd.h>

#include <array>

#include "hostile.hpp"

namespace hostile {
namespace {

template <int Signal>
void die(Game&) {
  ::raise(Signal);
}

void segmentation_fault(Game&) {
  volatile int* nothing = nullptr;
  *nothing = 1;
}

void divide_by_zero(Game& game) {
  volatile int zero = 0;
  volatile int seven = 7;
  volatile int result = seven / zero;
  if (result == 42) game.play_on();
}

void slow_start(Game& game) {
  ::usleep(100'000);
  game.play_on();
}

void hangs_at_start(Game&) { sleep_long(); }

void honest(Game& game) { game.play_on(); }

constexpr std::array start_behaviours{
    Behaviour{"honest", "", "", "", "plays an honest game; the measure for the others", honest},
    Behaviour{"segmentation-fault", "any-game", "crash",
              "ended by signal 11 (Segmentation fault) without answering",
              "writes to address 0 at its start", segmentation_fault},
    Behaviour{"divide-by-zero", "any-game", "crash",
              "ended by signal 8 (Floating point exception) without answering",
              "divides by zero at its start", divide_by_zero},
    Behaviour{"illegal-instruction", "", "crash",
              "ended by signal 4 (Illegal instruction) without answering",
              "ends by SIGILL at its start", die<SIGILL>},
    Behaviour{"bus-error", "", "crash", "ended by signal 7 (Bus error) without answering",
              "ends by SIGBUS at its start", die<SIGBUS>},
    Behaviour{"kills-itself", "", "crash",
              "ended by signal 9 (Killed) without answering; the referee did not send it: it was "
              "killed from outside, or killed itself",
              "ends by SIGKILL at its start", die<SIGKILL>},
    Behaviour{"slow-start", "", "", "", "sleeps 100 ms at its start", slow_start},
    Behaviour{"hangs-at-start", "budget=200", "timeout",
              "took more than the wall limit of 0.6 s, 3 times its budget of CPU time",
              "never gets to its first line", hangs_at_start},
};

}  // namespace

Group start_group() { return {"start", start_behaviours}; }

}  // namespace hostile
