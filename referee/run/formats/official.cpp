#include "referee/run/formats/official.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace referee::formats {

Official::Official(const rules::GameInfo& game, std::size_t bots, const Format& format, int rounds)
    : game_(&game),
      swiss_rounds_(format.swiss_rounds),
      places_(static_cast<std::size_t>(format.qualify)),
      swiss_(game, bots, format.swiss_rounds, format.seats, format.look_ahead),
      final_(places_, rounds),
      table_(bots) {}

std::optional<Slot> Official::find(std::uint64_t number) const {
  if (number < swiss_.size()) return swiss_.find(number);
  if (qualified_.empty()) return std::nullopt;
  auto slot = final_.find(number - swiss_.size());
  slot->round += swiss_rounds_;
  for (std::size_t& bot : slot->bots) bot = qualified_[bot];
  return slot;
}

bool Official::note(std::uint64_t number, const GameFigures& game) {
  if (number >= swiss_.size()) {
    table_.add(find(number)->bots, game);
    return false;
  }
  if (swiss_.note(number, game)) return true;
  if (!swiss_.complete()) return false;
  const std::vector<Placed> ranking = swiss_.seeding();
  for (std::size_t i = 0; i < places_; ++i) qualified_.push_back(ranking[i].bot);
  std::sort(qualified_.begin(), qualified_.end());
  return true;
}

std::vector<Placed> Official::ranking() const {
  if (qualified_.empty()) return swiss_.ranking();
  std::vector<Placed> ranking = swiss_.seeding();
  const std::span<Placed> all(ranking);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].group = i < places_ ? 1 : 2;
  // Places shared by qualified and other bots are split.
  const int first_other = static_cast<int>(places_) + 1;
  for (Placed& other : all.subspan(places_)) other.place = std::max(other.place, first_other);
  const std::span<Placed> best = all.first(places_);
  std::sort(best.begin(), best.end(),
            [](const Placed& a, const Placed& b) { return a.bot < b.bot; });
  for (Placed& one : best) one.final = table_.of(one.bot).measure;
  rank(best, keys_of(*game_, table_));
  return ranking;
}

}  // namespace referee::formats
