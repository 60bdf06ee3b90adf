// The first move of each seat in 0.1: its 16 pieces in any order, as a line of 16 letters for its
// home squares in the order of their numbers (a1-a8, b1-b8; g1-g8, h1-h8).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/zero_point_one/board.hpp"

namespace rules::zero_point_one {

using Order = std::array<Kind, piece_count>;

// 16! / (8! 4! 2! 1! 1!)
inline constexpr std::uint32_t set_up_count = 10'810'800;

// Set-up number 0..set_up_count-1 in the order of dictionaries: AAAAAAAADDDDFFNW is number 0,
// WNFFDDDDAAAAAAAA the last one.
Order set_up(std::uint32_t number) noexcept;

// Accepted if the line is a set-up, which is then in `out`. All letters must have the same case,
// which may be that of either seat.
Verdict parse_set_up(std::string_view line, Order& out);

}  // namespace rules::zero_point_one
