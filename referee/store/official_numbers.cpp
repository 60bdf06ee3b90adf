#include "referee/store/official_numbers.hpp"

#include <algorithm>

#include "referee/store/records.hpp"

namespace referee::store {

OfficialNumbers::OfficialNumbers(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return;
  const Store store = open_store(path);
  const auto& events = store.manifest().events;
  const bool recorded = std::any_of(events.begin(), events.end(), [](const auto& event) {
    return event.format.kind == formats::FormatKind::recorded;
  });
  if (recorded) schedule_.emplace(store.manifest());
}

std::optional<std::int64_t> OfficialNumbers::of(std::uint64_t match) const {
  if (!schedule_ || match >= schedule_->size()) return std::nullopt;
  return schedule_->recorded_number(match);
}

std::vector<std::uint64_t> OfficialNumbers::matches_of(std::uint64_t number) const {
  std::vector<std::uint64_t> matches;
  if (!schedule_) return matches;
  for (std::uint64_t match = 0; match < schedule_->size(); ++match) {
    const auto official = schedule_->recorded_number(match);
    if (official && static_cast<std::uint64_t>(*official) == number) matches.push_back(match);
  }
  return matches;
}

}  // namespace referee::store
