#include "referee/base/statistics/graph.hpp"

#include <algorithm>
#include <limits>

namespace referee::statistics {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Players in the order in which a depth-first walk leaves them. With its own stack: a
// chain of thousands of players must not exhaust the machine's.
std::vector<std::size_t> order_of_leaving(const Edges& edges) {
  std::vector<std::size_t> order;
  std::vector<std::size_t> next(edges.size(), 0);
  std::vector<bool> seen(edges.size(), false);
  std::vector<std::size_t> path;
  for (std::size_t root = 0; root < edges.size(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    path.push_back(root);
    while (!path.empty()) {
      const std::size_t player = path.back();
      if (next[player] == edges[player].size()) {
        order.push_back(player);
        path.pop_back();
        continue;
      }
      const std::size_t neighbour = edges[player][next[player]++];
      if (seen[neighbour]) continue;
      seen[neighbour] = true;
      path.push_back(neighbour);
    }
  }
  return order;
}

Edges reversed(const Edges& edges) {
  Edges result(edges.size());
  for (std::size_t from = 0; from < edges.size(); ++from) {
    for (const std::size_t to : edges[from]) result[to].push_back(from);
  }
  return result;
}

// The same partition, numbered by smallest player.
void renumber(std::vector<std::size_t>& parts) {
  std::vector<std::size_t> number(parts.size(), none);
  std::size_t count = 0;
  for (std::size_t& part : parts) {
    if (number[part] == none) number[part] = count++;
    part = number[part];
  }
}

}  // namespace

// Kosaraju's method: walks along the reversed edges, begun in reverse order of leaving,
// stay inside one part.
std::vector<std::size_t> connected_parts(const Edges& edges) {
  const Edges back = reversed(edges);
  std::vector<std::size_t> order = order_of_leaving(edges);
  std::reverse(order.begin(), order.end());
  std::vector<std::size_t> parts(edges.size(), none);
  std::vector<std::size_t> open;
  std::size_t count = 0;
  for (const std::size_t root : order) {
    if (parts[root] != none) continue;
    parts[root] = count;
    open.push_back(root);
    while (!open.empty()) {
      const std::size_t player = open.back();
      open.pop_back();
      for (const std::size_t neighbour : back[player]) {
        if (parts[neighbour] != none) continue;
        parts[neighbour] = count;
        open.push_back(neighbour);
      }
    }
    ++count;
  }
  renumber(parts);
  return parts;
}

}  // namespace referee::statistics
