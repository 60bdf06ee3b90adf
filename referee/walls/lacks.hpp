// What the machine keeps from bots and compilers: evidence of that, so that no verdict is built on
// it. A program's words are not enough: the machine must confirm them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/kernel/limits.hpp"

namespace referee::walls {

// The default stack of programs, in bytes.
inline constexpr std::size_t usual_stack = std::size_t{8} << 20;

// Throws text::MachineError if limits that this process has been started with (ulimit -f, -n, -d,
// -v, -s, -t) give a bot less than `limits` do; the text names both, and what to type.
void require_limits(const kernel::Limits& limits);

// How often the kernel has killed a process of this machine because there was no memory; 0 if it
// does not tell.
std::uint64_t kills_for_memory() noexcept;

// Bytes that programs can still get, within the limit of a container; without end if not known.
std::uint64_t available_memory();

// How a program ended that may have lacked something.
struct Ending {
  std::string_view last_words;
  int signal = 0;                  // that ended it, unless the referee sent it; 0: none
  std::uint64_t kills_before = 0;  // kills_for_memory() some time before it was started
  int scratch = -1;                // its scratch folder, open
  std::size_t peak_memory = 0;     // bytes
  bool was_refused = false;        // its walls refused it a thread or a child
};

// What the machine lacked, and what to do about it, if both the program's end and the machine tell
// of it: "the kernel killed it, as there was no memory left; ...".
std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits);

}  // namespace referee::walls
