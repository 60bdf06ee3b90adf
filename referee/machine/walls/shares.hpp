// What the bots of a machine share, one row for each resource: how much of it there is, and what
// one bot may take. All that play at the same time may take no more than there is, so that no bot
// lacks what another one has taken: before its first game a limit that nobody chose is lowered,
// with a note, and one that the caller chose is refused.
// docs/internals/protection-proof.md#what-bots-share lists the rows, and how the one that has more
// than its share is found when one runs out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "referee/base/text/error.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/kernel/stock.hpp"

namespace referee::walls {

// The default stack of programs, in bytes.
inline constexpr std::size_t usual_stack = std::size_t{8} << 20;

// Throws text::MachineError if limits with which this process has been started (ulimit -f, -n, -d,
// -v, -s, -t) give a bot less than `limits` do; the text names both, and the remedy. Judges and
// compilers take what there is.
void require_limits(const kernel::Limits& limits);

inline constexpr std::size_t bots_of_a_match = 2;

// What a machine has for bots, and how many use it at the same time.
struct Room {
  kernel::Stock stock;
  std::size_t bots = bots_of_a_match;

  [[nodiscard]] std::uint64_t share_of_memory() const noexcept { return stock.memory / bots; }
  [[nodiscard]] std::uint64_t share_of_disk() const noexcept { return stock.disk / bots; }
  [[nodiscard]] std::uint64_t share_of_files() const noexcept { return stock.files / bots; }
  // Without what the referee needs for each match.
  [[nodiscard]] std::uint64_t share_of_tasks() const noexcept;
  // Whether a bot could take another one's memory or disk in the time between two looks at it.
  [[nodiscard]] bool is_scarce(const kernel::Limits& limits) const noexcept;
};

// There is too little of something for any bot to play.
class TooLittle : public text::MachineError {
  using MachineError::MachineError;
};

// Lowers those of its limits that nobody asked for, and notes it once. Throws text::MachineError if
// there is less than was asked for, and TooLittle; the text says what would be right. `who`: whose
// they are, "a bot".
void fit(kernel::Limits& limits, const Room& room, std::string_view who = "a bot");

}  // namespace referee::walls
