#include "referee/formats/league.hpp"

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
