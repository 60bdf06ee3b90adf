// The random part of a game of Black Hole: the five fields with brown stones.
//
// As text it is one line, the fields in the order in which they were drawn and are
// told to the players, separated by one blank: "E4 F2 A5 A7 C1".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rules::black_hole {

inline constexpr std::size_t brown_count = 5;

// Field indices (triangle.hpp), all different.
using Deal = std::array<std::size_t, brown_count>;

// Draws a deal from Stream(seed, "deal"): all 36 fields in the order of their indices
// (A1-A8, B1-B7, ..., H1) are shuffled with Stream::shuffle (below(36), below(35),
// ..., below(2)), and the first five are the deal. This never changes: a seed in a record
// must give the same deal.
Deal draw_deal(std::uint64_t seed) noexcept;

std::string to_text(const Deal& deal);

// Throws std::invalid_argument, saying what is wrong and what would be right, unless
// `text` is a deal.
Deal parse_deal(std::string_view text);

}  // namespace rules::black_hole
