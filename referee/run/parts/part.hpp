// A part of a tournament, one of those that different machines play at the same time.
//
// To which part a match belongs follows from its number alone, so that no machine has to know what
// the others do. Of each N pairings in a row every part has one, not always the same of them: a
// part meets all bots, and a slow machine concerns all of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "referee/run/config/manifest.hpp"

namespace referee::parts {

struct Part {
  unsigned number = 1;  // 1..count
  unsigned count = 1;

  // Whether a pairing of a tournament, in both seat orders, or a pair of a comparison is played in
  // this part. `pair`: from 0; of a tournament half the number of the match.
  [[nodiscard]] bool has(std::uint64_t pair) const noexcept;
  // In names of files: "3-of-10".
  [[nodiscard]] std::string label() const;

  friend bool operator==(const Part&, const Part&) = default;
};
inline constexpr unsigned most_parts = 1'000'000;

// Reads "3/10"; throws text::InputError for any other text, saying what would be right.
Part part_of(std::string_view text);

// The reason why a tournament cannot be played in parts, and the command that plays it; empty if it
// can. It cannot if what is played follows from matches that another part plays at the same time.
std::string why_undividable(const config::Manifest& manifest);

}  // namespace referee::parts
