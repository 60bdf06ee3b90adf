#include "referee/bot/filter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <string_view>
#include <system_error>
#include <type_traits>

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
    "socket", "connect", "bind", "listen", "shmget", "shmat", "shmdt", "shmctl", "semget", "semop",
    "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    // other processes: their memory, their descriptors, their fate
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "kcmp", "move_pages", "migrate_pages",
    // leaving its group or its walls
    "setsid", "setpgid", "unshare", "setns", "chroot", "pivot_root", "mount", "umount2",
    "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
    "name_to_handle_at", "open_by_handle_at",
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
    "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr"};

// The kernel looks at the lower half of arguments that are numbers of 32 bits.
scmp_arg_cmp is(unsigned argument, std::uint32_t value) {
  constexpr std::uint32_t lower_half = 0xFFFFFFFF;
  return scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, lower_half, value};
}

class Builder {
 public:
  explicit Builder(bool notify)
      : context_(seccomp_init(SCMP_ACT_ALLOW)),
        refuse_(notify ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(EPERM)) {
    if (!context_) throw std::system_error(ENOMEM, std::generic_category(), "seccomp_init");
    // A tree instead of a list: when the filter is installed the kernel tries it on
    // every system call there is, which took 150 us for each bot with a list.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  }

  // Adds a rule for the system call `name`, unless this architecture has no such call.
  template <typename... Conditions>
  void rule(std::uint32_t action, const char* name, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) return;
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
    std::vector<sock_filter> result(size / sizeof(sock_filter));
    if (::pread(file.get(), result.data(), size, 0) != static_cast<ssize_t>(size)) {
      throw std::system_error(errno, std::generic_category(), "reading the filter back");
    }
    return result;
  }

 private:
  Context context_;
  std::uint32_t refuse_;
};

}  // namespace

std::vector<sock_filter> build_filter(const FilterOptions& options) {
  Builder filter(options.notify);
  for (const char* name : refused) filter.refuse(name);
  for (const char* name : quietly_refused) filter.rule(SCMP_ACT_ERRNO(EPERM), name);
  const bool report = options.notify && options.count;
  if (options.no_processes || report) {
    filter.refuse("fork");
    filter.refuse("vfork");
    if (report) {
      filter.refuse("clone");
    } else {
      filter.refuse("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    }
  }
  // Namespaces of its own, in which a bot with children would have rights.
  if (!options.no_processes && !report) {
    for (const int flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER,
                           CLONE_NEWPID, CLONE_NEWNET}) {
      const auto bit = static_cast<std::uint32_t>(flag);
      filter.refuse("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
    }
  }
  if (options.no_truncate) filter.rule(SCMP_ACT_ERRNO(EPERM), "truncate");
  // The flags of clone3 stand in memory, where a filter cannot look; libraries fall
  // back to clone.
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  if (options.own_signals_only) {
    for (const char* name : {"kill", "tgkill", "tkill"}) {
      filter.refuse(name, SCMP_A0(SCMP_CMP_NE, pid_placeholder));
    }
  }
  // To everyone at once, even where Landlock would save them.
  constexpr std::uint32_t everyone = 0xFFFFFFFF;
  if (!options.own_signals_only) filter.refuse("kill", is(0, everyone));
  // Signals by detours: a pipe's owner, the death of a parent.
  filter.refuse("fcntl", is(1, F_SETOWN));
  filter.refuse("fcntl", is(1, 10));      // F_SETSIG
  filter.refuse("fcntl", is(1, 15));      // F_SETOWN_EX
  filter.refuse("ioctl", is(1, 0x8901));  // FIOSETOWN
  filter.refuse("ioctl", is(1, 0x8902));  // SIOCSPGRP
  filter.refuse("prctl", is(0, PR_SET_PDEATHSIG));
  // One that hides from /proc could hide files that it has deleted but fills.
  filter.rule(SCMP_ACT_ERRNO(EPERM), "prctl", is(0, PR_SET_DUMPABLE));
  // Files in memory are outside of every limit; runtimes have other ways.
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), "memfd_create");
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), "memfd_secret");
  // Limits of other processes.
  filter.refuse("prlimit64", SCMP_A0(SCMP_CMP_NE, 0));
  return filter.program();
}

}  // namespace referee::bot
