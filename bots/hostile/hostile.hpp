// Misbehaving bots for the referee's tests: `hostile NAME` plays Black Hole and does
// one wrong thing; `hostile --list` prints what there is and what must come of it.
//
// LIVE AMMUNITION. Some of these would harm the machine if a protection failed. They
// run only inside the fences of tests/machine/hostile/hostile_test.cpp, and every loop that takes
// something (processes, memory, disk) is bounded by itself.
//
// An attack that the walls must refuse is followed by an honest game if it fails and
// by the line "SUCCEEDED: ..." if it does not, so that the record tells the two apart.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hostile {

// The bot's side of a game of Black Hole.
class Game {
 public:
  // HOSTILE_FIRST in the environment: the first line of any game is taken for a turn,
  // so that bots that never answer can be tried in every game.
  Game();
  // Reads until a move is asked for; false at `Quit` or the end of the input.
  bool wait_for_turn();
  // A legal move; meant to be written, and counted as played.
  std::string move();

  // Writes bytes to the standard output as they are, all of them.
  void write(std::string_view bytes);
  void answer() { write(move() + "\n"); }
  // An honest game from here to the end.
  void play_on();
  // Tells the referee that an attack has worked, and plays on.
  void succeeded(std::string_view what);
  // As succeeded() if `done`, else an honest game.
  void outcome(bool done, std::string_view what);

 private:
  bool read_line(std::string& line);

  std::vector<std::string> taken_;
  int brown_left_ = 5;
  int next_value_ = 1;
  std::string input_;
  bool asked_ = false;  // for a move, and nothing has been written since
};

struct Behaviour {
  std::string_view name;
  // How the test must run it, "key=value" separated by blanks: clock, budget and grace (ms; far
  // beyond any need unless a limit of time is what it must meet), memory (MiB), processes, threads,
  // open_files, disk (MiB), file_size (MiB), output (bytes), opponent (the name of a behaviour that
  // takes the honest bot's place); "clock=both", which stands first, for one that is listed twice,
  // with "-wall" behind its name for the official clock; "needs-fault" and "needs-refusal" where a
  // game in which it had no fault, or nothing was refused to it, has not shown what it does;
  // "only-measured" for one whose fault depends on how fast the machine is, so that only what it
  // costs its rival is known; "held-by-group" where a control group, which root has, holds it, so
  // that it plays an honest game; "hidden" for one that is only that, and not in the list; and
  // "any-game" where it never answers a legal move, so that every game can be the stage.
  std::string_view options;
  // What the record must say; no fault and no reason where the walls hold and an
  // honest game follows. Reason "?": words of the game's rules, whatever they are.
  std::string_view fault;
  std::string_view reason;
  std::string_view does;  // one line for people
  void (*run)(Game&);
};

struct Group {
  std::string_view title;
  std::span<const Behaviour> behaviours;
};

Group time_group();
Group process_group();
Group referee_group();
Group rival_group();
Group output_group();
Group input_group();
Group memory_group();
Group detour_group();
Group start_group();
Group fairness_group();
Group pressure_group();

// How many times a small budget of the tests is what `reason` says: more where a start takes long.
int scale();
// Uses this much CPU time of the calling thread.
void burn(std::chrono::nanoseconds cpu);
// Sleeps for a time that is beyond every limit of the tests.
void sleep_long();
// Has the system call that returned `result` right now failed with `error`, or because
// this kernel has no such call? Reads errno.
bool refused(long result, int error);

}  // namespace hostile
