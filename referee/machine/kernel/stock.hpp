// What this machine has left for programs, within the limits of a container and of this process.
// Only readings: walls/shares.hpp has what bots get of it.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "referee/machine/kernel/limits.hpp"

namespace referee::kernel {

// A limit with which this process has been started (ulimit), and which the programs that it starts
// inherit: the soft or the hard one.
rlim_t limit_of(__rlimit_resource resource, bool hard) noexcept;

// The limit on CPU time with which this process has been started (ulimit -t), of each process;
// nothing if there is none.
std::optional<Duration> limit_of_cpu_time() noexcept;

// The number of processes of this machine that the kernel has killed because there was no memory; 0
// if it does not report it.
std::uint64_t kills_for_memory() noexcept;

// Bytes that programs can still get, within the limits of a container and of this process (ulimit
// -v, -d); the maximum if not known.
std::uint64_t available_memory();

// The amount of something of which there is no bound.
inline constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t left_of(std::uint64_t most, std::uint64_t used) noexcept {
  return used < most ? most - used : 0;
}

// Processes and threads that can still be made.
struct Tasks {
  std::uint64_t left = no_bound;
  std::string bound;  // what allows no more: "ulimit -u", "/sys/fs/cgroup/pids.max"
};
Tasks available_tasks();

// What a machine has for bots.
struct Stock {
  std::uint64_t memory = no_bound;      // bytes
  std::uint64_t disk = no_bound;        // bytes of temporary files
  std::uint64_t files = no_bound;       // temporary ones, and folders
  std::uint64_t open_files = no_bound;  // of all processes
  Tasks tasks;
};
// Of what is free, all but a tenth, which is for others; and what was free, from that.
constexpr std::uint64_t for_bots(std::uint64_t left) noexcept {
  return left == no_bound ? left : left / 10 * 9;
}
constexpr std::uint64_t with_others(std::uint64_t theirs) noexcept {
  return theirs == no_bound ? theirs : theirs / 9 * 10;
}

// What is free now for bots, within the limits of a container and of this process. As long as
// somebody holds it everybody gets the same: a bot that plays already takes nothing from the shares
// of others.
std::shared_ptr<const Stock> stock_of_machine();

}  // namespace referee::kernel
