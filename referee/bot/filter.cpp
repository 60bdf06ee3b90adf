#include "referee/bot/filter.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "referee/bot/descriptor.hpp"

namespace referee::bot {
namespace {

struct Release {
  void operator()(scmp_filter_ctx context) const noexcept { seccomp_release(context); }
};
using Context = std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, Release>;

// What a game bot has no business doing. A bot that tries is told so in its fault.
constexpr std::array refused{
    // the network and other ways to talk to a stranger
    "connect", "bind", "listen", "shmget", "shmat", "shmdt", "shmctl", "semget", "semop",
    "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    // other processes: their memory, their descriptors, their fate
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "kcmp", "move_pages", "migrate_pages",
    // leaving its group or its walls
    "setsid", "setpgid", "unshare", "setns", "chroot", "pivot_root", "mount", "umount2",
    "open_tree", "open_tree_attr", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "mount_setattr", "name_to_handle_at", "open_by_handle_at",
    // the machine
    "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module",
    "swapon", "swapoff", "acct", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "sethostname", "setdomainname", "syslog", "quotactl", "quotactl_fd", "vhangup", "iopl",
    "ioperm", "bpf", "perf_event_open", "userfaultfd", "fanotify_init", "add_key", "request_key",
    "keyctl", "lookup_dcookie", "nfsservctl"};

// What some runtimes try at their start and do well without: fails without a word.
constexpr std::array quietly_refused{
    "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr", "setpriority",
    "ioprio_set", "io_uring_setup", "io_uring_enter", "io_uring_register",
    // Rights, owners, times and attributes of files, which Landlock does not guard: those of
    // every file of the user, the opponent's program included.
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime",
    "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
    "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr",
    // See add_sockets().
    "sendmmsg"};

// What a program does without if the kernel has not got it.
constexpr std::array absent{
    // Accounts that all processes of a user share: a rival would find them used up.
    "io_setup", "inotify_init", "inotify_init1",
    // Files in memory are outside of every limit; runtimes have other ways.
    "memfd_create", "memfd_secret",
    // A rule of its own on a file keeps the file's blocks when it is deleted.
    "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    // The flags of clone3 stand in memory, where a filter cannot look; libraries fall back to
    // clone.
    "clone3"};

// They can wait for a socket while they hold the lock of a pipe, and with it the referee, whose
// read of that pipe then waits too. With this error programs copy by themselves.
constexpr std::array holding_pipes{"splice", "tee", "vmsplice", "sendfile"};

// The bits of `mask` in an argument are `value`.
scmp_arg_cmp bits(unsigned argument, std::uint32_t mask, std::uint32_t value) {
  return scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value};
}

// All 64 bits of an argument, or not. libseccomp's own macros for these are C, of which clang
// warns in C++.
scmp_arg_cmp equal(unsigned argument, std::uint64_t value) {
  return scmp_arg_cmp{argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp other_than(unsigned argument, std::uint64_t value) {
  return scmp_arg_cmp{argument, SCMP_CMP_NE, value, 0};
}

// The kernel looks at the lower half of arguments that are numbers of 32 bits.
scmp_arg_cmp is(unsigned argument, std::uint32_t value) {
  return bits(argument, 0xFFFFFFFF, value);
}

// System calls that this libseccomp may be too old to know by name; the numbers are the same on
// all machines of 64 bits. -1: another name.
int number_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, int>, 4> young{{{"setxattrat", 463},
                                                                   {"removexattrat", 466},
                                                                   {"open_tree_attr", 467},
                                                                   {"file_setattr", 469}}};
  const auto* found = std::find_if(young.begin(), young.end(),
                                   [name](const auto& call) { return call.first == name; });
  return found == young.end() ? -1 : found->second;
}

// The last system call that these rules were made for (Linux 6.18); what comes later is not
// there. x32 calls, which have larger numbers, are for libseccomp to refuse.
constexpr std::uint32_t last_call = 469;
constexpr std::uint32_t first_x32_call = 0x40000000;
constexpr std::array later_calls{
    sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
    sock_filter BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last_call, 0, 2),
    sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_x32_call, 1, 0),
    sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};

class Builder {
 public:
  explicit Builder(bool notify)
      : context_(seccomp_init(SCMP_ACT_ALLOW)),
        refuse_(notify ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(EPERM)) {
    if (!context_) throw std::system_error(ENOMEM, std::generic_category(), "seccomp_init");
    // A tree instead of a list: when the filter is installed the kernel tries it on
    // every system call there is, which took 150 us for each bot with a list.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
    // By default only the thread dies, and who waits for it waits for ever.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  }

  // Adds a rule for the system call `name`, unless this architecture has no such call.
  template <typename... Conditions>
  void rule(std::uint32_t action, const char* name, Conditions... conditions) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) number = number_of(name);
    if (number < 0) return;
    const int result =
        seccomp_rule_add(context_.get(), action, number, sizeof...(conditions), conditions...);
    if (result < 0) throw std::system_error(-result, std::generic_category(), name);
  }
  template <typename... Conditions>
  void refuse(const char* name, Conditions... conditions) {
    rule(refuse_, name, conditions...);
  }

  std::vector<sock_filter> program() const {
    const Descriptor file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file) throw std::system_error(errno, std::generic_category(), "memfd_create");
    if (const int result = seccomp_export_bpf(context_.get(), file.get()); result < 0) {
      throw std::system_error(-result, std::generic_category(), "seccomp_export_bpf");
    }
    const auto size = static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_CUR));
    std::vector<sock_filter> result(later_calls.size() + size / sizeof(sock_filter));
    std::copy(later_calls.begin(), later_calls.end(), result.begin());
    if (::pread(file.get(), result.data() + later_calls.size(), size, 0) !=
        static_cast<ssize_t>(size)) {
      throw std::system_error(errno, std::generic_category(), "reading the filter back");
    }
    return result;
  }

 private:
  Context context_;
  std::uint32_t refuse_;
};

// Processes, threads and namespaces.
void add_clone(Builder& filter, const FilterOptions& options) {
  const bool report = options.notify && options.count;
  if (options.no_processes || report) {
    filter.refuse("fork");
    filter.refuse("vfork");
    if (report) {
      filter.refuse("clone");
      return;
    }
    filter.refuse("clone", bits(0, CLONE_THREAD, 0));
  }
  // A thread with descriptors of its own, which nobody who counts files would see.
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "clone", bits(0, CLONE_THREAD | CLONE_FILES, CLONE_THREAD));
  if (options.no_processes) return;
  // Namespaces of its own, in which a bot with children would have rights.
  for (const int flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER,
                         CLONE_NEWPID, CLONE_NEWNET}) {
    const auto bit = static_cast<std::uint32_t>(flag);
    filter.refuse("clone", bits(0, bit, bit));
  }
}

void add_signals(Builder& filter, const FilterOptions& options) {
  if (options.own_signals_only) {
    for (const char* name : {"kill", "tgkill", "tkill"}) {
      filter.refuse(name, other_than(0, pid_placeholder));
      // Nor may it wake itself when it is suspended.
      const unsigned signal = std::string_view(name) == "tgkill" ? 2 : 1;
      filter.rule(SCMP_ACT_ERRNO(EPERM), name, equal(0, pid_placeholder), is(signal, SIGCONT));
    }
  } else {
    // To everyone at once, even where Landlock would save them.
    constexpr std::uint32_t everyone = 0xFFFFFFFF;
    filter.refuse("kill", is(0, everyone));
  }
  // Signals by detours: a pipe's owner, the death of a parent.
  filter.refuse("fcntl", is(1, F_SETOWN));
  filter.refuse("fcntl", is(1, 10));      // F_SETSIG
  filter.refuse("fcntl", is(1, 15));      // F_SETOWN_EX
  filter.refuse("ioctl", is(1, 0x8901));  // FIOSETOWN
  filter.refuse("ioctl", is(1, 0x8902));  // SIOCSPGRP
  filter.refuse("prctl", is(0, PR_SET_PDEATHSIG));
}

void add_sockets(Builder& filter) {
  // Libraries ask services of the system that way, for the name of the user say, and do without.
  filter.rule(SCMP_ACT_ERRNO(EPERM), "socket", equal(0, AF_UNIX));
  filter.refuse("socket", other_than(0, AF_UNIX));
  // All but streams can be sent to strangers by name.
  constexpr std::uint32_t kind = 0xF;
  for (const int other : {SOCK_DGRAM, SOCK_RAW, SOCK_RDM, SOCK_SEQPACKET}) {
    filter.rule(SCMP_ACT_ERRNO(EPERM), "socketpair",
                bits(1, kind, static_cast<std::uint32_t>(other)));
  }
  // Their buffers are memory that nobody counts: they keep their size. So are filters.
  for (const int size : {SO_SNDBUF, SO_RCVBUF}) {
    filter.rule(SCMP_ACT_ERRNO(0), "setsockopt", is(1, SOL_SOCKET),
                is(2, static_cast<std::uint32_t>(size)));
  }
  for (const int program : {SO_ATTACH_FILTER, SO_ATTACH_BPF, 51, 52}) {
    filter.rule(SCMP_ACT_ERRNO(EPERM), "setsockopt", is(1, SOL_SOCKET),
                is(2, static_cast<std::uint32_t>(program)));
  }
  // Descriptors on their way through a socket are seen by nobody who counts files.
  filter.rule(SCMP_ACT_ERRNO(EPERM), "sendmsg", other_than(5, password()));
}

void add_files(Builder& filter, const FilterOptions& options) {
  if (options.no_truncate) filter.rule(SCMP_ACT_ERRNO(EPERM), "truncate");
  constexpr std::uint32_t close_range_unshare = 2;  // descriptors that nobody would count
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "close_range",
              bits(2, close_range_unshare, close_range_unshare));
  // With a lease who opens the file waits, if only to start the program.
  constexpr std::uint32_t set_delegation = 1040;  // Linux 6.19
  filter.rule(SCMP_ACT_ERRNO(EPERM), "fcntl", is(1, F_SETLEASE));
  filter.rule(SCMP_ACT_ERRNO(EPERM), "fcntl", is(1, set_delegation));
  // Flags, versions and keys of files that it may only read; Landlock does not guard them. The
  // upper half of the number tells the size of what is passed.
  constexpr std::uint32_t number = 0xFFFF;
  for (const std::uint32_t attribute :
       {0x6602U, 0x6604U, 0x6609U, 0x6613U, 0x6617U, 0x6685U, 0x7602U, 0x5820U}) {
    filter.rule(SCMP_ACT_ERRNO(EPERM), "ioctl", bits(1, number, attribute));
  }
  // Those of one file system (btrfs) and copies that share blocks.
  filter.rule(SCMP_ACT_ERRNO(EOPNOTSUPP), "ioctl", bits(1, 0xFF00, 0x9400));
}

void add_settings(Builder& filter) {
  // One that hides from /proc could hide files that it has deleted but fills.
  filter.rule(SCMP_ACT_ERRNO(EPERM), "prctl", is(0, PR_SET_DUMPABLE));
  // Who shares its core; memory of the kernel's for futexes, as much as it likes.
  constexpr std::uint32_t sched_core = 62;
  constexpr std::uint32_t futex_hash = 78;
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "prctl", is(0, sched_core));
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "prctl", is(0, futex_hash));
  // A name for memory, by which it could not be told from other memory any more.
  constexpr std::uint32_t set_vma = 0x53564d41;
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "prctl", is(0, set_vma));
  // Filters of its own use up the room that the machine has for all filters.
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "seccomp");
  filter.rule(SCMP_ACT_ERRNO(EINVAL), "prctl", is(0, PR_SET_SECCOMP));
  // Limits of other processes.
  filter.refuse("prlimit64", other_than(0, 0));
}

}  // namespace

std::uint64_t password() {
  static const std::uint64_t number = [] {
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random) {
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    return random;
  }();
  return number;
}

std::vector<sock_filter> build_filter(const FilterOptions& options) {
  Builder filter(options.notify);
  for (const char* name : refused) filter.refuse(name);
  for (const char* name : quietly_refused) filter.rule(SCMP_ACT_ERRNO(EPERM), name);
  for (const char* name : absent) filter.rule(SCMP_ACT_ERRNO(ENOSYS), name);
  for (const char* name : holding_pipes) filter.rule(SCMP_ACT_ERRNO(EINVAL), name);
  add_clone(filter, options);
  add_signals(filter, options);
  add_sockets(filter);
  add_files(filter, options);
  add_settings(filter);
  return filter.program();
}

}  // namespace referee::bot
