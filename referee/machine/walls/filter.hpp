// The system call filter of a bot, as a program for the kernel's seccomp: a list of what bots may
// do. Everything else is refused, and the fault of a bot that fails then names it, except for calls
// that runtimes try and do without: docs/reference/protection.md lists those.
#pragma once

#include <linux/filter.h>

#include <compare>
#include <cstdint>
#include <vector>

#include "referee/machine/program/executable.hpp"

namespace referee::walls {

struct FilterOptions {
  program::Abi abi = program::Abi::native;
  // No child process may be started; threads may.
  bool no_processes = true;
  // Signals may be sent only to the bot's own process. Not needed where Landlock
  // keeps signals inside (ABI 6) and children are allowed.
  bool own_signals_only = true;
  // Files are not cut by name: needed where Landlock does not guard that (before ABI 3).
  bool no_truncate = false;
  // Refused calls are reported to a listener, which answers them, instead of
  // failing with EPERM by themselves.
  bool notify = false;
  // New processes, threads and timers are reported too, and made only if the listener says so;
  // needs `notify` and Linux 5.5.
  bool count = false;
  // Descriptors may be passed on, within the process and its children: Rust's compiler starts its
  // linker that way. They are not counted in transit.
  bool passes_descriptors = false;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes <=> for a null pointer
  friend auto operator<=>(const FilterOptions&, const FilterOptions&) = default;

  // Whether new processes, threads and timers need the listener's permission.
  [[nodiscard]] bool asks_before_making() const noexcept { return notify && count; }
  // The action for a call that is refused.
  [[nodiscard]] std::uint32_t refuse() const noexcept;
};

// Whether these flags of clone(2) are those of thread libraries, or make a child as fork(2),
// vfork(2) and posix_spawn(3) do. Other flags are refused: CLONE_VFORK with CLONE_THREAD makes a
// thread that cannot be stopped, CLONE_THREAD without CLONE_FILES one that hides descriptors,
// CLONE_NEWUSER a child with rights.
bool makes_thread(std::uint32_t clone_flags) noexcept;
bool makes_child(std::uint32_t clone_flags) noexcept;

// Placeholders in the program for the bot's process id, and the number of its
// CPU clock, which are known only once the bot has been cloned.
inline constexpr std::uint32_t pid_placeholder = 0x7E5EC0DE;
inline constexpr std::uint32_t clock_placeholder = 0xFE5EC0DA;

// Between the filter and exec the child sends the listener with sendmsg, which bots may not
// use: this number is in the call's last argument, which the kernel ignores. Random,
// the same as long as this process lives.
std::uint64_t password();

// Builds the program, each only once in the life of this process. Throws std::system_error if the
// machine gives no random number.
std::vector<sock_filter> build_filter(const FilterOptions& options);

}  // namespace referee::walls
