// Group 10: bots that want their rival's clock to run, or their own not to: threads and children
// made in odd ways, work while they are suspended, locks that the referee might want, interrupts.
// They go on as long as the rival's turns do, so nothing ends them but the end of the game and
// enough().

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "hostile.hpp"

namespace hostile {
namespace {

using namespace std::chrono_literals;

// ---- odd ways to make threads and children ----

constexpr unsigned thread_flags =
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;

// Whatever it makes ends at once.
int end_at_once(void* /*nothing*/) {
  ::syscall(SYS_exit, 0);
  return 0;
}

bool clones(unsigned flags) {
  static std::array<char, 1 << 16> stack;
  const int made =
      ::clone(end_at_once, stack.data() + stack.size(), static_cast<int>(flags), nullptr);
  const int error = errno;
  if (made > 0 && (flags & CLONE_THREAD) == 0) ::waitpid(made, nullptr, __WALL);
  errno = error;
  return made >= 0 || (error != EINVAL && error != EPERM);
}

template <unsigned flags>
void clone_with(Game& game) {
  game.outcome(clones(flags), "clone with odd flags");
}

// ---- work on the rival's time ----

// Longer than any game of the tests takes, on a machine that is not very busy.
bool enough() {
  static const auto begin = std::chrono::steady_clock::now();
  return std::chrono::steady_clock::now() - begin >= 10s;
}

std::atomic<bool> rivals_turn = false;

void do_on_rivals_turn(const std::function<void()>& work) {
  while (!enough()) {
    if (rivals_turn) {
      work();
    } else {
      ::usleep(200);
    }
  }
}

void play_on_and_tell_whose_turn_it_is(Game& game) {
  while (game.wait_for_turn()) {
    rivals_turn = false;
    game.answer();
    rivals_turn = true;
  }
  ::_exit(0);
}

// `count` threads do `work`, again and again, while it is the rival's turn. They begin together:
// those that wake all the time would keep the others from being made, for up to ten seconds.
void work_on_rivals_turn(Game& game, int count, const std::function<void()>& work) {
  static std::atomic<bool> all_are_there = false;
  for (int i = 0; i < count; ++i) {
    std::thread([&work] {
      all_are_there.wait(false);
      do_on_rivals_turn(work);
    }).detach();
  }
  all_are_there = true;
  all_are_there.notify_all();
  play_on_and_tell_whose_turn_it_is(game);
}

void ponder_in_many_threads(Game& game) {
  work_on_rivals_turn(game, 48, [] { burn(100us); });
}

void ponder_in_system_calls(Game& game) {
  work_on_rivals_turn(game, 4, [] {
    for (int i = 0; i < 1000; ++i) ::syscall(SYS_getppid);
  });
}

void ponder_with_blocked_signals(Game& game) {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
  work_on_rivals_turn(game, 4, [] { burn(100us); });
}

// The number of the process is that of its first thread, which is gone. Not by pthread_exit(),
// which would destroy the game with everything else on its stack.
void ponder_without_first_thread(Game& game) {
  std::thread([&game] { work_on_rivals_turn(game, 2, [] { burn(100us); }); }).detach();
  ::syscall(SYS_exit, 0);
}

void give_back_memory(Game& game) {
  constexpr std::size_t size = std::size_t{128} << 20;
  work_on_rivals_turn(game, 1, [] {
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory != MAP_FAILED) ::munmap(memory, size);
  });
}

// A child works on; its parent waits for it as vfork does, and cannot be stopped.
void ponder_behind_vfork(Game& game) {
  std::thread([] {
    const pid_t child = ::vfork();
    if (child == 0) {
      do_on_rivals_turn([] { burn(100us); });
      ::_exit(0);
    }
    if (child > 0) ::waitpid(child, nullptr, 0);
  }).detach();
  play_on_and_tell_whose_turn_it_is(game);
}

// Its first thread waits for one of its own as vfork does, again and again, and takes no signal
// meanwhile; another one plays, and the others compute. If that is refused, they compute without.
void ponder_behind_vfork_thread(Game& game) {
  constexpr int count = 24;
  static std::atomic<int> answers = 0;
  static std::array<char, 1 << 16> stack;
  std::thread([&game] {
    for (int i = 0; i < count; ++i) {
      std::thread([] { do_on_rivals_turn([] { burn(100us); }); }).detach();
    }
    while (game.wait_for_turn()) {
      rivals_turn = false;
      ++answers;
      ::usleep(300);  // in which the first thread begins to wait anew
      game.answer();
      rivals_turn = true;
    }
    ::_exit(0);
  }).detach();
  const auto wait_for_answer = [](void* /*nothing*/) {
    for (const int before = answers; answers == before && !enough();) ::usleep(100);
    ::syscall(SYS_exit, 0);
    return 0;
  };
  while (!enough() && ::clone(wait_for_answer, stack.data() + stack.size(),
                              thread_flags | CLONE_VFORK, nullptr) > 0) {
  }
  sleep_long();
}

void ponder_in_child(Game& game) {
  const pid_t child = ::fork();
  if (child == 0) {
    while (!enough()) burn(1ms);
    ::_exit(0);
  }
  game.play_on();
}

void ponder_in_orphan(Game& game) {
  if (const pid_t child = ::fork(); child == 0) {
    if (::fork() == 0) {
      while (!enough()) burn(1ms);
    }
    ::_exit(0);
  } else if (child > 0) {
    ::waitpid(child, nullptr, 0);
  }
  game.play_on();
}

// ---- locks of its memory, which a look at it needs ----

constexpr std::size_t large = std::size_t{256} << 20;

void* zero_pages(std::size_t size) {
  void* memory =
      ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  constexpr int populate_read = 22;
  ::madvise(memory, size, populate_read);
  return memory;
}

void storm_of_protection(Game& game) {
  static void* memory = zero_pages(large);
  work_on_rivals_turn(game, 16, [] {
    ::mprotect(memory, large, PROT_READ | PROT_EXEC);
    ::mprotect(memory, large, PROT_READ);
  });
}

// Whoever wants the lock waits for all of these, each of which has half a million pages to change.
void long_storm_of_protection(Game& game) {
  constexpr std::size_t much = std::size_t{2} << 30;
  static void* memory = zero_pages(much);
  work_on_rivals_turn(game, 100, [] {
    ::mprotect(memory, much, PROT_READ | PROT_EXEC);
    ::mprotect(memory, much, PROT_READ);
  });
}

void storm_of_mappings(Game& game) {
  work_on_rivals_turn(game, 8, [] {
    void* memory = ::mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) ::munmap(memory, 1 << 20);
  });
}

void storm_of_faults(Game& game) {
  static void* memory = zero_pages(large / 4);
  work_on_rivals_turn(game, 4, [] {
    constexpr int populate_read = 22;
    ::madvise(memory, large / 4, MADV_DONTNEED);
    ::madvise(memory, large / 4, populate_read);
  });
}

void storm_of_locks(Game& game) {
  static std::array<char, 1 << 20> memory;
  work_on_rivals_turn(game, 8, [] {
    ::mlock(memory.data(), 16 << 10);
    ::munlock(memory.data(), 16 << 10);
  });
}

void storm_of_breaks(Game& game) {
  work_on_rivals_turn(game, 1, [] {
    void* end = ::sbrk(1 << 20);
    if (end != reinterpret_cast<void*>(-1)) ::sbrk(-(1 << 20));
  });
}

void many_mappings(Game& game) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::size_t count = 40'000;
  auto* memory = static_cast<char*>(
      ::mmap(nullptr, count * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  for (std::size_t i = 0; i < count; i += 2) ::mprotect(memory + i * page, page, PROT_NONE);
  game.play_on();
}

// In the turns in which rivals pause (pause_longer) or compute (labour_in_two_turns).
void fill_and_empty_memory(Game& game) {
  for (int turn = 1; game.wait_for_turn(); ++turn) {
    const bool fill = turn <= 4 || turn == 11;
    std::vector<char> memory(fill ? std::size_t{200} << 20 : 0, 'x');
    game.answer();
  }
}

void churn_in_scratch(Game& game) {
  const char* scratch = ::getenv("TMPDIR");
  static const std::string folder = scratch == nullptr ? "." : scratch;
  static std::atomic<int> next = 0;
  work_on_rivals_turn(game, 4, [] {
    const std::string name = folder + "/f" + std::to_string(next++ % 500);
    const int file = ::open(name.c_str(), O_CREAT | O_WRONLY, 0600);
    ::close(file);
    ::rename(name.c_str(), (name + "x").c_str());
    ::unlink((name + "x").c_str());
  });
}

// ---- interrupts, wakes and questions at somebody else's expense ----

void many_timers(Game& game) {
  sigevent event{};
  event.sigev_notify = SIGEV_NONE;
  int made = 0;
  for (int i = 0; i < 8000; ++i) {
    timer_t timer{};
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) ++made;
  }
  game.outcome(made > 32, "many timers");
}

// As many as it gets, at most 8,000, in each turn set to expire while the rival thinks, each a
// little later than the one before. Their signals are blocked, so that they cost the bot nothing.
void timers_in_rivals_turn(Game& game) {
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGRTMIN + 1);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN + 1;
  std::vector<timer_t> timers;
  for (timer_t timer{};
       timers.size() < 8000 && ::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;) {
    timers.push_back(timer);
  }
  using Clock = std::chrono::steady_clock;
  Clock::duration to_set_all = timers.size() * 2us;
  while (game.wait_for_turn()) {
    const auto begin = Clock::now();
    const auto answer = begin + to_set_all * 3 / 2;
    auto when = (answer + 1ms).time_since_epoch();
    for (const timer_t timer : timers) {
      when += 1us;
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(when);
      const itimerspec then{
          {0, 0},
          {static_cast<time_t>(seconds.count()), static_cast<long>((when - seconds).count())}};
      ::timer_settime(timer, TIMER_ABSTIME, &then, nullptr);
    }
    to_set_all = Clock::now() - begin;
    std::this_thread::sleep_until(answer);
    game.answer();
  }
}

void ignored_timers(Game& game) {
  ::signal(SIGUSR1, SIG_IGN);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  for (int i = 0; i < 8; ++i) {
    timer_t timer{};
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) continue;
    const itimerspec often{{0, 1}, {0, 1}};
    ::timer_settime(timer, 0, &often, nullptr);
  }
  game.play_on();
}

void many_timer_descriptors(Game& game) {
  std::vector<int> timers;
  for (int i = 0; i < 200; ++i) timers.push_back(::timerfd_create(CLOCK_MONOTONIC, 0));
  while (game.wait_for_turn()) {
    for (std::size_t i = 0; i < timers.size(); ++i) {
      const itimerspec soon{{0, 1000}, {0, static_cast<long>(1 + i * 5000)}};
      ::timerfd_settime(timers[i], 0, &soon, nullptr);
    }
    game.answer();
  }
}

template <int threads>
void napping_threads(Game& game) {
  // As many as there may be, within its memory.
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, std::size_t{64} << 10);
  ::pthread_setattr_default_np(&small);
  work_on_rivals_turn(game, threads, [] {
    const timespec nap{0, 200'000};
    ::nanosleep(&nap, nullptr);
  });
}

void storm_of_refusals(Game& game) {
  static std::atomic<int> asked = 0;
  // On the official clock its threads may be suspended before they get to ask.
  ::syscall(SYS_acct, nullptr);
  work_on_rivals_turn(game, 4, [] {
    if (asked++ < 20'000) ::syscall(SYS_acct, nullptr);
    ::usleep(50);
  });
}

void storm_of_signals(Game& game) {
  ::signal(SIGUSR1, [](int) {});
  work_on_rivals_turn(game, 4, [] {
    for (int i = 0; i < 100; ++i) ::kill(::getpid(), SIGUSR1);
  });
}

void storm_of_errors(Game& game) {
  static std::atomic<int> written = 0;
  static const std::string text(4000, 'x');
  work_on_rivals_turn(game, 2, [] {
    if (written++ < 2000) [[maybe_unused]]
      const ssize_t size = ::write(2, text.data(), text.size());
    ::usleep(50);
  });
}

void storm_of_futexes(Game& game) {
  static std::atomic<int> word = 0;
  work_on_rivals_turn(game, 8, [] {
    const timespec soon{0, 100'000};
    ::syscall(SYS_futex, &word, 0 /* wait */, 0, &soon, nullptr, 0);
    ::syscall(SYS_futex, &word, 1 /* wake */, 8, nullptr, nullptr, 0);
  });
}

// Pages that are moved are taken from all processors, by interrupts.
void storm_of_moved_pages(Game& game) {
  constexpr std::size_t size = 64 << 10;
  constexpr unsigned bind = 2;
  constexpr unsigned strictly_and_moved = 3;
  static auto* memory = static_cast<char*>(
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::fill(memory, memory + size, 'x');
  work_on_rivals_turn(game, 4, [] {
    const unsigned long first_node = 1;
    ::syscall(SYS_mbind, memory, size, bind, &first_node, 64, strictly_and_moved);
  });
}

void storm_of_direct_reads(Game& game) {
  static const int program = ::open("/proc/self/exe", O_RDONLY | O_DIRECT | O_CLOEXEC);
  work_on_rivals_turn(game, 4, [] {
    constexpr std::size_t size = 64 << 10;
    alignas(4096) static std::array<char, size> block;  // whatever the threads do to it
    if (::pread(program, block.data(), size, 0) < 0) ::usleep(200);
  });
}

// What it reads takes the place of what the rival has in the caches.
void stream_memory(Game& game) {
  static std::vector<char> memory(std::size_t{64} << 20, 'x');
  work_on_rivals_turn(game, 1, [] {
    for (std::size_t i = 0; i < memory.size(); i += 64) ++memory[i];
  });
}

void storm_of_yields(Game& game) {
  work_on_rivals_turn(game, 4, [] {
    for (int i = 0; i < 100; ++i) ::sched_yield();
  });
}

// It has one thread, which reads when it is not woken.
void storm_of_interval_signals(Game& game) {
  struct sigaction action {};
  action.sa_handler = [](int) { burn(50us); };
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval often{{0, 100}, {0, 100}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  game.play_on();
}

// When it has been seen at rest.
void wake_late(Game& game) {
  work_on_rivals_turn(game, 1, [] {
    ::usleep(5000);
    burn(1ms);
  });
}

constexpr std::array fairness_behaviours{
    Behaviour{"thread-as-vfork", "clock=both", "", "",
              "makes a thread that its maker waits for unstoppably",
              clone_with<thread_flags | CLONE_VFORK>},
    Behaviour{"thread-as-vfork-with-children", "clock=wall processes=2", "", "",
              "the same where children are allowed", clone_with<thread_flags | CLONE_VFORK>},
    Behaviour{"thread-with-own-folder", "", "", "", "makes a thread that shares no current folder",
              clone_with<thread_flags - CLONE_FS>},
    Behaviour{"thread-without-undo", "", "", "", "makes a thread that shares no semaphores",
              clone_with<thread_flags - CLONE_SYSVSEM>},
    Behaviour{"thread-traced", "", "", "", "makes a thread under a debugger",
              clone_with<thread_flags | CLONE_PTRACE>},
    Behaviour{"thread-untraced", "", "", "", "makes a thread that no debugger follows",
              clone_with<thread_flags | CLONE_UNTRACED>},
    Behaviour{"thread-sharing-io", "", "", "", "makes a thread that shares the I/O context",
              clone_with<thread_flags | CLONE_IO>},
    Behaviour{"child-of-the-referee", "processes=2", "", "", "makes a child that is the referee's",
              clone_with<CLONE_PARENT | SIGCHLD>},
    Behaviour{"silent-child", "processes=2", "", "", "makes a child whose end nobody hears of",
              clone_with<0>},
    Behaviour{"child-sharing-memory", "processes=2", "", "", "makes a child that shares its memory",
              clone_with<CLONE_VM | SIGCHLD>},
    Behaviour{"child-sharing-files", "processes=2", "", "", "makes a child that shares descriptors",
              clone_with<CLONE_FILES | SIGCHLD>},
    Behaviour{"child-traced", "processes=2", "", "", "makes a child under a debugger",
              clone_with<CLONE_PTRACE | SIGCHLD>},
    Behaviour{"ponder-in-many-threads-wall", "clock=wall opponent=pause", "", "",
              "computes in 48 threads on the rival's time", ponder_in_many_threads},
    Behaviour{"ponder-in-system-calls-wall", "clock=wall opponent=pause", "", "",
              "calls the kernel on the rival's time", ponder_in_system_calls},
    Behaviour{"ponder-with-blocked-signals-wall", "clock=wall opponent=pause", "", "",
              "computes with all signals blocked", ponder_with_blocked_signals},
    Behaviour{"ponder-without-first-thread-wall", "clock=wall opponent=pause", "", "",
              "computes after its first thread has ended", ponder_without_first_thread},
    Behaviour{"give-back-memory-wall", "clock=wall opponent=pause", "", "",
              "gives back much memory on the rival's time", give_back_memory},
    Behaviour{"ponder-behind-vfork-wall", "clock=wall processes=2 opponent=pause", "", "",
              "computes in a child of vfork", ponder_behind_vfork},
    Behaviour{"ponder-behind-vfork-thread-wall", "clock=wall opponent=pause", "", "",
              "computes in 24 threads behind a thread that nothing stops",
              ponder_behind_vfork_thread},
    Behaviour{"ponder-behind-vfork-thread-with-children", "clock=wall processes=2 opponent=pause",
              "", "", "the same where children are allowed", ponder_behind_vfork_thread},
    Behaviour{"ponder-in-child-wall", "clock=wall processes=2 opponent=pause", "", "",
              "computes in a child", ponder_in_child},
    Behaviour{"ponder-in-orphan-wall", "clock=wall processes=3 opponent=pause", "", "",
              "computes in a child's child that has lost its parent", ponder_in_orphan},
    Behaviour{"storm-of-protection", "clock=both opponent=pause", "", "",
              "has 16 threads change the protection of much memory", storm_of_protection},
    Behaviour{"long-storm-of-protection", "only-measured", "", "",
              "has 100 threads change the protection of 2 GiB", long_storm_of_protection},
    Behaviour{"storm-of-mappings", "clock=both opponent=pause", "", "",
              "maps and unmaps memory in 8 threads", storm_of_mappings},
    Behaviour{"storm-of-faults", "clock=both opponent=pause", "", "",
              "has pages made and dropped in 4 threads", storm_of_faults},
    Behaviour{"storm-of-locks", "clock=both opponent=pause", "", "",
              "locks and unlocks memory in 8 threads", storm_of_locks},
    Behaviour{"storm-of-breaks", "clock=both opponent=pause", "", "", "moves the end of its data",
              storm_of_breaks},
    Behaviour{"many-mappings", "clock=both", "", "", "has a list of 40,000 mappings",
              many_mappings},
    Behaviour{"fill-and-empty-memory", "clock=both", "", "", "fills 200 MiB in five of its turns",
              fill_and_empty_memory},
    Behaviour{"churn-in-scratch", "clock=both opponent=pause", "", "",
              "makes, renames and deletes files in 4 threads", churn_in_scratch},
    Behaviour{"many-timers", "clock=both", "", "", "makes 8,000 timers", many_timers},
    Behaviour{"timers-in-rivals-turn", "clock=both", "", "",
              "has as many timers as it gets, at most 8,000, expire on the rival's time",
              timers_in_rivals_turn},
    Behaviour{"ignored-timers", "clock=both", "", "", "has timers send signals that it ignores",
              ignored_timers},
    Behaviour{"many-timer-descriptors", "clock=both", "", "",
              "has 200 timers expire on the rival's time", many_timer_descriptors},
    Behaviour{"napping-threads", "", "", "", "has 250 threads wake again and again",
              napping_threads<250>},
    Behaviour{"napping-threads-wall", "clock=wall", "", "",
              "has 100 threads wake again and again, on the official clock", napping_threads<100>},
    Behaviour{"storm-of-refusals", "clock=both opponent=pause", "", "",
              "asks for what is refused again and again", storm_of_refusals},
    Behaviour{"storm-of-signals", "clock=both opponent=pause", "", "", "sends itself signals",
              storm_of_signals},
    Behaviour{"storm-of-errors", "clock=both opponent=pause", "", "",
              "writes to its standard error on the rival's time", storm_of_errors},
    Behaviour{"storm-of-futexes", "clock=both opponent=pause", "", "",
              "has 8 threads wake each other", storm_of_futexes},
    Behaviour{"storm-of-moved-pages", "clock=both opponent=pause", "", "",
              "has the kernel move pages in 4 threads", storm_of_moved_pages},
    Behaviour{"storm-of-direct-reads", "clock=both opponent=pause", "", "",
              "reads its program from the disk in 4 threads", storm_of_direct_reads},
    Behaviour{"streams-memory", "clock=both opponent=pause", "", "",
              "goes through 64 MiB of memory again and again", stream_memory},
    Behaviour{"storm-of-yields", "clock=both opponent=pause", "", "",
              "has 4 threads give up their processors", storm_of_yields},
    Behaviour{"storm-of-interval-signals", "clock=both opponent=pause", "", "",
              "has a timer wake it while it reads", storm_of_interval_signals},
    Behaviour{"wakes-late", "clock=both opponent=pause", "", "",
              "wakes 5 ms after its answer and computes", wake_late},
};

}  // namespace

Group fairness_group() { return {"fairness", fairness_behaviours}; }

}  // namespace hostile
