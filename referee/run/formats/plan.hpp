// The common part of the plans of all formats: the matches of one event, numbered from 0, and the
// results so far.
//
// A plan is a class with
//
//   size()            how many matches there are, fixed from the beginning;
//   find(number)      the match of that number; nothing while it depends on results
//                     that are not known yet;
//   note(number, game)  adds the result of a match that find() knows, once; true if
//                     find() knows more matches now;
//   ranking()         the bots ranked by all results so far.
//
// Plans are values. Their answers depend on the results they know, never on the order in which
// these arrived.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/run/formats/ranking.hpp"
#include "rules/by_seat.hpp"

namespace referee::formats {

// One match of a plan.
struct Slot {
  int round = 1;                      // from 1
  int deal = 0;                       // of the round, from 0
  rules::BySeat<std::size_t> bots{};  // positions in the event's list, by seat
};

// All bots of an event in the order of the list, without places.
inline std::vector<Placed> in_list_order(std::size_t bots) {
  std::vector<Placed> list(bots);
  for (std::size_t i = 0; i < bots; ++i) list[i].bot = i;
  return list;
}

// Match `within` (0..bots*(bots-1)-1) of a round robin. Pairs come in the order (0,1), (0,2), ...,
// (1,2), ..., the two seat orders of each next to each other.
inline rules::BySeat<std::size_t> round_robin_pair(std::size_t bots, std::uint64_t within) {
  auto pair = static_cast<std::size_t>(within / 2);
  std::size_t first = 0;
  for (std::size_t left = bots - 1; pair >= left; --left) {
    pair -= left;
    ++first;
  }
  const std::size_t second = first + 1 + pair;
  return within % 2 == 0 ? std::array{first, second} : std::array{second, first};
}

// The number, within a round, of the match between these two.
inline std::uint64_t round_robin_number(std::size_t bots, const rules::BySeat<std::size_t>& pair) {
  const auto [first, second] = std::minmax(pair[0], pair[1]);
  const std::uint64_t before = std::uint64_t{first} * (2 * bots - first - 1) / 2;
  return 2 * (before + second - first - 1) + (pair[0] == first ? 0 : 1);
}

}  // namespace referee::formats
