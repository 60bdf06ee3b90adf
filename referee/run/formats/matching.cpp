// Edmonds' algorithm with dual prices (the weighted blossom method), for complete
// graphs.
//
// Every vertex has a price; an edge may be used when its slack, twice its cost less
// both prices, is zero. In each stage trees of such edges grow from all unmatched
// vertices at once, their nodes alternately outer (as the roots) and inner. Prices
// change until an edge joins two trees, and the path between their roots is
// flipped: one pair more. An edge within a tree closes an odd cycle, a blossom,
// which is then treated as one outer node; its own price says how long it stays.
//
// By hand, because maximum_weighted_matching() of Boost.Graph crashes, does not end, or gives wrong
// matchings in Boost 1.81 and for years after it (its issues 199, 223 and 399 on GitHub), most
// often for large and dense graphs such as these.
#include "referee/run/formats/matching.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace referee::formats {
namespace {

using Id = std::size_t;
constexpr Id none = static_cast<Id>(-1);

enum class Label : std::uint8_t { free, outer, inner };

struct Edge {
  Id from = none;
  Id to = none;
};

// A vertex, or a blossom of an odd number of nodes.
struct Node {
  Id parent = none;           // the blossom it is part of
  std::vector<Id> children;   // around the cycle; the first one holds the base
  std::vector<Edge> links;    // links[i] leads from children[i] to the one after it
  std::vector<Id> vertices;   // all that are in it
  Id base = none;             // the vertex that is matched outside of it, or not at all
  Cost price = 0;             // of a blossom
  Label label = Label::free;  // only of nodes without a parent
  Edge entry;                 // how the tree came here: from a vertex outside to one inside
};

class Matcher {
 public:
  explicit Matcher(const PairCosts& costs)
      : costs_(costs),
        size_(costs.size()),
        nodes_(size_),
        price_(size_),
        mate_(size_, none),
        top_(size_),
        best_(size_) {
    for (Id v = 0; v < size_; ++v) {
      nodes_[v].base = v;
      nodes_[v].vertices = {v};
      top_[v] = v;
    }
  }

  std::vector<std::size_t> run() {
    begin();
    for (auto unmatched = std::count(mate_.begin(), mate_.end(), none); unmatched > 0;
         unmatched -= 2) {
      stage();
    }
    return mate_;
  }

 private:
  // Four times the cost, so that half slacks are still whole numbers.
  [[nodiscard]] Cost slack(Id a, Id b) const noexcept {
    return 4 * costs_.at(a, b) - price_[a] - price_[b];
  }
  [[nodiscard]] Label label_of(Id vertex) const noexcept { return nodes_[top_[vertex]].label; }

  // Prices that leave no slack below zero, and the pairs that have none.
  void begin() {
    for (Id v = 0; v < size_; ++v) {
      Cost least = 2 * costs_.at(v, v == 0 ? 1 : 0);
      for (Id u = 0; u < size_; ++u) {
        if (u != v) least = std::min(least, 2 * costs_.at(v, u));
      }
      price_[v] = least;
    }
    for (Id a = 0; a < size_; ++a) {
      for (Id b = a + 1; b < size_ && mate_[a] == none; ++b) {
        if (mate_[b] == none && slack(a, b) == 0) join(a, b);
      }
    }
  }

  void join(Id a, Id b) {
    mate_[a] = b;
    mate_[b] = a;
  }

  // Adds one pair to the matching.
  void stage() {
    std::fill(best_.begin(), best_.end(), none);
    for (Id i = 0; i < nodes_.size(); ++i) {
      nodes_[i].label = Label::free;
      nodes_[i].entry = {};
    }
    for (Id v = 0; v < size_; ++v) {
      if (mate_[v] == none) make_outer(top_[v], {});
    }
    while (!step()) {
    }
    drop_free_blossoms();
  }

  // The next event that a change of prices leads to.
  struct Event {
    Cost change = 0;
    Id vertex = none;   // the vertex whose best edge reaches a slack of zero,
    Id blossom = none;  // or the inner blossom whose price reaches zero
  };

  [[nodiscard]] Event next_event() const {
    Event next;
    bool found = false;
    const auto consider = [&](const Event& event) {
      if (!found || event.change < next.change) next = event;
      found = true;
    };
    for (Id v = 0; v < size_; ++v) {
      if (best_[v] == none || label_of(v) == Label::inner) continue;
      const Cost gap = slack(best_[v], v);
      consider({label_of(v) == Label::outer ? gap / 2 : gap, v, none});
    }
    for (Id b = size_; b < nodes_.size(); ++b) {
      if (is_top_blossom(b) && nodes_[b].label == Label::inner) {
        consider({nodes_[b].price, none, b});
      }
    }
    return next;
  }

  [[nodiscard]] bool is_top_blossom(Id id) const noexcept {
    return !nodes_[id].children.empty() && nodes_[id].parent == none;
  }

  // True if this added a pair.
  bool step() {
    const Event event = next_event();
    change_prices(event.change);
    if (event.blossom != none) {
      expand(event.blossom);
      return false;
    }
    const Edge edge{best_[event.vertex], event.vertex};
    if (label_of(edge.to) == Label::free) {
      grow(edge);
      return false;
    }
    const Id meeting = common_ancestor(top_[edge.from], top_[edge.to]);
    if (meeting != none) {
      close(edge, meeting);
      return false;
    }
    flip(edge.from, edge.to);
    flip(edge.to, edge.from);
    return true;
  }

  void change_prices(Cost change) {
    if (change == 0) return;
    for (Id v = 0; v < size_; ++v) {
      if (label_of(v) == Label::outer) price_[v] += change;
      if (label_of(v) == Label::inner) price_[v] -= change;
    }
    for (Id b = size_; b < nodes_.size(); ++b) {
      if (!is_top_blossom(b)) continue;
      if (nodes_[b].label == Label::outer) nodes_[b].price += change;
      if (nodes_[b].label == Label::inner) nodes_[b].price -= change;
    }
  }

  // Makes a free node inner, and the node that it is matched with outer.
  void grow(Edge edge) {
    Node& node = nodes_[top_[edge.to]];
    node.label = Label::inner;
    node.entry = edge;
    make_outer(top_[mate_[node.base]], {node.base, mate_[node.base]});
  }

  void make_outer(Id id, Edge entry) {
    nodes_[id].label = Label::outer;
    nodes_[id].entry = entry;
    for (const Id v : nodes_[id].vertices) offer(v);
  }

  // best_[v] is the outer vertex outside of v's own node with the least slack to v.
  // Since all outer prices change equally, it stays the best until a better one is offered.
  void offer(Id outer) {
    for (Id v = 0; v < size_; ++v) {
      if (top_[v] == top_[outer]) continue;
      if (best_[v] == none || slack(outer, v) < slack(best_[v], v)) best_[v] = outer;
    }
  }
  void find_best(Id v) {
    best_[v] = none;
    for (Id u = 0; u < size_; ++u) {
      if (top_[u] == top_[v] || label_of(u) != Label::outer) continue;
      if (best_[v] == none || slack(u, v) < slack(best_[v], v)) best_[v] = u;
    }
  }

  // The outer node two steps closer to the root, or nothing.
  [[nodiscard]] Id outer_above(Id outer) const {
    const Id inner_vertex = nodes_[outer].entry.from;
    return inner_vertex == none ? none : top_[nodes_[top_[inner_vertex]].entry.from];
  }

  [[nodiscard]] Id common_ancestor(Id a, Id b) const {
    std::vector<bool> above_a(nodes_.size(), false);
    for (; a != none; a = outer_above(a)) above_a[a] = true;
    for (; b != none; b = outer_above(b)) {
      if (above_a[b]) return b;
    }
    return none;
  }

  // The nodes from `outer` up to `end`, without `end`, and the edges that lead up
  // from each of them.
  void climb(Id outer, Id end, std::vector<Id>& path, std::vector<Edge>& edges) const {
    while (outer != end) {
      const Id inner = top_[nodes_[outer].entry.from];
      path.insert(path.end(), {outer, inner});
      edges.push_back({nodes_[outer].entry.to, nodes_[outer].entry.from});
      edges.push_back({nodes_[inner].entry.to, nodes_[inner].entry.from});
      outer = top_[nodes_[inner].entry.from];
    }
  }

  [[nodiscard]] Id new_blossom() {
    for (Id b = size_; b < nodes_.size(); ++b) {
      if (nodes_[b].children.empty()) return b;
    }
    nodes_.emplace_back();
    return nodes_.size() - 1;
  }

  // Makes a blossom from the cycle that `edge` closes below `meeting`.
  void close(Edge edge, Id meeting) {
    const Id id = new_blossom();
    Node blossom;
    std::vector<Id> down;
    std::vector<Edge> down_edges;
    climb(top_[edge.from], meeting, down, down_edges);
    blossom.children = {meeting};
    std::reverse_copy(down.begin(), down.end(), std::back_inserter(blossom.children));
    for (auto up = down_edges.rbegin(); up != down_edges.rend(); ++up) {
      blossom.links.push_back({up->to, up->from});
    }
    blossom.links.push_back(edge);
    climb(top_[edge.to], meeting, blossom.children, blossom.links);
    blossom.base = nodes_[meeting].base;
    blossom.label = Label::outer;
    blossom.entry = nodes_[meeting].entry;

    std::vector<Id> new_outer;
    for (const Id child : blossom.children) {
      const auto& vertices = nodes_[child].vertices;
      blossom.vertices.insert(blossom.vertices.end(), vertices.begin(), vertices.end());
      if (nodes_[child].label == Label::inner) {
        new_outer.insert(new_outer.end(), vertices.begin(), vertices.end());
      }
      nodes_[child].parent = id;
    }
    for (const Id v : blossom.vertices) top_[v] = id;
    nodes_[id] = std::move(blossom);
    for (const Id v : new_outer) offer(v);
    for (const Id v : nodes_[id].vertices) {
      if (best_[v] == none || top_[best_[v]] == id) find_best(v);
    }
  }

  // Turns the children of a blossom into separate nodes.
  std::vector<Id> dissolve(Id id) {
    std::vector<Id> children = std::move(nodes_[id].children);
    for (const Id child : children) {
      nodes_[child].parent = none;
      nodes_[child].label = Label::free;
      nodes_[child].entry = {};
      for (const Id v : nodes_[child].vertices) top_[v] = child;
    }
    return children;
  }

  // Takes an inner blossom apart. The path of even length along its cycle, from where the tree
  // enters to the base, stays in the tree.
  void expand(Id id) {
    const Edge entry = nodes_[id].entry;
    const std::vector<Edge> links = std::move(nodes_[id].links);
    const std::vector<Id> children = dissolve(id);
    nodes_[id] = {};
    const std::size_t count = children.size();
    const auto start = std::find(children.begin(), children.end(), top_[entry.to]);
    auto at = static_cast<std::size_t>(start - children.begin());
    const bool forward = at % 2 == 1;
    const auto next = [&] {
      const std::size_t from = at;
      at = (at + (forward ? 1 : count - 1)) % count;
      return forward ? links[from] : Edge{links[at].to, links[at].from};
    };
    nodes_[children[at]].label = Label::inner;
    nodes_[children[at]].entry = entry;
    while (at != 0) {
      const Edge matched = next();
      make_outer(children[at], matched);
      const Edge unmatched = next();
      nodes_[children[at]].label = Label::inner;
      nodes_[children[at]].entry = unmatched;
    }
  }

  // Blossoms whose price is zero between stages are no longer needed.
  void drop_free_blossoms() {
    for (bool again = true; again;) {
      again = false;
      for (Id b = size_; b < nodes_.size(); ++b) {
        if (!is_top_blossom(b) || nodes_[b].price != 0) continue;
        dissolve(b);
        nodes_[b] = {};
        again = true;
      }
    }
  }

  // Matches `vertex`, which is outer, with `partner` and changes the pairs on the
  // way from it to its root.
  void flip(Id vertex, Id partner) {
    while (true) {
      const Id outer = top_[vertex];
      const Edge entry = nodes_[outer].entry;
      make_base(outer, vertex);
      mate_[vertex] = partner;
      if (entry.from == none) return;
      const Id inner = top_[entry.from];
      const Edge way = nodes_[inner].entry;
      make_base(inner, way.to);
      mate_[way.to] = way.from;
      vertex = way.from;
      partner = way.to;
    }
  }

  // Changes the pairs within a node so that `vertex` is the one that is left over.
  void make_base(Id id, Id vertex) {
    Node& node = nodes_[id];
    if (node.base == vertex) return;
    Id child = vertex;
    while (nodes_[child].parent != id) child = nodes_[child].parent;
    const auto place = std::find(node.children.begin(), node.children.end(), child);
    const auto offset = place - node.children.begin();
    std::rotate(node.children.begin(), place, node.children.end());
    std::rotate(node.links.begin(), node.links.begin() + offset, node.links.end());
    make_base(child, vertex);
    for (std::size_t i = 1; i < node.children.size(); i += 2) {
      const Edge link = node.links[i];
      make_base(node.children[i], link.from);
      make_base(node.children[i + 1], link.to);
      join(link.from, link.to);
    }
    node.base = vertex;
  }

  const PairCosts& costs_;
  std::size_t size_;
  std::vector<Node> nodes_;  // the vertices, then blossoms and places for them
  std::vector<Cost> price_;  // of vertices
  std::vector<Id> mate_;
  std::vector<Id> top_;  // the outermost node of a vertex
  std::vector<Id> best_;
};

}  // namespace

std::vector<std::size_t> cheapest_matching(const PairCosts& costs) {
  if (costs.size() == 0) return {};
  return Matcher(costs).run();
}

}  // namespace referee::formats
