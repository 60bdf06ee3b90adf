// Recognises a game that has been played before.
#pragma once

#include <cstdint>
#include <string_view>

#include "referee/play/match/record.hpp"

namespace referee::match {

// Equal for two matches of one game exactly if deal, moves and the maker of each move are equal: a
// bot or the jury. Two different games have the same number by an accident of one in 2^64. Never 0.
// Only for comparisons within one process: other builds may compute other numbers.
std::uint64_t moves_hash(const MatchRecord& record);

// The same, from two parts of the line that to_line() writes: the deal between its quotation marks,
// and everything behind the bracket with which the plies begin.
std::uint64_t moves_hash(std::string_view deal, std::string_view plies) noexcept;

}  // namespace referee::match
