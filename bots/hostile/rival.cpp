// Group 4: attacks on the other bot, and ways to talk to somebody outside.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "hostile.hpp"

namespace hostile {
namespace {

// The other bot is started right before or after this one.
template <typename Attack>
bool any_neighbour(Attack attack) {
  bool done = false;
  for (pid_t step = 1; step <= 20; ++step) {
    done = attack(::getpid() + step) || done;
    if (::getpid() > step) done = attack(::getpid() - step) || done;
  }
  return done;
}

bool can_open(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

std::string proc_of(pid_t pid, const char* name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

void kill_rival(Game& game) {
  game.wait_for_turn();
  const bool done = any_neighbour([](pid_t pid) { return ::kill(pid, SIGKILL) == 0; });
  if (done) game.write("SUCCEEDED: a signal to the rival\n");
  if (!done) game.answer();
  game.play_on();
}

void kill_rival_thread(Game& game) {
  game.outcome(any_neighbour([](pid_t pid) {
                 return ::syscall(SYS_tkill, pid, SIGSTOP) == 0 ||
                        ::syscall(SYS_tgkill, pid, pid, SIGSTOP) == 0;
               }),
               "a signal to the rival's thread");
}

void forge_moves(Game& game) {
  game.outcome(any_neighbour([](pid_t pid) { return can_open(proc_of(pid, "fd/1"), O_WRONLY); }),
               "the rival's output");
}

void rival_memory(Game& game) {
  game.outcome(any_neighbour([](pid_t pid) { return can_open(proc_of(pid, "mem"), O_RDWR); }),
               "the rival's memory");
}

void trace_rival(Game& game) {
  game.outcome(
      any_neighbour([](pid_t pid) { return ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0; }),
      "ptrace of the rival");
}

void read_rival(Game& game) {
  const char* rival = ::getenv("HOSTILE_RIVAL");
  game.outcome(rival == nullptr || can_open(rival, O_RDONLY), "the rival's program");
}

// It would lose by a program that nobody may execute. Landlock does not guard this.
void rights_of_rival(Game& game) {
  const char* rival = ::getenv("HOSTILE_RIVAL");
  const bool done = rival == nullptr || ::chmod(rival, 0700) == 0 ||
                    ::chown(rival, ::getuid(), ::getgid()) == 0 ||
                    ::utimensat(AT_FDCWD, rival, nullptr, 0) == 0 ||
                    ::setxattr(rival, "user.hostile", "x", 1, 0) == 0;
  game.outcome(done, "the rights of the rival's program");
}

// Nothing has this number; whoever is let through hears so.
void destroy_shared_objects(Game& game) {
  constexpr int nobodys = 0x7FFFFFFF;
  bool done = ::shmctl(nobodys, IPC_RMID, nullptr) == 0 || errno != EPERM;
  done = ::semctl(nobodys, 0, IPC_RMID) == 0 || errno != EPERM || done;
  done = ::msgctl(nobodys, IPC_RMID, nullptr) == 0 || errno != EPERM || done;
  game.outcome(done, "System V objects");
}

void shared_memory(Game& game) {
  const int file = ::shm_open("/hostile", O_CREAT | O_RDWR, 0600);
  const bool done = file >= 0 || ::shmget(0x4057, 4096, IPC_CREAT | 0600) >= 0;
  game.outcome(done, "shared memory");
}

template <typename Address>
bool connects(int family, int type, const Address& address) {
  const int socket = ::socket(family, type | SOCK_CLOEXEC, 0);
  if (socket < 0) return false;
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  const bool bound = ::bind(socket, generic, sizeof address) == 0;
  const bool connected = ::connect(socket, generic, sizeof address) == 0;
  ::close(socket);
  return bound || connected;
}

sockaddr_in address(const char* host, std::uint16_t port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(port);
  ::inet_pton(AF_INET, host, &result.sin_addr);
  return result;
}

void tcp(Game& game) {
  game.outcome(connects(AF_INET, SOCK_STREAM, address("127.0.0.1", 40'573)), "TCP");
}

void udp(Game& game) {
  game.outcome(connects(AF_INET, SOCK_DGRAM, address("127.0.0.1", 40'573)), "UDP");
}

void abstract_socket(Game& game) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::strcpy(name.sun_path + 1, "hostile");
  game.outcome(connects(AF_UNIX, SOCK_STREAM, name), "an abstract socket");
}

void netlink(Game& game) {
  constexpr int route = 0;
  game.outcome(::socket(AF_NETLINK, SOCK_RAW, route) >= 0, "a netlink socket");
}

// Loopback only, and nothing is sent.
void needs_network(Game& game) {
  game.wait_for_turn();
  if (::socket(AF_INET, SOCK_STREAM, 0) < 0) ::_exit(4);
  game.succeeded("a socket");
}

void memory_file(Game& game) {
  game.outcome(::memfd_create("hostile", 0) >= 0, "memory outside its limit");
}

// The CPU clock of a process by its number, as clock_getcpuclockid() makes it.
clockid_t cpu_clock_of(pid_t pid) {
  return static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3) | 2U);
}

bool tells_time(clockid_t clock) {
  timespec time{};
  return ::clock_gettime(clock, &time) == 0 && ::clock_getres(clock, &time) == 0;
}

// What waits for the rival's clock expires in the rival, at its expense.
bool uses_clock(clockid_t clock) {
  timespec past{};
  timer_t timer{};
  sigevent silent{};
  silent.sigev_notify = SIGEV_NONE;
  return ::clock_gettime(clock, &past) == 0 || ::clock_getres(clock, &past) == 0 ||
         ::clock_nanosleep(clock, TIMER_ABSTIME, &past, nullptr) == 0 ||
         ::timer_create(clock, &silent, &timer) == 0;
}

void rival_clock(Game& game) {
  clockid_t own_process{};
  clockid_t by_number{};
  clockid_t own_thread{};
  const bool own = ::clock_getcpuclockid(0, &own_process) == 0 && tells_time(own_process) &&
                   ::clock_getcpuclockid(::getpid(), &by_number) == 0 && tells_time(by_number) &&
                   ::pthread_getcpuclockid(::pthread_self(), &own_thread) == 0 &&
                   tells_time(own_thread) && tells_time(CLOCK_PROCESS_CPUTIME_ID) &&
                   tells_time(CLOCK_THREAD_CPUTIME_ID) && tells_time(CLOCK_MONOTONIC);
  if (!own) ::_exit(9);
  const bool done = any_neighbour([](pid_t pid) { return uses_clock(cpu_clock_of(pid)); }) ||
                    uses_clock(cpu_clock_of(::getppid()));
  game.outcome(done, "the rival's CPU clock");
}

constexpr std::array rival_behaviours{
    Behaviour{"kill-rival", "", "", "", "SIGKILL to the other bot", kill_rival},
    Behaviour{"kill-rival-with-children", "processes=2", "", "",
              "SIGKILL to the other bot, where children are allowed", kill_rival},
    Behaviour{"stop-rival-thread", "", "", "", "SIGSTOP to the other bot's thread",
              kill_rival_thread},
    Behaviour{"forge-moves", "", "", "", "opens the other bot's output to write moves for it",
              forge_moves},
    Behaviour{"rival-memory", "", "", "", "opens the other bot's memory", rival_memory},
    Behaviour{"trace-rival", "", "", "", "ptrace of the other bot", trace_rival},
    Behaviour{"read-rival", "", "", "", "reads the other bot's program", read_rival},
    Behaviour{"rights-of-rival", "", "", "",
              "changes rights, owner, times and attributes of the other bot's program",
              rights_of_rival},
    Behaviour{"shared-objects", "", "", "", "destroys System V objects of others",
              destroy_shared_objects},
    Behaviour{"shared-memory", "", "", "", "makes shared memory, POSIX and System V",
              shared_memory},
    Behaviour{"tcp", "", "", "", "TCP on the loopback", tcp},
    Behaviour{"udp", "", "", "", "UDP on the loopback", udp},
    Behaviour{"abstract-socket", "", "", "", "a socket without a file", abstract_socket},
    Behaviour{"netlink", "", "", "", "a socket to the kernel", netlink},
    Behaviour{
        "needs-network", "any-game", "crash",
        "left with exit code 4 without answering; it was refused the network, which no bot has",
        "needs the network and leaves without it", needs_network},
    Behaviour{"rival-clock", "", "", "", "reads the other bot's CPU clock, and waits for it",
              rival_clock},
    Behaviour{"memory-file", "", "", "", "makes a file in memory, outside of every limit",
              memory_file},
};

}  // namespace

Group rival_group() { return {"attacks on the rival", rival_behaviours}; }

}  // namespace hostile
