// What the system call filter decides, by an interpreter of its programs.

#include "referee/machine/walls/filter.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/walls/filter_program.hpp"
#include "tests/machine/walls/filter_machine.hpp"

namespace {

using namespace referee::program;
using namespace referee::walls;

constexpr Action allowed = SECCOMP_RET_ALLOW;
constexpr Action reported = SECCOMP_RET_USER_NOTIF;

using machine::call;
using machine::run;
using referee::kernel::cpu_clock_of;

seccomp_data call(const char* name, std::array<std::uint64_t, 6> arguments = {}) {
  return call(call_number(name), arguments);
}

const FilterOptions strict{.notify = true, .count = true};

TEST(Filter, AllowsWhatEveryProgramDoes) {
  const auto filter = build_filter(strict);
  for (const char* name :
       {"read", "write", "openat", "mmap", "brk", "futex", "exit_group", "execve", "clock_gettime",
        "poll", "getrandom", "rt_sigaction", "rseq"}) {
    EXPECT_EQ(run(filter, call(name)), allowed) << name;
  }
}

TEST(Filter, ReportsWhatIsNotListed) {
  const auto filter = build_filter(strict);
  for (const char* name : {"ptrace", "mount", "connect", "bpf", "setsid", "setuid", "shmget",
                           "acct", "perf_event_open", "process_vm_readv", "modify_ldt"}) {
    EXPECT_EQ(run(filter, call(name)), reported) << name;
  }
  const auto alone = build_filter({});
  EXPECT_EQ(run(alone, call("ptrace")), fails_with(EPERM)) << "nobody to report to";
}

// decisions.txt has the decision on each call by its name, all arguments 0, as lines "decision:
// names". A call that changes its line there changes what bots may do. Every other number is
// refused, whether or not the installed library and kernel have a call for it.
TEST(Filter, DecidesOnEachCallAsItsListSays) {
  const auto words = [](Action action) -> std::string {
    switch (action) {
      case allowed:
        return "allowed";
      case reported:
        return "reported";
      case SECCOMP_RET_KILL_PROCESS:
        return "killed";
      default:
        return "error " + std::to_string(action & SECCOMP_RET_DATA);
    }
  };
  const auto filter = build_filter(strict);
  std::ifstream list(REFEREE_SOURCE_DIR "/tests/machine/walls/decisions.txt");
  std::set<int> listed;
  std::string decided;
  for (std::string word; list >> word;) {
    if (word == "error") {
      list >> decided;
      decided = "error " + decided.substr(0, decided.size() - 1);
    } else if (word.ends_with(':')) {
      decided = word.substr(0, word.size() - 1);
    } else {
      const int number = call_number(word);
      if (number < 0) continue;  // of another architecture
      listed.insert(number);
      EXPECT_EQ(words(run(filter, call(number))), decided) << word;
    }
  }
  EXPECT_GT(listed.size(), 300U);
  for (int number = 0; number < 2000; ++number) {
    if (listed.contains(number)) continue;
    const Action action = run(filter, call(number));
    EXPECT_TRUE(action == reported || action == fails_with(ENOSYS))
        << call_name(number) << " is not in decisions.txt, and its decision is " << words(action);
  }
}

// Calls invented here: a name that no library knows, and numbers that no kernel has given away.
TEST(Filter, RefusesWhatNoListNames) {
  constexpr int in_a_gap = 400;
  ASSERT_EQ(call_name(in_a_gap), "number 400");
  for (const bool counted : {true, false}) {
    for (const bool passes : {true, false}) {
      FilterOptions options{.notify = counted, .count = counted};
      options.passes_descriptors = passes;
      const auto filter = build_filter(options);
      EXPECT_EQ(run(filter, call(in_a_gap)), counted ? reported : fails_with(EPERM));
      for (const int later : {470, 471, 511, 512, 100'000, 0x3FFFFFFF}) {
        EXPECT_EQ(run(filter, call(later)), fails_with(ENOSYS)) << later;
      }
      EXPECT_EQ(run(filter, call(0x40000001)), SECCOMP_RET_KILL_PROCESS) << "x32";
      seccomp_data foreign = call("read");
      foreign.arch = SCMP_ARCH_X86;
      EXPECT_EQ(run(filter, foreign), SECCOMP_RET_KILL_PROCESS);
    }
  }
  const auto of_32_bits = build_filter({.abi = Abi::compat, .notify = true});
  EXPECT_EQ(run(of_32_bits, call(511, {}, compat_arch())), fails_with(ENOSYS));
  FilterProgram program(fails_with(1), fails_with(2), 100);
  program.add({"call_of_tomorrow"}, allowed);
  const auto assembled = assemble({.native = &program});
  for (const int number : {-1, 0, 57, 100, 101, 0x3FFFFFFF}) {
    EXPECT_NE(run(assembled, call(number)), allowed) << number;
  }
}

TEST(Filter, ThreadsAreWhatThreadLibrariesMake) {
  constexpr std::uint32_t glibc = 0x3d0f00;
  constexpr std::uint32_t musl = 0x7d0f00;
  constexpr std::uint32_t go = 0x50f00;
  for (const std::uint32_t flags : {glibc, musl, go}) {
    EXPECT_TRUE(makes_thread(flags));
    EXPECT_FALSE(makes_child(flags));
    for (unsigned bit = 0; bit < 32; ++bit) {
      const std::uint32_t other = flags ^ (1U << bit);
      const bool harmless = ((1U << bit) & 0x1780000) != 0;
      EXPECT_EQ(makes_thread(other), harmless) << "bit " << bit;
    }
  }
  EXPECT_FALSE(makes_thread(glibc | CLONE_VFORK));
  EXPECT_TRUE(makes_child(0x1200011)) << "fork";
  EXPECT_TRUE(makes_child(0x4111)) << "posix_spawn";
  EXPECT_FALSE(makes_child(CLONE_VM | SIGCHLD));
  EXPECT_FALSE(makes_child(CLONE_NEWUSER | SIGCHLD));
  EXPECT_FALSE(makes_child(CLONE_PARENT | SIGCHLD));

  // Where nobody counts them the filter says the same.
  const auto alone = build_filter({.no_processes = true});
  EXPECT_EQ(run(alone, call("clone", {glibc})), allowed);
  EXPECT_EQ(run(alone, call("clone", {glibc | CLONE_VFORK})), fails_with(EINVAL));
  EXPECT_EQ(run(alone, call("clone", {SIGCHLD})), fails_with(EPERM));
  const auto children = build_filter({.no_processes = false});
  EXPECT_EQ(run(children, call("clone", {0x1200011})), allowed);
  EXPECT_EQ(run(children, call("clone", {CLONE_VM | SIGCHLD})), fails_with(EPERM));
  EXPECT_EQ(run(build_filter(strict), call("clone", {glibc})), reported);
}

TEST(Filter, SignalsStayInTheBot) {
  const auto filter = build_filter(strict);
  EXPECT_EQ(run(filter, call("kill", {pid_placeholder, SIGTERM})), allowed);
  EXPECT_EQ(run(filter, call("kill", {pid_placeholder, SIGCONT})), fails_with(EPERM));
  // The kernel looks at the lower half of the signal only.
  EXPECT_EQ(run(filter, call("kill", {pid_placeholder, (1ULL << 32) | SIGCONT})),
            fails_with(EPERM));
  EXPECT_EQ(run(filter, call("tgkill", {pid_placeholder, 5, SIGCONT})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("tgkill", {pid_placeholder, 5, SIGABRT})), allowed);
  EXPECT_EQ(run(filter, call("kill", {1, SIGTERM})), reported);
  EXPECT_EQ(run(filter, call("kill", {(1ULL << 32) | pid_placeholder, SIGTERM})), reported);
}

TEST(Filter, LooksAtArguments) {
  const auto filter = build_filter(strict);
  EXPECT_EQ(run(filter, call("fcntl", {1, F_GETFL})), allowed);
  EXPECT_EQ(run(filter, call("fcntl", {1, (7ULL << 32) | F_SETLEASE})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("fcntl", {1, F_SETOWN})), reported);
  EXPECT_EQ(run(filter, call("ioctl", {1, 0x5401})), allowed);
  EXPECT_EQ(run(filter, call("ioctl", {1, 0x40086602})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("ioctl", {1, 0x12345678})), fails_with(ENOTTY));
  EXPECT_EQ(run(filter, call("prctl", {PR_SET_NAME})), allowed);
  EXPECT_EQ(run(filter, call("prctl", {PR_SET_DUMPABLE})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("prctl", {PR_SET_PDEATHSIG})), reported);
  EXPECT_EQ(run(filter, call("prctl", {PR_SET_TIMERSLACK})), allowed);
  EXPECT_EQ(run(filter, call("prctl", {PR_GET_TIMERSLACK})), allowed);
  EXPECT_EQ(run(filter, call("socketpair", {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC})), allowed);
  EXPECT_EQ(run(filter, call("socketpair", {AF_UNIX, SOCK_DGRAM})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("socket", {AF_UNIX})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("socket", {AF_INET})), reported);
  EXPECT_EQ(run(filter, call("prlimit64", {0})), allowed);
  EXPECT_EQ(run(filter, call("prlimit64", {1})), reported);
  EXPECT_EQ(run(filter, call("sendmsg", {0, 0, 0, 0, 0, password()})), allowed);
  EXPECT_EQ(run(filter, call("sendmsg", {0, 0, 0, 0, 0, password() ^ (1ULL << 40)})),
            fails_with(EPERM));
}

TEST(Filter, NothingTakesDiskFasterThanWriting) {
  for (const auto& filter : {build_filter(strict), build_filter({})}) {
    EXPECT_EQ(run(filter, call("fallocate")), fails_with(EOPNOTSUPP));
    EXPECT_EQ(run(filter, call("copy_file_range")), fails_with(ENOSYS));
    EXPECT_EQ(run(filter, call("ioctl", {3, 0x40049409})), fails_with(ENOTTY)) << "FICLONE";
    EXPECT_EQ(run(filter, call("ioctl", {3, 0x40305828})), fails_with(ENOTTY)) << "XFS_IOC_RESVSP";
    EXPECT_EQ(run(filter, call("ftruncate")), allowed) << "makes holes only";
  }
}

TEST(Filter, NothingHasOtherProcessorsWork) {
  for (const auto& filter : {build_filter(strict), build_filter({})}) {
    const auto mbind = [&filter](std::uint64_t flags) {
      return run(filter, call("mbind", {1 << 20, 4096, 2, 0, 64, flags}));
    };
    EXPECT_EQ(mbind(0), allowed);
    EXPECT_EQ(mbind(1), allowed) << "strictly, but nothing is moved";
    EXPECT_EQ(mbind(1ULL << 33), allowed) << "not a flag, and the kernel says so";
    for (const std::uint64_t flags : {2U, 3U, 4U, 6U, 7U}) {
      EXPECT_EQ(mbind(flags), fails_with(EPERM)) << flags;
    }
    EXPECT_EQ(run(filter, call("move_pages")), run(filter, call("migrate_pages")));
    EXPECT_NE(run(filter, call("move_pages")), allowed);
    EXPECT_EQ(run(filter, call("madvise", {1 << 20, 4096, 25})), fails_with(EINVAL)) << "collapse";
    EXPECT_EQ(run(filter, call("madvise", {1 << 20, 4096, MADV_DONTNEED})), allowed);
    for (const int advice : {POSIX_FADV_DONTNEED, POSIX_FADV_SEQUENTIAL}) {
      EXPECT_EQ(run(filter, call("fadvise64", {3, 0, 0, static_cast<std::uint64_t>(advice)})),
                fails_with(0));
    }
  }
}

// The referee knows by its size when it is empty.
TEST(Filter, PipesKeepTheirSize) {
  EXPECT_EQ(run(build_filter(strict), call("fcntl", {0, F_SETPIPE_SZ, 8192})), fails_with(EPERM));
  EXPECT_EQ(run(build_filter(strict), call("fcntl", {0, F_GETPIPE_SZ})), allowed);
  for (const char* name : {"splice", "tee", "vmsplice", "sendfile"})
    EXPECT_EQ(run(build_filter(strict), call(name)), fails_with(EINVAL)) << name;
}

TEST(Filter, ClocksAreTheMachinesAndItsOwn) {
  const auto filter = build_filter(strict);
  const auto clock = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  constexpr std::uint32_t rival = 4711;
  for (const char* name : {"clock_gettime", "clock_getres", "clock_nanosleep", "timer_create"}) {
    const Action yes = std::string(name) == "timer_create" ? reported : allowed;
    for (const std::int64_t own : {0, 1, 2, 3, 7, 11, -8, -7, -6, -2, -1}) {
      EXPECT_EQ(run(filter, call(name, {clock(own)})), yes) << name << ' ' << own;
    }
    EXPECT_EQ(run(filter, call(name, {clock_placeholder})), yes) << name;
    EXPECT_EQ(run(filter, call(name, {cpu_clock_of(rival) | 4})), yes) << "a thread's";
    for (std::uint32_t kind = 0; kind < 4; ++kind) {
      const std::uint64_t other = (cpu_clock_of(rival) & ~7U) | kind;
      EXPECT_EQ(run(filter, call(name, {other})), fails_with(EINVAL)) << name << ' ' << kind;
      // The kernel looks at the lower half only.
      EXPECT_EQ(run(filter, call(name, {other | (1ULL << 40)})), fails_with(EINVAL)) << name;
    }
  }
  EXPECT_EQ(run(build_filter({}), call("timer_create", {cpu_clock_of(1)})), fails_with(EINVAL));
}

TEST(Filter, CompilersMayPassDescriptorsOn) {
  FilterOptions compiler = strict;
  compiler.passes_descriptors = true;
  const auto filter = build_filter(compiler);
  EXPECT_EQ(run(filter, call("socketpair", {AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC})), allowed);
  EXPECT_EQ(run(filter, call("socketpair", {AF_UNIX, SOCK_DGRAM})), fails_with(EPERM));
  EXPECT_EQ(run(filter, call("socket", {AF_INET})), reported);
  EXPECT_EQ(run(filter, call("sendmsg", {})), allowed);
  const auto bots = build_filter(strict);
  EXPECT_EQ(run(bots, call("socketpair", {AF_UNIX, SOCK_SEQPACKET})), fails_with(EPERM));
}

// Against the rules as they were given, one by one.
TEST(FilterProgram, DecidesAsItsRulesSay) {
  std::mt19937_64 random(7);
  const auto number = [&random](std::uint64_t end) { return random() % end; };
  struct Given {
    std::string name;
    Rule rule;
  };
  for (int round = 0; round < 50; ++round) {
    FilterProgram filter(fails_with(1), fails_with(2), 400);
    std::vector<Given> given;
    for (int i = 0; i < 60; ++i) {
      Rule rule{fails_with(static_cast<int>(10 + number(50))), {}};
      for (std::uint64_t n = number(3); n > 0; --n) {
        Condition condition{static_cast<unsigned>(number(2)), 0, {}};
        const std::array<std::uint64_t, 4> masks{~0ULL, 0xFFFFFFFF, 3, 1ULL << 33};
        condition.mask = masks[number(masks.size())];
        const bool whole = condition.mask > 0xFFFFFFFF;
        for (std::uint64_t values = whole ? 1 : 1 + number(90); values > 0; --values) {
          condition.values.push_back(number(4) & condition.mask);
        }
        rule.conditions.push_back(std::move(condition));
      }
      given.push_back({call_name(static_cast<int>(number(30))), rule});
      filter.add(given.back().name, given.back().rule);
    }
    const auto program = assemble({.native = &filter});
    for (int i = 0; i < 2000; ++i) {
      const auto data = call(static_cast<int>(number(33)),
                             {number(5) | (number(3) << 32), number(5) | (number(3) << 32)});
      Action expected = fails_with(1);
      for (const Given& one : given) {
        const auto holds = [&data](const Condition& condition) {
          const std::uint64_t value = data.args[condition.argument] & condition.mask;
          return std::find(condition.values.begin(), condition.values.end(), value) !=
                 condition.values.end();
        };
        if (call_number(one.name) != data.nr) continue;
        const auto& conditions = one.rule.conditions;
        if (!std::all_of(conditions.begin(), conditions.end(), holds)) continue;
        expected = one.rule.action;
        break;
      }
      ASSERT_EQ(run(program, data), expected) << "round " << round << ", call " << data.nr;
    }
  }
}

// Any program that jumps forward: loads of two words, comparisons, jumps, returns.
std::vector<sock_filter> random_program(std::mt19937_64& random, std::size_t size) {
  const auto number = [&random](std::uint64_t end) {
    return static_cast<std::uint32_t>(random() % end);
  };
  std::vector<sock_filter> program;
  while (program.size() + 1 < size) {
    const auto left = size - program.size() - 1;  // behind this one
    const auto near = [&] {
      return static_cast<std::uint8_t>(number(std::min<std::size_t>(left, 256)));
    };
    switch (number(6)) {
      case 0:
        program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4 * number(2)));
        break;
      case 1:
        program.push_back(BPF_STMT(BPF_JMP | BPF_JA, number(left)));
        break;
      case 2:
        program.push_back(BPF_STMT(BPF_RET | BPF_K, number(4)));
        break;
      case 3:
        program.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, number(8)));
        break;
      case 4:
        program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(8), near(), near()));
        break;
      default:
        program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, number(8), near(), near()));
    }
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, number(4)));
  return program;
}

TEST(Shortened, DecidesTheSame) {
  std::mt19937_64 random(11);
  std::size_t before = 0;
  std::size_t after = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto program = random_program(random, 1 + random() % 700);
    const auto shorter = shortened(program);
    ASSERT_LE(shorter.size(), program.size());
    before += program.size();
    after += shorter.size();
    for (int nr = 0; nr < 9; ++nr) {
      for (std::uint32_t arch = 0; arch < 9; ++arch) {
        const auto data = call(nr, {}, arch);
        ASSERT_EQ(machine::run(shorter, data), machine::run(program, data)) << "round " << round;
      }
    }
  }
  EXPECT_LT(2 * after, before);
}

// Every instruction costs each start of a bot some 0.2 us. Without sharing returns there are 489.
TEST(Shortened, KeepsTheFilterOfBotsShort) {
  FilterOptions options;
  options.notify = true;
  options.count = true;
  options.no_processes = true;
  EXPECT_LT(build_filter(options).size(), 400U);
}

// The bot's own process id is known only when it is started.
TEST(Filter, HasAPlaceForTheProcessId) {
  const auto holes = [](const FilterOptions& options) {
    const auto program = build_filter(options);
    return std::count_if(program.begin(), program.end(), [](const sock_filter& one) {
      return one.code == (BPF_JMP | BPF_JEQ | BPF_K) && one.k == pid_placeholder;
    });
  };
  EXPECT_GT(holes({.no_processes = true, .own_signals_only = true}), 0);
  EXPECT_EQ(holes({.no_processes = true, .own_signals_only = false}), 0);
  EXPECT_LT(
      build_filter({.no_processes = true, .own_signals_only = true, .notify = true, .count = true})
          .size(),
      1024U);
}

}  // namespace
