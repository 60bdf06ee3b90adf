#include "referee/run/formats/swiss_lookahead.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "referee/base/text/words.hpp"

namespace referee::formats {
namespace {

using Bits = std::uint64_t;
using Graph = std::vector<Bits>;
using Partners = std::vector<std::uint8_t>;
using Plan = std::vector<Partners>;

constexpr Bits bit(std::size_t i) { return Bits{1} << i; }

std::size_t even_size(std::size_t bots) { return bots + bots % 2; }

// Looks for disjoint pairings of all vertices, by backtracking: always the vertex with the fewest
// partners left, whose partners come in an order that the attempt decides.
class PlanSearch {
 public:
  PlanSearch(Graph graph, std::size_t rounds, std::size_t attempt)
      : graph_(std::move(graph)),
        plan_(rounds, Partners(graph_.size())),
        shift_(attempt * graph_.size() / 3) {}

  // Whether there is a plan; false too if the search took too long.
  bool run() { return round(0); }
  [[nodiscard]] bool gave_up() const { return steps_ > most_steps; }
  Plan plan() && { return std::move(plan_); }

 private:
  static constexpr int most_steps = 5000;

  bool round(std::size_t number) {
    if (number == plan_.size()) return true;
    const auto needed = static_cast<int>(plan_.size() - number);
    for (const Bits others : graph_) {
      if (std::popcount(others) < needed) return false;
    }
    return parts_are_even() && pair(number, all());
  }

  bool pair(std::size_t number, Bits free) {
    if (free == 0) return round(number + 1);
    if (++steps_ > most_steps) return false;
    const std::size_t one = fewest_partners(free);
    const Bits partners = graph_[one] & free;
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const std::size_t other = (one + i + shift_) % graph_.size();
      if ((partners & bit(other)) == 0) continue;
      plan_[number][one] = static_cast<std::uint8_t>(other);
      plan_[number][other] = static_cast<std::uint8_t>(one);
      flip(one, other);
      if (pair(number, free & ~bit(one) & ~bit(other))) return true;
      flip(one, other);
      if (gave_up()) return false;
    }
    return false;
  }

  [[nodiscard]] std::size_t fewest_partners(Bits free) const {
    std::size_t best = 0;
    int fewest = std::numeric_limits<int>::max();
    for (Bits rest = free; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(rest));
      const int partners = std::popcount(graph_[i] & free);
      if (partners < fewest) {
        fewest = partners;
        best = i;
      }
    }
    return best;
  }

  // A part with an odd number of vertices has no pairing.
  [[nodiscard]] bool parts_are_even() const {
    for (Bits rest = all(); rest != 0;) {
      Bits part = rest & (~rest + 1);
      for (Bits open = part; open != 0;) {
        const auto i = static_cast<std::size_t>(std::countr_zero(open));
        open = (open & (open - 1)) | (graph_[i] & ~part);
        part |= graph_[i];
      }
      if (std::popcount(part) % 2 != 0) return false;
      rest &= ~part;
    }
    return true;
  }

  void flip(std::size_t one, std::size_t other) {
    graph_[one] ^= bit(other);
    graph_[other] ^= bit(one);
  }
  [[nodiscard]] Bits all() const {
    return graph_.size() == most_planned_bots ? ~Bits{0} : bit(graph_.size()) - 1;
  }

  Graph graph_;
  Plan plan_;
  std::size_t shift_;
  int steps_ = 0;
};

// The rounds of a round robin: one stays, the others go around.
Plan round_robin_plan(std::size_t size, std::size_t rounds) {
  Plan plan(rounds, Partners(size));
  const std::size_t around = size - 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto join = [&](std::size_t one, std::size_t other) {
      plan[round][one] = static_cast<std::uint8_t>(other);
      plan[round][other] = static_cast<std::uint8_t>(one);
    };
    join(around, round);
    for (std::size_t i = 1; i < size / 2; ++i) {
      join((round + i) % around, (round + around - i) % around);
    }
  }
  return plan;
}

Partners partners_of(const SwissRound& round, const std::vector<std::size_t>& bots,
                     std::size_t size) {
  Partners partners(size);
  const auto join = [&partners](std::size_t one, std::size_t other) {
    partners[one] = static_cast<std::uint8_t>(other);
    partners[other] = static_cast<std::uint8_t>(one);
  };
  for (const auto& [one, other] : round.boards) join(bots[one], bots[other]);
  if (round.bye) join(bots[*round.bye], size - 1);
  return partners;
}

// Players of whom some must not meet: as if they had met more often than any two.
class Restricted {
 public:
  explicit Restricted(const std::vector<SwissPlayer>& players) : players_(players) {
    for (const SwissPlayer& player : players) {
      for (const int met : player.met) most_met_ = std::max(most_met_, met);
    }
  }
  void forbid(std::size_t one, std::size_t other) {
    players_[one].met[other] = players_[other].met[one] = most_met_ + 1;
  }
  void forbid_bye(std::size_t player) { ++players_[player].byes; }
  [[nodiscard]] const std::vector<SwissPlayer>& players() const { return players_; }

 private:
  std::vector<SwissPlayer> players_;
  int most_met_ = 0;
};

// How far from each other in points those are who meet.
std::int64_t unevenness(const Partners& partners, const std::vector<SwissPlayer>& players,
                        const std::vector<std::size_t>& bots) {
  std::vector<std::int64_t> points(partners.size(), 0);  // the bye has none: the last gets it
  for (std::size_t i = 0; i < players.size(); ++i) points[bots[i]] = players[i].points;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const std::int64_t apart = points[i] - points[partners[i]];
    sum += apart * apart;
  }
  return sum;
}

}  // namespace

SwissLookahead::SwissLookahead(std::size_t bots, std::uint64_t rounds, SeatOrders seats)
    : bots_(bots), size_(even_size(bots)), rounds_(rounds), seats_(seats) {}

void SwissLookahead::begin_cycle(std::uint64_t rounds) {
  active_ = look_ahead_matters(bots_, rounds);
  if (!active_) return;
  plan_ = round_robin_plan(size_, static_cast<std::size_t>(rounds));
  open_.assign(size_, size_ == most_planned_bots ? ~Bits{0} : bit(size_) - 1);
  for (std::size_t i = 0; i < size_; ++i) open_[i] &= ~bit(i);
}

SwissRound SwissLookahead::pair(std::uint64_t round, const std::vector<SwissPlayer>& players,
                                const std::vector<std::size_t>& bots) {
  const std::uint64_t cycle = size_ - 1;
  if (round % cycle == 0) begin_cycle(std::min(cycle, rounds_ - round));
  SwissRound best = pair_swiss(players, seats_);
  was_best_ = true;
  if (!active_) return best;
  const std::size_t left = plan_.size() - 1;  // rounds of the cycle after this one
  if (accept(partners_of(best, bots, size_), left)) return best;

  was_best_ = false;
  // Without one of its pairs, the lowest first.
  for (std::size_t i = 0; i < best.boards.size() + (best.bye ? 1 : 0); ++i) {
    Restricted restricted(players);
    if (best.bye && i == 0) {
      restricted.forbid_bye(*best.bye);
    } else {
      const auto& [one, other] = best.boards[best.boards.size() - i - (best.bye ? 0 : 1)];
      restricted.forbid(one, other);
    }
    SwissRound other = pair_swiss(restricted.players(), seats_);
    if (accept(partners_of(other, bots, size_), left)) return other;
  }

  // The old plan's own rounds, the most even first.
  std::vector<std::pair<std::int64_t, std::size_t>> rounds;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    rounds.emplace_back(unevenness(plan_[i], players, bots), i);
  }
  std::sort(rounds.begin(), rounds.end());
  for (const auto& [uneven, number] : rounds) {
    const Partners& planned = plan_[number];
    Restricted restricted(players);
    for (std::size_t one = 0; one < bots_; ++one) {
      for (std::size_t other = one + 1; other < bots_; ++other) {
        if (planned[bots[one]] != bots[other]) restricted.forbid(one, other);
      }
      if (bots_ < size_ && planned[bots[one]] != bots_) restricted.forbid_bye(one);
    }
    SwissRound other = pair_swiss(restricted.players(), seats_);
    if (partners_of(other, bots, size_) == planned && accept(planned, left)) return other;
  }
  active_ = false;  // the seats forbid them all
  was_best_ = true;
  return best;
}

std::optional<SwissLookahead::Plan> SwissLookahead::plan_after(const Partners& first,
                                                               std::size_t rounds) const {
  Graph graph = open_;
  for (std::size_t i = 0; i < size_; ++i) graph[i] &= ~bit(first[i]);
  constexpr std::size_t most_attempts = 4;
  for (std::size_t attempt = 0; attempt < most_attempts; ++attempt) {
    PlanSearch search(graph, rounds, attempt);
    if (search.run()) return std::move(search).plan();
    if (!search.gave_up()) break;  // no plan exists
  }
  return std::nullopt;
}

// Whether the rest of the cycle can go on from this pairing; if so, it is the one that is played.
bool SwissLookahead::accept(const Partners& partners, std::size_t left) {
  for (std::size_t i = 0; i < size_; ++i) {
    if ((open_[i] & bit(partners[i])) == 0) return false;  // a rematch
  }
  if (const auto same = std::find(plan_.begin(), plan_.end(), partners); same != plan_.end()) {
    play(partners);  // before that: it may be the one that is removed
    plan_.erase(same);
    return true;
  }
  auto plan = plan_after(partners, left);
  if (!plan) return false;
  plan_ = std::move(*plan);
  play(partners);
  return true;
}

void SwissLookahead::play(const Partners& partners) {
  for (std::size_t i = 0; i < size_; ++i) open_[i] &= ~bit(partners[i]);
}

std::string unavoidable_rematches(std::size_t bots, std::uint64_t rounds, SeatOrders seats) {
  const std::size_t size = even_size(bots);
  const std::uint64_t without = size - 1;
  if (rounds > without) {
    return fmt::format(
        "{} can play {} without meeting twice, so {} have rematches; a round robin "
        "is fairer there",
        text::plural(bots, "bot"), text::plural(without, "Swiss round"),
        text::plural(rounds, "round"));
  }
  if (2 * rounds <= size) return {};
  if (size > most_planned_bots) {
    return fmt::format(
        "in {} of {} a rematch may become unavoidable: the pairings of more than {} "
        "bots are not planned ahead",
        text::plural(rounds, "Swiss round"), text::plural(bots, "bot"), most_planned_bots);
  }
  if (seats == SeatOrders::one) {
    return fmt::format(
        "in {} of {} a rematch may become unavoidable: with \"seats\": \"one\" even "
        "seats come before new opponents",
        text::plural(rounds, "Swiss round"), text::plural(bots, "bot"));
  }
  return {};
}

}  // namespace referee::formats
