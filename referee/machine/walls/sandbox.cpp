#include "referee/machine/walls/sandbox.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/walls/landlock.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/machine/walls/shares.hpp"

namespace referee::walls {
namespace {

bool failed(SetupError& error, const char* step) noexcept {
  error = {step, errno};
  return false;
}

constexpr unsigned long no_special_root = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED |
                                          SECBIT_NO_CAP_AMBIENT_RAISE |
                                          SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;

// Everything inside a folder of its own but devices and, unless it may start other programs,
// starting them: a file that may be executed but not read is a program that hides from /proc.
constexpr std::uint64_t writing(int abi, bool programs) {
  return landlock::handled_files(abi) & ~(landlock::make_char | landlock::make_block) &
         ~(programs ? std::uint64_t{0} : landlock::execute);
}

// Leaves out what is beneath a folder with the same rights, as /bin mostly is: every rule
// costs every bot's start a microsecond.
std::vector<PathRule> without_repetitions(std::span<const PathRule> rules) {
  std::vector<PathRule> result;
  for (const PathRule& rule : rules) {
    std::error_code missing;
    const std::filesystem::path path = std::filesystem::canonical(rule.path, missing);
    if (missing) continue;  // not there on this machine, or not ours to see
    const auto covers = [&path, &rule](const PathRule& other) {
      return other.access == rule.access && program::is_within(path, other.path);
    };
    if (std::any_of(result.begin(), result.end(), covers)) continue;
    std::erase_if(result, [&path, &rule](const PathRule& other) {
      return other.access == rule.access && program::is_within(other.path, path);
    });
    result.push_back({path, rule.access});
  }
  return result;
}

}  // namespace

OpenPaths open_paths(int landlock_abi, std::span<const PathRule> rules) {
  OpenPaths result;
  if (landlock_abi == 0) return result;
  constexpr std::uint64_t reading = landlock::execute | landlock::read_file | landlock::read_dir;
  for (const PathRule& rule : without_repetitions(rules)) {
    text::Descriptor path(::open(rule.path.c_str(), O_PATH | O_CLOEXEC));
    if (!path && referee_lacks(errno)) {
      throw text::SystemError("open", rule.path);
    }
    if (!path) continue;  // not there on this machine, or not ours to see
    struct stat status {};
    if (::fstat(path.get(), &status) != 0) continue;
    std::uint64_t access = rule.access == PathRule::Access::write  ? writing(landlock_abi, true)
                           : rule.access == PathRule::Access::list ? landlock::read_dir
                                                                   : reading;
    if (!S_ISDIR(status.st_mode)) {
      access &= landlock::on_files & landlock::handled_files(landlock_abi);
    }
    result.push_back({std::move(path), access});
  }
  return result;
}

Sandbox Sandbox::limits_only(const kernel::Limits& limits) {
  Sandbox sandbox;
  sandbox.prepare_limits(limits);
  return sandbox;
}

Sandbox::Sandbox(const kernel::Limits& limits, const Protections& protections, program::Abi abi,
                 std::shared_ptr<const OpenPaths> shared, OpenPaths own, bool passes_descriptors)
    : walls_(true),
      root_(protections.root),
      landlock_abi_(protections.landlock_abi),
      programs_(limits.processes > 0),
      shared_(std::move(shared)),
      own_(std::move(own)) {
  prepare_limits(limits);
  if (protections.seccomp) prepare_filter(limits, protections, abi, passes_descriptors);
}

void Sandbox::prepare_limits(const kernel::Limits& limits) {
  // `soft`: what the bot begins with, of what it may set by itself.
  const auto add = [this](int resource, rlim_t value, rlim_t soft = RLIM_INFINITY) {
    rlimit now{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
    const rlim_t hard = std::min(value, now.rlim_max);
    limits_.push_back({resource, {std::min(hard, soft), hard}});
  };
  add(RLIMIT_CORE, 0);
  add(RLIMIT_NOFILE, limits.open_files);
  add(RLIMIT_FSIZE, limits.file_size);
  add(RLIMIT_MSGQUEUE, 0);
  if (limits.memory > 0) {
    add(RLIMIT_DATA, limits.memory);
    // A smaller stack than the usual one, which judges give, is made as large; a larger one stays.
    rlimit now{};
    ::getrlimit(RLIMIT_STACK, &now);
    add(RLIMIT_STACK, limits.memory, std::max<rlim_t>(now.rlim_cur, usual_stack));
  }
  // The second fence behind the clocks: no process computes for ever even if the
  // referee is stopped.
  const auto most = limits.wall_limit() * kernel::processors_of_this_thread() + limits.grace;
  constexpr rlim_t allowance = 5;
  const rlim_t seconds = static_cast<rlim_t>(most / std::chrono::seconds(1)) + allowance;
  // A second before the last moment it gets SIGXCPU, which tells why it ends.
  const auto given = kernel::limit_of_cpu_time();
  const rlim_t warning =
      given ? std::max<rlim_t>(static_cast<rlim_t>(*given / std::chrono::seconds(1)), 2) - 1
            : RLIM_INFINITY;
  add(RLIMIT_CPU, seconds, warning);
}

void Sandbox::prepare_filter(const kernel::Limits& limits, const Protections& protections,
                             program::Abi abi, bool passes_descriptors) {
  notify_ = protections.seccomp_notify;
  FilterOptions options;
  options.abi = abi;
  options.passes_descriptors = passes_descriptors;
  options.no_processes = limits.processes == 0;
  options.own_signals_only = limits.processes == 0 || protections.landlock_abi < 6;
  options.no_truncate = protections.landlock_abi < 3;
  options.notify = notify_;
  options.count = protections.notify_continue;
  filter_ = build_filter(options);
  for (std::size_t place = 0; place < filter_.size(); ++place) {
    const sock_filter& one = filter_[place];
    if (one.code != (BPF_JMP | BPF_JEQ | BPF_K)) continue;
    if (one.k == pid_placeholder || one.k == clock_placeholder) own_numbers_.push_back(place);
  }
}

bool Sandbox::put_up(std::span<sock_filter> filter_space, int& listener,
                     SetupError& error) const noexcept {
  listener = -1;
  if (walls_) {
    if (root_ && !drop_capabilities(error)) return false;
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed(error, "no_new_privs");
    if (landlock_abi_ > 0 && !restrict_files(error)) return false;
    if (!filter_.empty() && !install_filter(filter_space, listener, error)) return false;
  }
  // Last: the walls need descriptors of their own, and until exec this process holds
  // those of the whole referee.
  return set_limits(error);
}

bool Sandbox::set_limits(SetupError& error) const noexcept {
  for (const ResourceLimit& limit : limits_) {
    if (::setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &limit.value) != 0) {
      return failed(error, "setting a resource limit");
    }
  }
  return true;
}

bool Sandbox::drop_capabilities(SetupError& error) noexcept {
  // So that user 0 is one like others from the next program on. Taking every capability
  // out of the bounding set does the same and takes 40 calls. Without CAP_SETPCAP it is
  // not allowed; then no_new_privs alone keeps programs from gaining any.
  if (::prctl(PR_SET_SECUREBITS, no_special_root, 0, 0, 0) != 0 && errno != EPERM) {
    return failed(error, "making user 0 like others");
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2]{};
  if (::syscall(SYS_capset, &header, none) != 0) return failed(error, "capset");
  return true;
}

void Sandbox::prepare_files(int scratch, int folder) {
  if (!walls_ || landlock_abi_ == 0) return;
  // Each bot adds the rule for its own entry in /proc, which is nobody's once it has ended; but the
  // kernel copies all rules for each bot.
  constexpr int most_starts = 16;
  const auto known = std::find_if(rules_.begin(), rules_.end(), [folder](const Rules& rules) {
    return rules.folder == folder && folder != 0;
  });
  if (known != rules_.end() && known->starts < most_starts) {
    ++known->starts;
    std::rotate(rules_.begin(), known, known + 1);
    return;
  }
  if (known != rules_.end()) {
    rules_.erase(known);
  } else if (rules_.size() == bots_of_a_match) {
    rules_.pop_back();
  }
  rules_.insert(rules_.begin(), {rules_for(scratch), folder, 1});
}

std::vector<int> Sandbox::folders() const {
  std::vector<int> folders;
  for (const Rules& rules : rules_) folders.push_back(rules.folder);
  return folders;
}

text::Descriptor Sandbox::rules_for(int scratch) const {
  const auto check = [](long result, const char* what) {
    if (result < 0) throw text::SystemError(what);
  };
  landlock::RulesetAttributes attributes;
  attributes.handled_files = landlock::handled_files(landlock_abi_);
  if (landlock_abi_ >= 4) attributes.handled_net = landlock::bind_tcp | landlock::connect_tcp;
  if (landlock_abi_ >= 6) {
    attributes.scoped = landlock::scope_abstract_sockets | landlock::scope_signals;
  }
  // The kernel sets FD_CLOEXEC.
  const long made =
      landlock::create_ruleset(&attributes, landlock::attributes_size(landlock_abi_), 0);
  check(made, "begin the walls around files (landlock_create_ruleset)");
  text::Descriptor rules(static_cast<int>(made));
  for (const OpenPaths* paths : std::initializer_list<const OpenPaths*>{shared_.get(), &own_}) {
    for (const OpenPath& open : *paths) {
      check(landlock::add_path(rules.get(), {open.access, open.path.get()}),
            "put up the walls around files (landlock_add_rule)");
    }
  }
  check(landlock::add_path(rules.get(), {writing(landlock_abi_, programs_), scratch}),
        "put up the walls around the scratch folder (landlock_add_rule)");
  return rules;
}

bool Sandbox::restrict_files(SetupError& error) const noexcept {
  // Its own entry in /proc, which runtimes read at their start, and no other's.
  const int rules = rules_.front().set.get();
  const int self = ::open("/proc/self", O_PATH | O_CLOEXEC);
  if (self < 0 && referee_lacks(errno)) return failed(error, "opening /proc/self");
  if (self >= 0) {
    if (landlock::add_path(rules, {landlock::read_file | landlock::read_dir, self}) != 0) {
      return failed(error, "landlock_add_rule for /proc/self");
    }
    ::close(self);
  }
  if (landlock::restrict_self(rules) != 0) return failed(error, "landlock_restrict_self");
  return true;
}

bool Sandbox::install_filter(std::span<sock_filter> space, int& listener,
                             SetupError& error) const noexcept {
  const auto pid = static_cast<std::uint32_t>(::getpid());
  std::copy(filter_.begin(), filter_.end(), space.begin());
  for (const std::size_t place : own_numbers_) {
    std::uint32_t& number = space[place].k;
    number = number == pid_placeholder ? pid : kernel::cpu_clock_of(pid);
  }
  const sock_fprog program{static_cast<unsigned short>(filter_.size()), space.data()};
  const unsigned flags = notify_ ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
  const long result = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (result < 0) return failed(error, "installing the system call filter");
  if (notify_) listener = static_cast<int>(result);
  return true;
}

}  // namespace referee::walls
