#include "referee/tournament/schedule.hpp"

#include <algorithm>
#include <stdexcept>

#include "rules/random.hpp"

namespace referee::tournament {

Schedule::Schedule(const Manifest& manifest) : seed_(manifest.seed) {
  for (const Event& event : manifest.events) {
    const std::uint64_t bots = event.bots.size();
    parts_.push_back({size_, bots * (bots - 1), event.bots.size()});
    size_ += parts_.back().per_round * static_cast<std::uint64_t>(event.rounds);
  }
}

Pairing Schedule::at(std::uint64_t number) const {
  if (number >= size_) throw std::out_of_range("there is no match " + std::to_string(number));
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number,
                       [](std::uint64_t wanted, const Part& part) { return wanted < part.begin; });
  const Part& part = *(after - 1);
  const std::uint64_t within = number - part.begin;

  Pairing pairing;
  pairing.event = static_cast<std::size_t>(&part - parts_.data());
  pairing.round = static_cast<int>(within / part.per_round) + 1;
  pairing.seed = rules::derived_seed(rules::derived_seed(seed_, "event", pairing.event), "round",
                                     static_cast<std::uint64_t>(pairing.round));

  std::size_t pair = static_cast<std::size_t>(within % part.per_round / 2);
  std::size_t first = 0;
  for (std::size_t left = part.bots - 1; pair >= left; --left) {
    pair -= left;
    ++first;
  }
  pairing.bots = {first, first + 1 + pair};
  if (within % 2 == 1) std::swap(pairing.bots[0], pairing.bots[1]);
  return pairing;
}

}  // namespace referee::tournament
