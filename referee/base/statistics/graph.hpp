// Connections between players by the results of a tournament; for the rating list.
#pragma once

#include <cstddef>
#include <vector>

namespace referee::statistics {

// For every player, the players that its edges lead to.
using Edges = std::vector<std::vector<std::size_t>>;

// Numbers the strongly connected parts: two players have the same number if each can be
// reached from the other. If all edges go both ways, these are the connected components.
// Numbers count from 0 in the order of each part's smallest player.
std::vector<std::size_t> connected_parts(const Edges& edges);

}  // namespace referee::statistics
