#include "referee/run/formats/league.hpp"

#include <algorithm>
#include <utility>

namespace referee::formats {

std::optional<Slot> Gauntlet::find(std::uint64_t number) const {
  const std::uint64_t within = number % per_round_;
  const auto pair = static_cast<std::size_t>(within / 2);
  Slot slot;
  slot.round = static_cast<int>(number / per_round_) + 1;
  slot.bots = {pair / others_, challengers_ + pair % others_};
  if (within % 2 == 1) std::swap(slot.bots[0], slot.bots[1]);
  return slot;
}

std::uint64_t Gauntlet::number_of(const Slot& slot) const {
  const auto [challenger, other] = std::minmax(slot.bots[0], slot.bots[1]);
  const std::uint64_t pair = challenger * others_ + other - challengers_;
  return static_cast<std::uint64_t>(slot.round - 1) * per_round_ + 2 * pair +
         (slot.bots[0] == challenger ? 0 : 1);
}

bool Gauntlet::note(std::uint64_t number, const GameFigures& game) {
  table_.add(find(number)->bots, game);
  return false;
}

std::vector<Placed> Gauntlet::ranking() const {
  std::vector<Placed> ranking = in_list_order(challengers_ + others_);
  for (Placed& bot : ranking) bot.group = bot.bot < challengers_ ? 1 : 2;
  std::vector<Key> keys = keys_of(*game_, table_);
  keys.insert(keys.begin(), key_of([](const Placed& bot) { return -bot.group; }));
  rank(ranking, keys);
  return ranking;
}

}  // namespace referee::formats
