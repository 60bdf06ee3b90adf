// The pairing of one Swiss round.
//
// Chooses the best of all pairings by these criteria, the most important first:
//
//   1. byes: with an odd number one bot sits out, of those with the fewest byes;
//   2. with one game a pairing: no seat difference above 2 (always possible);
//   3. as few rematches as possible, and those between the bots that met least; then,
//      with one game a pairing, as few seats as possible three times in a row;
//   4. the bye goes to the lowest ranked bot;
//   5. bots play within their own score group: the sum, over all pairs, of the squared
//      distance between their groups is least, so that floaters are few and go to the
//      next group; the lowest of a group float, against the highest below;
//   6. within a score group, the top half plays the bottom half, first against first of
//      each: the sum of the squared deviations from that is least. With one game a
//      pairing, few seat differences above 1 come before this.
//
// 1 to 5 are one minimum-cost matching of all bots, 6 one for each score group; so a
// legal pairing is found if there is one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "referee/run/formats/format.hpp"

namespace referee::formats {

// The data of a bot that the pairing needs.
struct SwissPlayer {
  int points = 0;  // any unit; equal points make a score group
  int byes = 0;
  int balance = 0;                // games in the first seat less games in the second
  std::array<int, 2> last{0, 0};  // seats of the last game and the one before: 1, -1; 0 none
  std::vector<int> met;           // number of meetings with each of the others
};

struct SwissRound {
  // The boards, beginning with that of the best ranked bot. With one game a pairing, the bot listed
  // first has the first seat; otherwise the better ranked bot is listed first.
  std::vector<std::array<std::size_t, 2>> boards;
  std::optional<std::size_t> bye;
};

// Pairs all players, who are given best ranked first; `met` and the result use that order.
// Deterministic. Precondition: at least two players, sorted by points, the highest first.
SwissRound pair_swiss(const std::vector<SwissPlayer>& players, SeatOrders seats);

}  // namespace referee::formats
