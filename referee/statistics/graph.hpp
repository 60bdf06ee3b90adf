// Which players the results of a tournament hold together: the inside of the rating list.
#pragma once

#include <cstddef>
#include <vector>

namespace referee::statistics {

// For every player the players it is joined to by an edge.
using Edges = std::vector<std::vector<std::size_t>>;

// Numbers the strongly connected parts: two players have the same number if each can be
// reached from the other one. With edges in both directions these are the plain connected
// components. Numbers count from 0 in the order of each part's smallest player.
std::vector<std::size_t> connected_parts(const Edges& edges);

}  // namespace referee::statistics
