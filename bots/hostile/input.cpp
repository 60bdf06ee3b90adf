// Group 6: bots that do not read, or leave at the wrong time.

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "hostile.hpp"

namespace hostile {
namespace {

void never_reads(Game&) { sleep_long(); }

void close_input(Game& game) {
  game.wait_for_turn();
  ::close(0);
  game.answer();
  sleep_long();
}

void close_both(Game& game) {
  game.wait_for_turn();
  ::close(0);
  ::close(1);
  sleep_long();
}

void close_all(Game& game) {
  game.wait_for_turn();
  for (int i = 0; i < 256; ++i) ::close(i);
  sleep_long();
}

void leave_at_once(Game&) { ::_exit(0); }

void leave_in_turn(Game& game) {
  game.wait_for_turn();
  ::_exit(0);
}

void leave_after_answer(Game& game) {
  game.wait_for_turn();
  game.answer();
  ::_exit(0);
}

template <int Code>
void leave_with(Game& game) {
  game.wait_for_turn();
  ::_exit(Code);
}

void crash_after_end(Game& game) {
  game.play_on();
  ::_exit(7);
}

void pipe_flags(Game& game) {
  ::fcntl(0, F_SETFL, O_NONBLOCK);
  ::fcntl(1, F_SETFL, O_NONBLOCK);
  ::fcntl(1, F_SETPIPE_SZ, 4096);
  ::fcntl(0, F_SETPIPE_SZ, 4096);
  ::fcntl(0, F_SETFL, 0);
  ::fcntl(1, F_SETFL, 0);
  game.play_on();
}

void output_as_input(Game& game) {
  const char byte = 'x';
  char taken = 0;
  const int input = ::open("/proc/self/fd/0", O_WRONLY | O_CLOEXEC);
  game.outcome(input >= 0 || ::write(0, &byte, 1) == 1 || ::recv(1, &taken, 1, MSG_DONTWAIT) == 1,
               "a pipe turned round");
}

constexpr std::string_view wall_time_limit =
    "took more than the wall limit of 0.6 s, 3 times its budget of CPU time";

constexpr std::array input_behaviours{
    Behaviour{"never-reads", "budget=200", "timeout", wall_time_limit, "never reads its input",
              never_reads},
    Behaviour{"close-input", "budget=200", "timeout", wall_time_limit,
              "closes its standard input and waits", close_input},
    Behaviour{"close-both", "grace=200", "exit", "closed its standard output without answering",
              "closes input and output and lives on", close_both},
    Behaviour{"close-all", "grace=200 any-game", "exit",
              "closed its standard output without answering",
              "closes every descriptor and lives on", close_all},
    Behaviour{"leave-at-once", "any-game", "exit", "left with exit code 0 without answering",
              "leaves before it reads anything", leave_at_once},
    Behaviour{"leave-in-turn", "any-game", "exit", "left with exit code 0 without answering",
              "leaves in its turn", leave_in_turn},
    Behaviour{"leave-after-answer", "", "exit", "left with exit code 0 without answering",
              "leaves after its first move", leave_after_answer},
    Behaviour{"exit-code-2", "any-game", "crash", "left with exit code 2 without answering",
              "leaves with exit code 2", leave_with<2>},
    Behaviour{"exit-code-255", "", "crash", "left with exit code 255 without answering",
              "leaves with exit code 255", leave_with<255>},
    Behaviour{"crash-after-end", "", "", "", "leaves with exit code 7 after the game",
              crash_after_end},
    Behaviour{"pipe-flags", "", "", "", "changes the flags and sizes of its pipes", pipe_flags},
    Behaviour{"pipe-direction", "", "", "", "writes to its input and reads its output",
              output_as_input},
};

}  // namespace

Group input_group() { return {"input", input_behaviours}; }

}  // namespace hostile
