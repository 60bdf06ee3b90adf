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

// The end of a program that may have lacked something.
struct Ending {
  std::string_view last_words;
  int signal = 0;                  // the one that ended it, unless the referee sent it; 0: none
  std::uint64_t kills_before = 0;  // kernel::kills_for_memory() some time before it was started
  int scratch = -1;                // its scratch folder, open
  std::size_t peak_memory = 0;     // bytes
  bool was_refused = false;        // its walls refused it a thread or a child
  kernel::Whose whose = kernel::Whose::bot;
};

// Whether this is how the kernel ends one to get memory back.
bool killed_for_memory(const Ending& ending) noexcept;
// Whether the disk of this folder, a descriptor, is full.
bool is_full(int folder) noexcept;

// The machine's lack and its remedy, if both the program's end and the machine indicate it: "the
// kernel killed it, as there was no memory left; ...".
std::optional<std::string> lack_of_machine(const Ending& ending, const kernel::Limits& limits);

}  // namespace referee::walls
