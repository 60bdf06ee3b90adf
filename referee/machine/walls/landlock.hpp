// The kernel's Landlock interface as of ABI 6. The headers of Debian 12 stop at
// ABI 2, so the later names are spelled out here. Source: the kernel's
// Documentation/userspace-api/landlock.rst.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace referee::walls {

namespace landlock {

inline constexpr std::uint64_t execute = 1U << 0;
inline constexpr std::uint64_t write_file = 1U << 1;
inline constexpr std::uint64_t read_file = 1U << 2;
inline constexpr std::uint64_t read_dir = 1U << 3;
inline constexpr std::uint64_t all_abi1 = (1U << 13) - 1;
inline constexpr std::uint64_t refer = 1U << 13;      // ABI 2
inline constexpr std::uint64_t truncate = 1U << 14;   // ABI 3
inline constexpr std::uint64_t ioctl_dev = 1U << 15;  // ABI 5

inline constexpr std::uint64_t make_char = 1U << 6;
inline constexpr std::uint64_t make_block = 1U << 11;

// Rights that a rule about a file, not a folder, may carry.
inline constexpr std::uint64_t on_files = execute | write_file | read_file | truncate | ioctl_dev;

inline constexpr std::uint64_t bind_tcp = 1U << 0;     // ABI 4
inline constexpr std::uint64_t connect_tcp = 1U << 1;  // ABI 4

inline constexpr std::uint64_t scope_abstract_sockets = 1U << 0;  // ABI 6
inline constexpr std::uint64_t scope_signals = 1U << 1;           // ABI 6

// struct landlock_ruleset_attr, and its size in each ABI.
struct RulesetAttributes {
  std::uint64_t handled_files = 0;
  std::uint64_t handled_net = 0;
  std::uint64_t scoped = 0;
};
constexpr std::size_t attributes_size(int abi) noexcept {
  return abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
}

// struct landlock_path_beneath_attr
struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
};

constexpr std::uint64_t handled_files(int abi) noexcept {
  return all_abi1 | (abi >= 2 ? refer : 0) | (abi >= 3 ? truncate : 0) | (abi >= 5 ? ioctl_dev : 0);
}

inline long create_ruleset(const RulesetAttributes* attributes, std::size_t size, unsigned flags) {
  return ::syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}
inline long add_path(int ruleset, const PathBeneath& rule) {
  constexpr int path_beneath = 1;
  return ::syscall(SYS_landlock_add_rule, ruleset, path_beneath, &rule, 0U);
}
inline long restrict_self(int ruleset) {
  return ::syscall(SYS_landlock_restrict_self, ruleset, 0U);
}

}  // namespace landlock

}  // namespace referee::walls
