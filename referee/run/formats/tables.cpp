#include "referee/run/formats/tables.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "rules/random.hpp"

namespace referee::formats {
namespace {

// The number of groups of `size` out of `all`; nothing if it does not fit into 63 bits.
std::optional<std::uint64_t> groups_of(std::size_t all, std::size_t size) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (size > all) return 0;
  std::uint64_t groups = 1;
  for (std::size_t i = 1; i <= size; ++i) {
    const std::uint64_t factor = all - size + i;
    if (groups > most / factor) return std::nullopt;
    groups = groups * factor / i;
  }
  return groups;
}

// How often bots at each distance around a circle have sat at one table. At half of an even circle
// a table and the one opposite have the same pair.
class Meetings {
 public:
  explicit Meetings(std::size_t bots) : bots_(bots), met_(bots / 2 + 1) {}

  template <typename Shifts>
  void add(const Shifts& shifts) {
    for (std::size_t i = 0; i < shifts.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) met_[distance(shifts[i], shifts[j])] += 1;
    }
  }
  // Less if the pairs of bots have met more equally.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> unevenness() const {
    constexpr std::uint64_t hardly_any = 2;
    std::uint64_t sum = 0;
    for (std::size_t distance = 1; distance < met_.size(); ++distance) {
      const std::uint64_t times = met_[distance] * (is_half(distance) ? 2 : 1);
      sum += times * times * (is_half(distance) ? 1 : 2);
    }
    return {std::max(spread(), hardly_any), sum};
  }
  // By how many times the pair that met most often differs from the one that met least.
  [[nodiscard]] std::uint64_t spread() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most = 0;
    for (std::size_t distance = 1; distance < met_.size(); ++distance) {
      const std::uint64_t times = met_[distance] * (is_half(distance) ? 2 : 1);
      least = std::min(least, times);
      most = std::max(most, times);
    }
    return most - std::min(least, most);
  }

 private:
  [[nodiscard]] std::size_t distance(std::size_t one, std::size_t other) const {
    const std::size_t apart = one > other ? one - other : other - one;
    return std::min(apart, bots_ - apart);
  }
  [[nodiscard]] bool is_half(std::size_t distance) const { return 2 * distance == bots_; }

  std::size_t bots_;
  std::vector<std::uint64_t> met_;
};

}  // namespace

std::optional<std::uint64_t> tables_of_a_round(std::size_t bots, std::size_t seats,
                                               TableChoice choice) {
  if (choice == TableChoice::balanced) return bots;
  const auto groups = groups_of(bots, seats);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!groups || *groups > most / seats) return std::nullopt;
  return *groups * seats;
}

Tables::Tables(std::size_t bots, std::size_t seats, int rounds, TableChoice choice,
               std::uint64_t seed)
    : bots_(bots),
      seats_(seats),
      choice_(choice),
      per_round_(tables_of_a_round(bots, seats, choice).value_or(0)),
      size_(per_round_ * static_cast<std::uint64_t>(rounds)),
      order_(bots) {
  std::iota(order_.begin(), order_.end(), 0);
  if (choice == TableChoice::all) return;
  if (seats == 1) {
    shifts_.emplace_back(1);
    return;
  }
  rules::Stream stream(seed, "tables");
  stream.shuffle(std::span(order_));
  Meetings meetings(bots);
  std::vector<std::uint16_t> all(bots);
  std::size_t best = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int round = 0; round < std::min(rounds, most_drawn_rounds); ++round) {
    constexpr int tries = 200;
    std::optional<Meetings> chosen;
    Shifts shifts(seats);
    for (int i = 0; i < tries; ++i) {
      std::iota(all.begin(), all.end(), std::uint16_t{0});
      for (std::size_t seat = 0; seat < seats; ++seat) {
        const auto left = static_cast<std::uint32_t>(bots - seat);
        std::swap(all[seat], all[seat + stream.below(left)]);
      }
      Meetings with = meetings;
      with.add(std::span(all).first(seats));
      if (chosen && with.unevenness() >= chosen->unevenness()) continue;
      chosen = with;
      std::copy_n(all.begin(), seats, shifts.begin());
    }
    meetings = *chosen;
    shifts_.push_back(shifts);
    if (meetings.spread() <= least) {
      least = meetings.spread();
      best = shifts_.size();
    }
  }
  // What is repeated ends where all have met as equally as ever.
  if (rounds > most_drawn_rounds) shifts_.resize(best);
}

std::optional<Slot> Tables::find(std::uint64_t number) const {
  const std::uint64_t round = number / per_round_;
  const std::uint64_t within = number % per_round_;
  return Slot{
      static_cast<int>(round) + 1, 0,
      choice_ == TableChoice::all ? group(within) : drawn(static_cast<std::size_t>(round), within)};
}

rules::BySeat<std::size_t> Tables::drawn(std::size_t round, std::uint64_t table) const {
  const Shifts& shifts = shifts_[round % shifts_.size()];
  return {seats_, [&](rules::Seat seat) {
            return order_[(static_cast<std::size_t>(table) + shifts[seat]) % bots_];
          }};
}

// Groups come in the order (0,1,2), (0,1,3), ..., the rotations of each next to each other.
rules::BySeat<std::size_t> Tables::group(std::uint64_t number) const {
  const auto turned = static_cast<std::size_t>(number % seats_);
  std::uint64_t left = number / seats_;
  rules::BySeat<std::size_t> members(seats_);
  std::size_t next = 0;
  for (std::size_t place = 0; place < seats_; ++place, ++next) {
    for (;; ++next) {
      const std::uint64_t with_it = groups_of(bots_ - next - 1, seats_ - place - 1).value_or(0);
      if (left < with_it) break;
      left -= with_it;
    }
    members[place] = next;
  }
  return {seats_, [&](rules::Seat seat) {
            return order_[members[(rules::index(seat) + turned) % seats_]];
          }};
}

}  // namespace referee::formats
