// Evidence of what bots and compilers lacked because of the machine, so that no verdict is built on
// it. A program's words are not enough: the machine must confirm them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/kernel/limits.hpp"

namespace referee::walls {

// The default stack of programs, in bytes.
inline constexpr std::size_t usual_stack = std::size_t{8} << 20;

// Throws text::MachineError if limits with which this process has been started (ulimit -f, -n, -d,
// -v, -s, -t) give a bot less than `limits` do; the text names both, and the remedy.
void require_limits(const kernel::Limits& limits);

// The number of processes of this machine that the kernel has killed because there was no memory; 0
// if it does not report it.
std::uint64_t kills_for_memory() noexcept;

// Bytes that programs can still get, within the limit of a container; the maximum if not known.
std::uint64_t available_memory();

// The end of a program that may have lacked something.
struct Ending {
  std::string_view last_words;
  int signal = 0;                  // the one that ended it, unless the referee sent it; 0: none
  std::uint64_t kills_before = 0;  // kills_for_memory() some time before it was started
  int scratch = -1;                // its scratch folder, open
  std::size_t peak_memory = 0;     // bytes
  bool was_refused = false;        // its walls refused it a thread or a child
};

// The machine's lack and its remedy, if both the program's end and the machine indicate it: "the
// kernel killed it, as there was no memory left; ...".
std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits);

}  // namespace referee::walls
