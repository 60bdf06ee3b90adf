#include "referee/machine/walls/filter.hpp"

#include <fcntl.h>
#include <linux/net.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <map>
#include <mutex>

#include "referee/base/text/machine.hpp"
#include "referee/machine/walls/filter_program.hpp"

namespace referee::walls {
namespace {

constexpr Action allowed = SECCOMP_RET_ALLOW;

// The last system call that these rules were made for (Linux 6.18); what comes later is not there.
constexpr int last_known_call = 469;

// ---- what bots may do ----

// Files, as far as Landlock lets them be opened: it guards names, not what is open.
void allow_files(FilterProgram& filter, const FilterOptions& options) {
  filter.add({"open", "openat", "openat2", "creat", "close", "read", "readv", "pread64", "preadv",
              "preadv2", "write", "writev", "pwrite64", "pwritev", "pwritev2", "lseek", "dup",
              "dup2", "dup3", "fsync", "fdatasync", "sync_file_range", "ftruncate", "readahead",
              "flock", "umask", "cachestat",
              // of 32 bits
              "_llseek", "ftruncate64"},
             allowed);
  filter.add({"stat",        "fstat",        "lstat",     "newfstatat", "statx",      "statfs",
              "fstatfs",     "access",       "faccessat", "faccessat2", "readlink",   "readlinkat",
              "getdents",    "getdents64",   "getcwd",    "chdir",      "fchdir",     "getxattr",
              "lgetxattr",   "fgetxattr",    "listxattr", "llistxattr", "flistxattr", "getxattrat",
              "listxattrat", "file_getattr", "stat64",    "lstat64",    "fstat64",    "fstatat64",
              "statfs64",    "fstatfs64"},
             allowed);
  filter.add({"mkdir", "mkdirat", "rmdir", "rename", "renameat", "renameat2", "link", "linkat",
              "symlink", "symlinkat", "unlink", "unlinkat", "mknod", "mknodat"},
             allowed);
  // Where Landlock does not guard it (before ABI 3), a bot could cut any file of its user's.
  filter.add({"truncate", "truncate64"}, options.no_truncate ? fails_with(EPERM) : allowed);
  constexpr std::uint32_t close_range_unshare = 2;  // descriptors that nobody would count
  filter.add("close_range",
             {fails_with(EINVAL), {bits(2, close_range_unshare, close_range_unshare)}});
  filter.add({"close_range"}, allowed);
}

// Flags of descriptors and locks. Not: leases (who opens the file would wait, if only to start the
// program), signals and their receivers, notices of changes in folders; sizes of pipes, because the
// referee knows by that of its own when it is empty (the kernel's error for a size that is too
// large).
void allow_fcntl(FilterProgram& filter) {
  constexpr int set_pipe_size = 1031;
  constexpr int get_pipe_size = 1032;
  constexpr int get_seals = 1034;
  constexpr int set_delegation = 1040;  // Linux 6.19
  for (const char* name : {"fcntl", "fcntl64"}) {
    filter.add(name, {allowed,
                      {is_one_of(1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
                                     F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK,
                                     F_OFD_SETLKW, F_GETOWN, get_pipe_size, get_seals})}});
    filter.add(name,
               {fails_with(EPERM), {is_one_of(1, {F_SETLEASE, set_delegation, set_pipe_size})}});
  }
  // Locks of long files, by the numbers of 32 bits: F_GETLK64, F_SETLK64, F_SETLKW64.
  filter.add("fcntl64", {allowed, {is_one_of(1, {12, 13, 14})}});
}

// What libraries ask of every descriptor: is it a terminal, how much can be read, may it block.
// All others, such as copies that share blocks, fail as on a file that does not know them.
void allow_ioctl(FilterProgram& filter, const FilterOptions& options) {
  constexpr std::array harmless{0x5401,   // TCGETS
                                0x5413,   // TIOCGWINSZ
                                0x540F,   // TIOCGPGRP
                                0x541B,   // FIONREAD
                                0x5421,   // FIONBIO
                                0x5450,   // FIONCLEX
                                0x5451,   // FIOCLEX
                                0x5460};  // FIOQSIZE
  filter.add("ioctl", {allowed, {is_one_of(1, harmless)}});
  // Attributes of files, and delegations of them: a bot may not, whatever the file system says. The
  // upper half of the number tells the size of what is passed.
  Condition attributes =
      is_one_of(1, {0x6602, 0x6604, 0x6609, 0x6613, 0x6617, 0x6685, 0x7602, 0x5820});
  attributes.mask = 0xFFFF;
  filter.add("ioctl", {fails_with(EPERM), {attributes}});
  // Signals by a detour: refused with an error.
  constexpr int set_owner = 0x8901;
  constexpr int set_group = 0x8902;
  filter.add("ioctl", {options.refuse(), {is_one_of(1, {set_owner, set_group})}});
  filter.add({"ioctl"}, fails_with(ENOTTY));
}

// Memory of its own; how much is bounded by limits. Not what has every processor of the machine
// empty its lists of pages, at the expense of other matches: moving and collapsing pages. Errors
// are those of a kernel or user that cannot.
void allow_memory(FilterProgram& filter) {
  constexpr int collapse = 25;        // MADV_COLLAPSE
  constexpr std::uint32_t moves = 6;  // MPOL_MF_MOVE, MPOL_MF_MOVE_ALL
  filter.add("madvise", {fails_with(EINVAL), {is(2, collapse)}});
  filter.add("mbind", {allowed, {bits(5, moves, 0)}});
  filter.add({"mbind"}, fails_with(EPERM));
  filter.add({"brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "msync", "mincore", "mlock",
              "mlock2", "munlock", "mlockall", "munlockall", "membarrier", "pkey_alloc",
              "pkey_free", "pkey_mprotect", "get_mempolicy", "set_mempolicy", "remap_file_pages",
              "map_shadow_stack", "mseal",
              // of 32 bits
              "mmap2"},
             allowed);
}

// Threads that wait for each other. How they are made: add_clone().
void allow_threads(FilterProgram& filter) {
  filter.add(
      {"futex", "futex_wake", "futex_wait", "futex_requeue", "futex_waitv", "set_robust_list",
       "get_robust_list", "set_tid_address", "gettid", "rseq", "arch_prctl", "sched_yield",
       "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_getattr",
       "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getpriority",
       "ioprio_get", "getcpu", "exit", "exit_group", "restart_syscall",
       // of 32 bits
       "futex_time64", "sched_rr_get_interval_time64", "set_thread_area", "get_thread_area"},
      allowed);
}

// The clocks of the machine, and the CPU clocks of its own process and threads. A negative number
// names the process or thread whose CPU clock is meant: a process that has another's reads
// how long that has computed, and what waits for such a clock expires in that process, at its
// expense. Those of threads (bit 2) the kernel keeps to the caller's process. Errors are the
// kernel's for a number that nobody has.
void allow_clocks(FilterProgram& filter, std::initializer_list<const char*> calls, Action action) {
  constexpr std::uint32_t sign = 0x80000000;
  constexpr std::uint32_t of_thread = 4;
  // Of the caller's process, as profile, virtual and exact clock; the last of them also by the
  // number of the bot's first process.
  constexpr std::array own{0xFFFFFFF8, 0xFFFFFFF9, 0xFFFFFFFA, clock_placeholder};
  for (const char* call : calls) {
    filter.add(call, {action, {bits(0, sign, 0)}});
    filter.add(call, {action, {bits(0, of_thread, of_thread)}});
    filter.add(call, {action, {is_one_of(0, own)}});
    filter.add({call}, fails_with(EINVAL));
  }
}

// Time, and waiting for it or for descriptors. Timers, of POSIX and with descriptors, are counted
// by the referee: they expire at the rival's expense, without waking the bot.
void allow_time(FilterProgram& filter, const FilterOptions& options) {
  const Action makes_timer = options.asks_before_making() ? SECCOMP_RET_USER_NOTIF : allowed;
  filter.add({"gettimeofday", "time", "times", "nanosleep", "pause", "alarm", "setitimer",
              "getitimer", "timer_settime", "timer_gettime", "timer_delete", "timer_getoverrun",
              "timerfd_settime", "timerfd_gettime"},
             allowed);
  allow_clocks(filter, {"clock_gettime", "clock_getres", "clock_nanosleep"}, allowed);
  allow_clocks(filter, {"timer_create"}, makes_timer);
  filter.add({"timerfd_create"}, makes_timer);
  filter.add({"poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
              "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2"},
             allowed);
  // The same of 32 bits, and with years beyond 2038.
  filter.add({"timer_settime64", "timer_gettime64", "timerfd_settime64", "timerfd_gettime64",
              "_newselect", "ppoll_time64", "pselect6_time64"},
             allowed);
  allow_clocks(filter, {"clock_gettime64", "clock_getres_time64", "clock_nanosleep_time64"},
               allowed);
}

// Signals within the bot.
void allow_signals(FilterProgram& filter, const FilterOptions& options) {
  if (options.asks_before_making() && !options.no_processes) {
    // By these a bot can have its children go without being waited for, and without an account.
    for (const char* call : {"rt_sigaction", "sigaction", "signal"}) {
      filter.add(call, {allowed, {equal(1, 0)}});  // asks what there is, or sets the default
      filter.add(call, {SECCOMP_RET_USER_NOTIF, {is(0, SIGCHLD)}});
    }
  }
  filter.add({"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
              "rt_sigtimedwait", "sigaltstack", "signalfd", "signalfd4",
              // of 32 bits
              "rt_sigtimedwait_time64", "sigaction", "sigprocmask", "sigreturn", "sigsuspend",
              "sigpending", "signal"},
             allowed);
  if (!options.own_signals_only) {
    // To everyone at once, even where Landlock would save them.
    constexpr std::uint32_t everyone = 0xFFFFFFFF;
    filter.add("kill", {options.refuse(), {is(0, everyone)}});
    filter.add({"kill", "tgkill", "tkill"}, allowed);
    return;
  }
  for (const char* name : {"kill", "tgkill", "tkill"}) {
    // Not to wake itself when it is suspended.
    const unsigned signal = std::string_view(name) == "tgkill" ? 2 : 1;
    filter.add(name, {fails_with(EPERM), {equal(0, pid_placeholder), is(signal, SIGCONT)}});
    filter.add(name, {allowed, {equal(0, pid_placeholder)}});
  }
}

// Pipes, and pairs of streams: all else could be sent to strangers by name.
void allow_pipes(FilterProgram& filter, const FilterOptions& options) {
  filter.add({"pipe", "pipe2", "sendto", "recvfrom", "recvmsg", "recvmmsg", "shutdown",
              "getsockname", "getpeername", "getsockopt"},
             allowed);
  constexpr std::uint32_t kind = 0xF;
  filter.add("socketpair", {allowed, {is(0, AF_UNIX), bits(1, kind, SOCK_STREAM)}});
  if (options.passes_descriptors) {
    // Such a pair goes nowhere else either: it takes no names.
    filter.add("socketpair", {allowed, {is(0, AF_UNIX), bits(1, kind, SOCK_SEQPACKET)}});
    filter.add({"sendmsg"}, allowed);
  }
  filter.add({"socketpair"}, fails_with(EPERM));
  // Libraries ask services of the system that way, for the name of the user say, and do without.
  filter.add("socket", {fails_with(EPERM), {is(0, AF_UNIX)}});
  // Their buffers are memory that nobody counts: they keep their size. So are filters.
  filter.add("setsockopt",
             {fails_with(0), {is(1, SOL_SOCKET), is_one_of(2, {SO_SNDBUF, SO_RCVBUF})}});
  filter.add("setsockopt",
             {allowed,
              {is(1, SOL_SOCKET), is_one_of(2, {SO_REUSEADDR, SO_KEEPALIVE, SO_LINGER, SO_PASSCRED,
                                                SO_RCVTIMEO, SO_SNDTIMEO})}});
  filter.add({"setsockopt"}, fails_with(EPERM));
  // Descriptors on their way through a socket are seen by nobody who counts files.
  filter.add("sendmsg", {allowed, {equal(5, password())}});
  filter.add({"sendmsg", "sendmmsg"}, fails_with(EPERM));
  filter.add({"recvmmsg_time64"}, allowed);
  // One call of 32 bits for all of these, with its arguments in memory, where a filter cannot look:
  // what is allowed above whatever its arguments are, is allowed here.
  filter.add(
      "socketcall",
      {allowed,
       {is_one_of(0, {SYS_GETSOCKNAME, SYS_GETPEERNAME, SYS_SEND, SYS_RECV, SYS_SENDTO,
                      SYS_RECVFROM, SYS_SHUTDOWN, SYS_GETSOCKOPT, SYS_RECVMSG, SYS_RECVMMSG})}});
  filter.add("socketcall",
             {fails_with(EPERM),
              {is_one_of(0, {SYS_SOCKETPAIR, SYS_SETSOCKOPT, SYS_SENDMSG, SYS_SENDMMSG})}});
}

// Its program, and the end of its children.
void allow_programs(FilterProgram& filter) {
  filter.add({"execve", "execveat", "wait4", "waitid", "waitpid"}, allowed);
}

// Facts about itself and the machine, and limits below those that it has.
void allow_questions(FilterProgram& filter) {
  filter.add({"getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid",
              "getresgid", "getgroups", "getpgid", "getpgrp", "getsid", "capget", "uname",
              "sysinfo", "getrandom", "getrusage", "getrlimit", "setrlimit",
              // of 32 bits
              "getuid32", "geteuid32", "getgid32", "getegid32", "getresuid32", "getresgid32",
              "getgroups32", "ugetrlimit"},
             allowed);
  filter.add("prlimit64", {allowed, {equal(0, 0)}});
  // Only the question, and addresses that stay the same, which Lisp systems ask for.
  constexpr int question = -1;
  constexpr int no_randomization = 0x0040000;
  filter.add("personality", {allowed, {is_one_of(0, {question, 0, no_randomization})}});
}

// Settings of a process or thread that concern nobody else.
void allow_prctl(FilterProgram& filter) {
  constexpr int set_thp_disable = 41;
  filter.add(
      "prctl",
      {allowed,
       {is_one_of(0, {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_PDEATHSIG, PR_GET_KEEPCAPS,
                      PR_CAPBSET_READ, PR_GET_SECUREBITS, PR_GET_TIMERSLACK, PR_SET_TIMERSLACK,
                      PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP,
                      PR_GET_CHILD_SUBREAPER, PR_GET_TSC, PR_CAP_AMBIENT, PR_GET_SPECULATION_CTRL,
                      PR_SET_SPECULATION_CTRL, set_thp_disable, set_thp_disable + 1})}});
  // One that hides from /proc could hide files that it has deleted but fills.
  filter.add("prctl", {fails_with(EPERM), {equal(0, PR_SET_DUMPABLE)}});
  // Names for memory (by which it could not be told from other memory any more), filters of its own
  // (they use up the room that the machine has for all filters), debuggers: some libraries try,
  // and do without.
  constexpr int set_vma = 0x53564d41;
  constexpr int set_ptracer = 0x59616d61;
  constexpr int sched_core = 62;
  constexpr int futex_hash = 78;  // memory of the kernel's, as much as it likes
  filter.add("prctl",
             {fails_with(EINVAL),
              {is_one_of(0, {set_vma, set_ptracer, sched_core, futex_hash, PR_SET_SECCOMP})}});
}

// ---- what they may not, and the errors they get ----

// What some runtimes try at their start and do well without: fails without a word.
void fail_quietly(FilterProgram& filter) {
  filter.add({"sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr",
              "setpriority", "nice", "ioprio_set", "io_uring_setup", "io_uring_enter",
              "io_uring_register", "capset", "sync", "syncfs"},
             fails_with(EPERM));
  // Rights, owners, times and attributes of files, which Landlock does not guard: those of
  // every file of the user, the opponent's program included.
  filter.add({"chmod",        "fchmod",      "fchmodat",     "fchmodat2",    "chown",
              "fchown",       "lchown",      "fchownat",     "utime",        "utimes",
              "futimesat",    "utimensat",   "setxattr",     "lsetxattr",    "fsetxattr",
              "setxattrat",   "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
              "file_setattr", "chown32",     "fchown32",     "lchown32",     "utimensat_time64"},
             fails_with(EPERM));
  // Filters of its own use up the room that the machine has for all filters.
  filter.add({"seccomp"}, fails_with(EINVAL));
  // The disk is looked at from time to time, and this takes gigabytes of it in no time. With this
  // error libraries write instead.
  filter.add({"fallocate"}, fails_with(EOPNOTSUPP));
  // Advice on files: to forget one whose pages are in use has every processor empty its lists of
  // pages, and one of the system's is then missing in the rival's memory, too. It need not be
  // heeded.
  filter.add({"fadvise64", "fadvise64_64"}, fails_with(0));
  // They can hold the lock of the bot's input while it is empty, and with it the referee, which
  // writes to it then (bot/pipes.hpp). With this error programs copy by themselves.
  filter.add({"splice", "tee", "vmsplice", "sendfile", "sendfile64"}, fails_with(EINVAL));
}

// What a program does without if the kernel has not got it.
void hide(FilterProgram& filter) {
  // Accounts that all processes of a user share: a rival would find them used up.
  filter.add({"io_setup", "io_destroy", "io_submit", "io_cancel", "io_getevents", "io_pgetevents",
              "io_pgetevents_time64", "inotify_init", "inotify_init1"},
             fails_with(ENOSYS));
  // Files in memory are outside of every limit; runtimes have other ways.
  filter.add({"memfd_create", "memfd_secret"}, fails_with(ENOSYS));
  // Where the file system or its server copies, that takes as much of the disk as it likes at once.
  filter.add({"copy_file_range"}, fails_with(ENOSYS));
  // A rule of its own on a file keeps the file's blocks when it is deleted.
  filter.add({"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"},
             fails_with(ENOSYS));
  // The flags of clone3 are in memory, where a filter cannot look; libraries fall back to
  // clone.
  filter.add({"clone3"}, fails_with(ENOSYS));
}

// What thread libraries ask of clone, no more and no less; the optional flags are those that some
// of them leave out. CLONE_DETACHED, which the kernel ignores, is musl's.
constexpr std::uint32_t thread_flags =
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
constexpr std::uint32_t optional_thread_flags =
    CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | CLONE_DETACHED;
// What fork, vfork and posix_spawn ask of it; CLONE_PIDFD is Go's.
constexpr std::uint32_t optional_child_flags =
    CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | CLONE_PIDFD;

void add_clone(FilterProgram& filter, const FilterOptions& options) {
  if (options.asks_before_making()) {
    filter.add({"clone", "fork", "vfork"}, SECCOMP_RET_USER_NOTIF);
    return;
  }
  filter.add("clone", {allowed, {bits(0, ~optional_thread_flags, thread_flags)}});
  filter.add("clone", {fails_with(EINVAL), {bits(0, CLONE_THREAD, CLONE_THREAD)}});
  if (options.no_processes) return;
  filter.add("clone", {allowed, {bits(0, ~optional_child_flags, SIGCHLD)}});
  filter.add("clone",
             {allowed, {bits(0, ~optional_child_flags, CLONE_VM | CLONE_VFORK | SIGCHLD)}});
  filter.add({"fork", "vfork"}, allowed);
}

// What the child that we have cloned still does before it is a 32-bit program.
void allow_start(FilterProgram& filter) {
  filter.add("sendmsg", {allowed, {equal(5, password())}});
  filter.add("prlimit64", {allowed, {equal(0, 0)}});
  filter.add({"setrlimit", "close_range", "clock_gettime", "execve", "exit_group"}, allowed);
}

}  // namespace

Action FilterOptions::refuse() const noexcept {
  return notify ? SECCOMP_RET_USER_NOTIF : fails_with(EPERM);
}

bool makes_thread(std::uint32_t clone_flags) noexcept {
  return (clone_flags & ~optional_thread_flags) == thread_flags;
}

bool makes_child(std::uint32_t clone_flags) noexcept {
  const std::uint32_t flags = clone_flags & ~optional_child_flags;
  return flags == SIGCHLD || flags == (CLONE_VM | CLONE_VFORK | SIGCHLD);
}

std::uint64_t password() {
  static const std::uint64_t secret = [] {
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
      throw text::SystemError("get a random number");
    }
    return random;
  }();
  return secret;
}

namespace {

std::vector<sock_filter> made(const FilterOptions& options) {
  FilterProgram filter(options.refuse(), fails_with(ENOSYS), last_known_call);
  allow_files(filter, options);
  allow_fcntl(filter);
  allow_ioctl(filter, options);
  allow_memory(filter);
  allow_threads(filter);
  allow_time(filter, options);
  allow_signals(filter, options);
  allow_pipes(filter, options);
  allow_programs(filter);
  allow_questions(filter);
  allow_prctl(filter);
  fail_quietly(filter);
  hide(filter);
  add_clone(filter, options);
  switch (options.abi) {
    case program::Abi::native:
      break;
    case program::Abi::compat: {
      FilterProgram start(SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_KILL_PROCESS, last_known_call);
      allow_start(start);
      return assemble({.native = &start, .compat = &filter});
    }
    case program::Abi::both:
      return assemble({.native = &filter, .compat = &filter, .compat_from_below = true});
  }
  return assemble({.native = &filter});
}

}  // namespace

std::vector<sock_filter> build_filter(const FilterOptions& options) {
  static std::mutex mutex;
  static std::map<FilterOptions, std::vector<sock_filter>> built;
  const std::lock_guard lock(mutex);
  auto found = built.find(options);
  if (found == built.end()) found = built.emplace(options, made(options)).first;
  return found->second;
}

}  // namespace referee::walls
