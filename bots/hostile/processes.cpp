// Group 2: bots that make processes and threads.

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

using namespace std::chrono_literals;

constexpr int bomb_size = 40;  // bounded: all that it would make if nothing stopped it

// Forks; the child never comes back from `child_does`.
template <typename Work>
pid_t spawn(Work child_does) {
  const pid_t child = ::fork();
  if (child == 0) {
    child_does();
    ::_exit(0);
  }
  return child;
}

void fork_or_give_up(Game& game) {
  game.wait_for_turn();
  const pid_t child = spawn([] {});
  if (child < 0) ::_exit(1);
  game.succeeded("fork");
}

void fork_bomb(Game& game) {
  int made = 0;
  for (int i = 0; i < bomb_size; ++i) {
    if (spawn(sleep_long) > 0) ++made;
  }
  game.outcome(made > 0, "fork " + std::to_string(made) + " times");
}

void vfork_exec(Game& game) {
  const pid_t child = ::vfork();
  if (child == 0) {
    ::execl("/bin/true", "true", nullptr);
    ::_exit(127);
  }
  game.outcome(child > 0, "vfork");
}

void call_system(Game& game) { game.outcome(std::system("true") == 0, "system"); }

// Half of the threads that it may have ask for all others at the same time.
void threads_at_once(Game& game) {
  static std::atomic<bool> begin = false;
  static std::atomic<int> done = 0;
  constexpr int askers = 8;
  std::vector<std::thread> threads;
  for (int i = 0; i < askers; ++i) {
    threads.emplace_back([] {
      while (!begin) std::this_thread::yield();
      for (int more = 0; more < 4; ++more) {
        try {
          std::thread(sleep_long).detach();
        } catch (const std::system_error&) {
          break;
        }
      }
      ++done;
      sleep_long();
    });
    threads.back().detach();
  }
  begin = true;
  while (done < askers) ::usleep(1000);
  std::ifstream status("/proc/self/status");
  int count = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Threads:")) count = std::atoi(line.c_str() + 8);
  }
  if (count < 2 + askers) ::_exit(9);  // not so many as it may have
  game.outcome(count > 2 * askers, std::to_string(count) + " threads");
}

void set_session(Game& game) {
  game.outcome(::setsid() >= 0 || ::setpgid(0, 0) == 0, "a session of its own");
}

void more_than_allowed(Game& game) {
  int made = 0;
  for (int i = 0; i < 8; ++i) {
    if (spawn(sleep_long) > 0) ++made;
  }
  game.outcome(made != 2, std::to_string(made) + " children");
}

void child_in_session(Game& game) {
  // The child tries to get away and then stays; nothing of it may be left.
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) ::_exit(9);
  spawn([&] {
    ::setsid();
    ::close(ends[1]);
    ::close(ends[0]);
    sleep_long();
  });
  ::close(ends[1]);
  char byte = 0;
  // Until the child has tried.
  if (::read(ends[0], &byte, 1) != 0) ::_exit(9);
  game.play_on();
}

void child_takes_over(Game& game) {
  game.wait_for_turn();
  if (spawn([&, parent = ::getpid()] {
        while (::getppid() == parent) ::usleep(1000);
        ::usleep(20'000);
        game.answer();
        game.play_on();
      }) > 0) {
    ::_exit(0);
  }
}

void daemon_holds_pipe(Game& game) {
  game.wait_for_turn();
  if (spawn([] {
        spawn(sleep_long);
        ::_exit(0);
      }) > 0) {
    ::usleep(20'000);
    ::_exit(3);
  }
}

void daemon_stays(Game& game) {
  int status = 0;
  const pid_t child = spawn([] {
    ::setsid();
    spawn(sleep_long);
    ::_exit(0);
  });
  ::waitpid(child, &status, 0);
  game.play_on();
}

void hidden_workers(Game& game) {
  game.wait_for_turn();
  ::signal(SIGCHLD, SIG_IGN);
  // Workers that come and go; the time of each is lost with it but in a cgroup.
  for (int i = 0; i < 5000; ++i) {
    spawn([] { burn(100ms); });
    spawn([] { burn(100ms); });
    ::waitpid(-1, nullptr, 0);
  }
  game.answer();
  game.play_on();
}

void long_worker(Game& game) {
  game.wait_for_turn();
  spawn([] { burn(1000s); });
  sleep_long();
}

void zombies(Game& game) {
  for (int i = 0; i < 4; ++i) spawn([] {});
  game.play_on();
}

void ignore_goodbye(Game& game) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_IGN);
  game.play_on();
  sleep_long();
}

void continue_helper(Game& game) {
  spawn([] {
    for (int i = 0; i < 2000; ++i) {
      ::kill(::getppid(), SIGCONT);
      ::usleep(1000);
    }
  });
  while (game.wait_for_turn()) {
    game.answer();
    burn(2ms);
  }
}

void* thread_sleeps(void*) {
  sleep_long();
  return nullptr;
}

void many_threads(Game& game) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, 64 << 10);
  int made = 1;
  for (; made < 400; ++made) {
    pthread_t thread;
    if (::pthread_create(&thread, &attributes, thread_sleeps, nullptr) != 0) break;
  }
  game.outcome(made > 64, std::to_string(made) + " threads");
}

void threads_or_give_up(Game& game) {
  game.wait_for_turn();
  for (int made = 1; made < 400; ++made) {
    pthread_t thread;
    if (::pthread_create(&thread, nullptr, thread_sleeps, nullptr) != 0) ::_exit(1);
  }
}

constexpr std::array process_behaviours{
    Behaviour{"fork-or-give-up", "any-game", "crash",
              "left with exit code 1 without answering; it was refused a child process",
              "needs a child process and leaves without one", fork_or_give_up},
    Behaviour{"fork-bomb", "", "", "", "forks and forks", fork_bomb},
    Behaviour{"vfork-exec", "", "", "", "starts a program with vfork", vfork_exec},
    Behaviour{"system", "", "", "", "starts a shell", call_system},
    Behaviour{"own-session", "", "", "", "tries to leave its session and group", set_session},
    Behaviour{"more-than-allowed", "processes=2", "", "",
              "makes eight children where two are allowed", more_than_allowed},
    Behaviour{"child-in-session", "processes=2", "", "",
              "leaves a child behind that tries to get a session of its own", child_in_session},
    Behaviour{"child-takes-over", "processes=2 needs-fault", "exit",
              "left with exit code 0 without answering", "leaves and lets a child answer",
              child_takes_over},
    Behaviour{"daemon-holds-pipe", "processes=2", "crash",
              "left with exit code 3 without answering",
              "leaves a twice forked daemon that holds its output open", daemon_holds_pipe},
    Behaviour{"daemon-stays", "processes=2", "", "",
              "leaves a twice forked daemon behind after an honest game", daemon_stays},
    Behaviour{"hidden-workers", "budget=200 processes=2", "timeout",
              "used more than its budget of 0.2 s of CPU time",
              "computes in child after child and ignores SIGCHLD to hide their time",
              hidden_workers},
    Behaviour{"long-worker", "budget=200 processes=2", "timeout",
              "used more than its budget of 0.2 s of CPU time",
              "lets a child compute while it sleeps", long_worker},
    Behaviour{"zombies", "processes=8", "", "", "never reaps its children", zombies},
    Behaviour{"ignore-goodbye", "grace=200", "", "", "ignores signals and stays after the end",
              ignore_goodbye},
    Behaviour{"continue-helper", "clock=wall processes=2", "", "",
              "has a helper that wakes it with SIGCONT while it is suspended", continue_helper},
    Behaviour{"many-threads", "threads=64", "", "", "makes 400 threads where 64 are allowed",
              many_threads},
    Behaviour{"threads-at-once", "threads=16", "", "",
              "has 8 threads ask for 32 more at the same time where 16 are allowed",
              threads_at_once},
    Behaviour{"threads-or-give-up", "threads=8", "crash",
              "left with exit code 1 without answering; it was refused another thread",
              "needs 400 threads where 8 are allowed and leaves", threads_or_give_up},
};

}  // namespace

Group process_group() { return {"processes", process_behaviours}; }

}  // namespace hostile
