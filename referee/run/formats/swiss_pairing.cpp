#include "referee/run/formats/swiss_pairing.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "referee/run/formats/matching.hpp"

namespace referee::formats {
namespace {

// The cost of giving a bot a seat; seats are 1 (first) and -1.
struct SeatCost {
  int over = 0;        // a difference above 2
  int third = 0;       // the same seat three times in a row
  int unbalanced = 0;  // how far the difference is above 1
  int same = 0;        // the same seat as last time

  SeatCost& operator+=(const SeatCost& more) noexcept {
    over += more.over;
    third += more.third;
    unbalanced += more.unbalanced;
    same += more.same;
    return *this;
  }
  friend auto operator<=>(const SeatCost&, const SeatCost&) = default;  // NOLINT(*-use-nullptr)
};

SeatCost cost_of_seat(const SwissPlayer& player, int seat) {
  const int difference = std::abs(player.balance + seat);
  return {difference > 2 ? 1 : 0, player.last[0] == seat && player.last[1] == seat ? 1 : 0,
          std::max(0, difference - 1), player.last[0] == seat ? 1 : 0};
}

SeatCost cost_of_order(const SwissPlayer& first, const SwissPlayer& second) {
  SeatCost cost = cost_of_seat(first, 1);
  cost += cost_of_seat(second, -1);
  return cost;
}

// Combines costs of several ranks in one number. Each rank is given the largest sum it can reach
// over a whole pairing, the least important rank first.
class Ranks {
 public:
  Cost next(Cost largest_sum) {
    const Cost unit = unit_;
    unit_ *= largest_sum + 1;
    return unit;
  }

 private:
  Cost unit_ = 1;
};

class Pairer {
 public:
  Pairer(const std::vector<SwissPlayer>& players, SeatOrders seats)
      : players_(players), seats_(seats), count_(players.size()) {
    for (const SwissPlayer& player : players) {
      for (const int met : player.met) most_met_ = std::max(most_met_, met);
    }
    for (std::size_t i = 0; i < count_; ++i) {
      const bool is_new = i == 0 || players_[i].points != players_[i - 1].points;
      if (is_new) groups_.emplace_back();
      groups_.back().push_back(i);
      group_of_.push_back(groups_.size() - 1);
    }
  }

  SwissRound pair() {
    match_all();
    for (const auto& group : groups_) match_group(group);
    std::sort(pairs_.begin(), pairs_.end());
    for (std::size_t board = 0; board < pairs_.size(); ++board) {
      auto& [high, low] = pairs_[board];
      if (seats_ == SeatOrders::one && !high_goes_first(high, low, board)) std::swap(high, low);
    }
    return {std::move(pairs_), bye_};
  }

 private:
  [[nodiscard]] bool is_bye(std::size_t index) const noexcept { return index == count_; }
  [[nodiscard]] Cost count() const noexcept { return static_cast<Cost>(count_) + 1; }

  // Rematches of one pair: one more rematch costs more than all earlier meetings.
  [[nodiscard]] Cost rematch(std::size_t a, std::size_t b) const {
    const int met = players_[a].met[b];
    return met == 0 ? 0 : count() * most_met_ + met;
  }
  [[nodiscard]] Cost most_rematches() const { return count() * (count() + 1) * most_met_; }

  [[nodiscard]] SeatCost seat_cost(std::size_t a, std::size_t b) const {
    if (seats_ == SeatOrders::both) return {};
    return std::min(cost_of_order(players_[a], players_[b]),
                    cost_of_order(players_[b], players_[a]));
  }

  // The ranks that the pairing of all and that of a score group share: 2 and 3.
  struct Units {
    Cost third;
    Cost rematch;
    Cost over;
  };
  [[nodiscard]] Units shared_units(Ranks& ranks) const {
    Units units{};
    units.third = ranks.next(2 * count());
    units.rematch = ranks.next(most_rematches());
    units.over = ranks.next(2 * count());
    return units;
  }
  [[nodiscard]] Cost shared_cost(const Units& units, std::size_t a, std::size_t b,
                                 const SeatCost& seat) const {
    return units.over * seat.over + units.rematch * rematch(a, b) + units.third * seat.third;
  }

  // How far a pair between two score groups is from the usual floaters.
  [[nodiscard]] Cost unusual(std::size_t high, std::size_t low) const {
    const auto& above = groups_[group_of_[high]];
    const auto& below = groups_[group_of_[low]];
    return static_cast<Cost>((above.back() - high) + (low - below.front()));
  }

  // Who floats, against whom, and who has the bye: ranks 1 to 5.
  void match_all() {
    const Cost n = count();
    Ranks ranks;
    const Cost usual_unit = ranks.next(n * n);
    const Cost float_unit = ranks.next(n * n * n);
    const Cost bye_unit = ranks.next(n);
    const Units units = shared_units(ranks);
    const Cost byes_unit = ranks.next(1);

    PairCosts costs(count_ + count_ % 2);
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = a + 1; b < count_; ++b) {
        const auto apart = static_cast<Cost>(group_of_[b] - group_of_[a]);
        Cost cost = shared_cost(units, a, b, seat_cost(a, b));
        if (apart > 0) cost += float_unit * apart * apart + usual_unit * unusual(a, b);
        costs.set(a, b, cost);
      }
      if (count_ % 2 == 1) {
        const auto above_last = static_cast<Cost>(count_ - 1 - a);
        costs.set(a, count_, byes_unit * players_[a].byes + bye_unit * above_last);
      }
    }
    const auto partners = cheapest_matching(costs);
    for (std::size_t a = 0; a < count_; ++a) {
      const std::size_t b = partners[a];
      if (is_bye(b)) {
        bye_ = a;
      } else if (group_of_[a] < group_of_[b]) {
        pairs_.push_back({a, b});
      }
    }
  }

  // The rest of a score group: rank 6 without giving up the earlier ones.
  void match_group(const std::vector<std::size_t>& group) {
    std::vector<std::size_t> rest;
    for (const std::size_t player : group) {
      const bool floats = std::any_of(pairs_.begin(), pairs_.end(), [player](const auto& pair) {
        return pair[0] == player || pair[1] == player;
      });
      if (!floats && player != bye_) rest.push_back(player);
    }
    const auto half = static_cast<Cost>(rest.size() / 2);
    const auto size = static_cast<Cost>(rest.size());
    Ranks ranks;
    const Cost deviation_unit = ranks.next(size * size * size);
    const Cost balance_unit = ranks.next(2 * size * most_unbalanced());
    const Units units = shared_units(ranks);
    PairCosts costs(rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
      for (std::size_t j = i + 1; j < rest.size(); ++j) {
        const SeatCost seat = seat_cost(rest[i], rest[j]);
        const Cost deviation = static_cast<Cost>(j - i) - half;
        costs.set(i, j,
                  shared_cost(units, rest[i], rest[j], seat) + balance_unit * seat.unbalanced +
                      deviation_unit * deviation * deviation);
      }
    }
    const auto partners = cheapest_matching(costs);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (i < partners[i]) pairs_.push_back({rest[i], rest[partners[i]]});
    }
  }

  [[nodiscard]] Cost most_unbalanced() const {
    int most = 0;
    for (const SwissPlayer& player : players_) most = std::max(most, std::abs(player.balance));
    return most + 1;
  }

  // If both orders are equally good, the better ranked bot gets the seat that it did not have last
  // time; before its first game, the first seat on every other board.
  [[nodiscard]] bool high_goes_first(std::size_t high, std::size_t low, std::size_t board) const {
    const SeatCost as_first = cost_of_order(players_[high], players_[low]);
    const SeatCost as_second = cost_of_order(players_[low], players_[high]);
    if (as_first != as_second) return as_first < as_second;
    const int last = players_[high].last[0];
    return last == 0 ? board % 2 == 0 : last < 0;
  }

  const std::vector<SwissPlayer>& players_;
  SeatOrders seats_;
  std::size_t count_;
  int most_met_ = 0;
  std::vector<std::vector<std::size_t>> groups_;  // of players, the best first
  std::vector<std::size_t> group_of_;
  std::vector<std::array<std::size_t, 2>> pairs_;
  std::optional<std::size_t> bye_;
};

}  // namespace

SwissRound pair_swiss(const std::vector<SwissPlayer>& players, SeatOrders seats) {
  return Pairer(players, seats).pair();
}

}  // namespace referee::formats
