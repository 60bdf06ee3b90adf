// Group 3: attacks on the referee and on the machine.

#include <fcntl.h>
#include <linux/reboot.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "hostile.hpp"

namespace hostile {
namespace {

template <int Signal>
void signal_parent(Game& game) {
  game.outcome(::kill(::getppid(), Signal) == 0, "a signal to the referee");
}

void signal_everyone(Game& game) { game.outcome(::kill(-1, SIGKILL) == 0, "a signal to everyone"); }

void signal_own_group(Game& game) {
  game.outcome(::kill(-::getppid(), SIGSTOP) == 0, "a signal to the referee's group");
}

void queue_signal(Game& game) {
  siginfo_t info{};
  info.si_signo = SIGTERM;
  info.si_code = SI_QUEUE;
  game.outcome(::syscall(SYS_rt_sigqueueinfo, ::getppid(), SIGTERM, &info) == 0,
               "a queued signal to the referee");
}

void pidfd_signal(Game& game) {
  const long pidfd = ::syscall(SYS_pidfd_open, ::getppid(), 0);
  game.outcome(pidfd >= 0, "a pidfd of the referee");
}

void owner_signal(Game& game) {
  game.outcome(::fcntl(0, F_SETOWN, ::getppid()) == 0, "signals by F_SETOWN");
}

// The kernel looks at the lower half of these arguments only.
void upper_half(Game& game) {
  constexpr auto upper = static_cast<unsigned long>(std::uint64_t{1} << 32);  // 0 in 32 bits
  const bool done = ::syscall(SYS_fcntl, 0, upper | F_SETOWN, ::getppid()) == 0 ||
                    ::syscall(SYS_fcntl, 0, upper | F_SETSIG, SIGKILL) == 0 ||
                    ::syscall(SYS_prctl, upper | PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0 ||
                    ::syscall(SYS_prctl, upper | PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
  game.outcome(done, "calls with something in the upper half of an argument");
}

void trace_parent(Game& game) {
  game.outcome(::ptrace(PTRACE_SEIZE, ::getppid(), nullptr, nullptr) == 0, "ptrace");
}

bool opens(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

std::string proc_of(pid_t pid) { return "/proc/" + std::to_string(pid); }

void open_parent_descriptors(Game& game) {
  bool done = false;
  for (int i = 0; i < 64; ++i) {
    done = done || opens(proc_of(::getppid()) + "/fd/" + std::to_string(i), O_RDWR);
  }
  game.outcome(done, "a descriptor of the referee");
}

void open_parent_memory(Game& game) {
  game.outcome(opens(proc_of(::getppid()) + "/mem", O_RDWR), "the referee's memory");
}

void read_parent_memory(Game& game) {
  std::array<char, 16> here{};
  const iovec local{here.data(), here.size()};
  const iovec remote{here.data(), here.size()};
  game.outcome(::process_vm_readv(::getppid(), &local, 1, &remote, 1, 0) >= 0,
               "process_vm_readv of the referee");
}

void read_parent_environment(Game& game) {
  game.outcome(opens(proc_of(::getppid()) + "/environ", O_RDONLY), "the referee's environment");
}

void list_processes(Game& game) {
  std::error_code error;
  const std::filesystem::directory_iterator list("/proc", error);
  game.outcome(!error, "a list of processes");
}

void raise_limits(Game& game) {
  bool done = false;
  const std::array resources{RLIMIT_DATA, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE};
  for (const auto resource : resources) {
    rlimit limit{};
    ::getrlimit(resource, &limit);
    if (limit.rlim_max == RLIM_INFINITY) continue;
    const rlimit more{limit.rlim_max + 1, limit.rlim_max + 1};
    done = done || ::setrlimit(resource, &more) == 0;
  }
  game.outcome(done, "a higher limit");
}

void limit_parent(Game& game) {
  const rlimit none{0, 0};
  game.outcome(::prlimit(::getppid(), RLIMIT_NOFILE, &none, nullptr) == 0, "the referee's limits");
}

void renice_parent(Game& game) {
  game.outcome(::setpriority(PRIO_PROCESS, static_cast<id_t>(::getppid()), 19) == 0,
               "the referee's priority");
}

void write_elsewhere(Game& game) {
  bool done = false;
  for (const char* folder :
       {"/tmp", "/var/tmp", "/dev/shm", "/run", "/etc", "/usr/lib", ".", ".."}) {
    done = done || opens(std::string(folder) + "/hostile-was-here", O_CREAT | O_WRONLY);
  }
  game.outcome(done, "a file outside its scratch folder");
}

void read_secrets(Game& game) {
  bool done = false;
  for (const char* file : {"/etc/shadow", "/etc/gshadow", "/root/.profile", "/root/.bashrc",
                           "/proc/1/environ", "/proc/kcore", "/dev/mem", "/dev/sda"}) {
    done = done || opens(file, O_RDONLY);
  }
  std::error_code error;
  for (const char* folder : {"/root", "/home", "/tmp", "/var", "/dev/shm"}) {
    const std::filesystem::directory_iterator list(folder, error);
    done = done || !error;
  }
  game.outcome(done, "a file that is none of its business");
}

void delete_program(Game& game) {
  std::array<char, 4096> own{};
  const ssize_t size = ::readlink("/proc/self/exe", own.data(), own.size() - 1);
  bool done = size > 0 && ::unlink(own.data()) == 0;
  done =
      done || (size > 0 && ::rename(own.data(), (std::string(own.data()) + "-gone").c_str()) == 0);
  done = done || (size > 0 && opens(own.data(), O_WRONLY | O_TRUNC));
  game.outcome(done, "its program changed");
}

std::string scratch() {
  const char* folder = ::getenv("TMPDIR");
  return folder != nullptr ? folder : "/nowhere";
}

void delete_scratch(Game& game) {
  const bool done = ::rmdir(scratch().c_str()) == 0 ||
                    ::rename(scratch().c_str(), (scratch() + "-moved").c_str()) == 0;
  game.outcome(done, "its scratch folder gone");
}

void symlink_out(Game& game) {
  bool done = false;
  for (const char* target : {"/tmp", "/etc", "/", ".."}) {
    const std::string link = scratch() + "/out";
    ::unlink(link.c_str());
    if (::symlink(target, link.c_str()) != 0) continue;
    done = done || opens(link + "/hostile-was-here", O_CREAT | O_WRONLY);
  }
  game.outcome(done, "a file behind a symbolic link");
}

// Leaves what is hard to remove: no rights, odd names, links to the outside.
void spiteful_scratch(Game& game) {
  const std::string folder = scratch() + "/locked";
  ::mkdir(folder.c_str(), 0700);
  opens(folder + "/\n\x1b[31m", O_CREAT | O_WRONLY);
  opens(folder + "/--help", O_CREAT | O_WRONLY);
  ::mkfifo((folder + "/pipe").c_str(), 0600);
  if (::symlink("/", (folder + "/root").c_str()) != 0) ::_exit(9);
  ::mkdir((folder + "/in").c_str(), 0);
  ::chmod(folder.c_str(), 0);
  ::chmod(scratch().c_str(), 0);
  game.play_on();
}

void deep_scratch(Game& game) {
  if (::chdir(scratch().c_str()) != 0) ::_exit(9);
  const std::string name(100, 'd');
  for (int depth = 0; depth < 60; ++depth) {
    if (::mkdir(name.c_str(), 0700) != 0 || ::chdir(name.c_str()) != 0) break;
  }
  opens("deep", O_CREAT | O_WRONLY);
  game.play_on();
}

void call_reboot(Game& game) {
  // The flag that does least; refused before the kernel looks at it.
  game.outcome(::reboot(LINUX_REBOOT_CMD_CAD_OFF) == 0, "reboot");
}

void escape_root(Game& game) { game.outcome(::chroot(scratch().c_str()) == 0, "chroot"); }

void mount_something(Game& game) {
  game.outcome(::mount("none", scratch().c_str(), "tmpfs", 0, nullptr) == 0, "mount");
}

void make_namespace(Game& game) {
  game.outcome(::unshare(CLONE_NEWUSER) == 0 || ::unshare(CLONE_NEWNET) == 0, "a namespace");
}

void flood_kernel_log(Game& game) {
  constexpr int read_all = 3;
  std::array<char, 256> text{};
  game.outcome(::klogctl(read_all, text.data(), static_cast<int>(text.size())) >= 0 ||
                   opens("/dev/kmsg", O_WRONLY) || opens("/dev/log", O_WRONLY),
               "the kernel's log");
}

void inject_keys(Game& game) {
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  bool done = terminal >= 0 || opens("/dev/ptmx", O_RDWR);
  char key = '\n';
  for (int i = 0; i < 3; ++i) done = done || ::ioctl(i, TIOCSTI, &key) == 0;
  game.outcome(done, "a terminal");
}

void exotic_calls(Game& game) {
  const bool done = ::syscall(SYS_bpf, 0, nullptr, 0) == 0 ||
                    ::syscall(SYS_io_uring_setup, 1, nullptr) >= 0 ||
                    ::syscall(SYS_userfaultfd, 0) >= 0 ||
                    ::syscall(SYS_add_key, "user", "hostile", "x", 1, -3) >= 0 ||
                    ::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0) >= 0 ||
                    ::syscall(SYS_keyctl, 0, -3, 1) >= 0;
  game.outcome(done, "a call for the few");
}

void child_in_namespace(Game& game) {
  const long child = ::syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) ::_exit(0);
  game.outcome(child > 0, "namespaces for a child");
}

void set_clock(Game& game) {
  const timespec later{2'000'000'000, 0};
  // The monotonic clock, which cannot be set anyway: harmless if it were let through.
  game.outcome(::clock_settime(CLOCK_MONOTONIC, &later) == 0, "the clock");
}

void set_user(Game& game) {
  bool done = false;
  const uid_t other = ::getuid() == 0 ? 12345 : 0;
  done = ::setuid(other) == 0;
  game.outcome(done, "another user");
}

constexpr std::string_view held;

constexpr std::array referee_behaviours{
    Behaviour{"kill-referee", "", held, held, "SIGKILL to the referee", signal_parent<SIGKILL>},
    Behaviour{"stop-referee", "", held, held, "SIGSTOP to the referee", signal_parent<SIGSTOP>},
    Behaviour{"terminate-referee", "", held, held, "SIGTERM to the referee",
              signal_parent<SIGTERM>},
    Behaviour{"kill-everyone", "", held, held, "SIGKILL to every process", signal_everyone},
    Behaviour{"kill-everyone-with-children", "processes=2", held, held,
              "SIGKILL to every process, where children are allowed", signal_everyone},
    Behaviour{"stop-group", "", held, held, "SIGSTOP to the referee's group", signal_own_group},
    Behaviour{"queue-signal", "", held, held, "a queued signal to the referee", queue_signal},
    Behaviour{"pidfd", "", held, held, "a pidfd of the referee", pidfd_signal},
    Behaviour{"owner-signal", "", held, held, "makes the kernel signal the referee about a pipe",
              owner_signal},
    Behaviour{"upper-half", "", held, held,
              "hides forbidden requests behind the upper half of an argument", upper_half},
    Behaviour{"trace-referee", "", held, held, "ptrace of the referee", trace_parent},
    Behaviour{"referee-descriptors", "", held, held, "opens the referee's descriptors in /proc",
              open_parent_descriptors},
    Behaviour{"referee-memory", "", held, held, "opens the referee's memory in /proc",
              open_parent_memory},
    Behaviour{"referee-memory-call", "", held, held, "reads the referee's memory by system call",
              read_parent_memory},
    Behaviour{"referee-environment", "", held, held, "reads the referee's environment",
              read_parent_environment},
    Behaviour{"list-processes", "", held, held, "lists all processes", list_processes},
    Behaviour{"raise-limits", "", held, held, "raises its own resource limits", raise_limits},
    Behaviour{"limit-referee", "", held, held, "changes the referee's resource limits",
              limit_parent},
    Behaviour{"renice-referee", "", held, held, "lowers the referee's priority", renice_parent},
    Behaviour{"write-elsewhere", "", held, held, "writes files outside its scratch folder",
              write_elsewhere},
    Behaviour{"read-secrets", "", held, held, "reads password files, home folders, devices",
              read_secrets},
    Behaviour{"delete-program", "", held, held, "deletes, renames and empties its program",
              delete_program},
    Behaviour{"delete-scratch", "", held, held, "removes and renames its scratch folder",
              delete_scratch},
    Behaviour{"symlink-out", "", held, held, "writes through symbolic links in its scratch folder",
              symlink_out},
    Behaviour{"spiteful-scratch", "", held, held,
              "leaves locked folders, odd names and links in its scratch folder", spiteful_scratch},
    Behaviour{"deep-scratch", "", held, held,
              "leaves 60 folders inside one another, beyond the longest path", deep_scratch},
    Behaviour{"reboot", "", held, held, "calls reboot", call_reboot},
    Behaviour{"chroot", "", held, held, "calls chroot", escape_root},
    Behaviour{"mount", "", held, held, "mounts a file system", mount_something},
    Behaviour{"namespace", "", held, held, "makes a namespace of its own", make_namespace},
    Behaviour{"namespace-of-child", "processes=2", held, held,
              "makes a child in namespaces of its own", child_in_namespace},
    Behaviour{"kernel-log", "", held, held, "reads and writes the system's log", flood_kernel_log},
    Behaviour{"inject-keys", "", held, held, "opens a terminal and injects keys", inject_keys},
    Behaviour{"exotic-calls", "", held, held, "bpf, io_uring, userfaultfd, keyrings, perf",
              exotic_calls},
    Behaviour{"set-clock", "", held, held, "sets a clock of the machine", set_clock},
    Behaviour{"become-another", "", held, held, "changes its user", set_user},
};

}  // namespace

Group referee_group() { return {"attacks on the referee", referee_behaviours}; }

}  // namespace hostile
