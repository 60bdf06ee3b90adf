#include "referee/run/store/official_numbers.hpp"

#include <algorithm>

#include "referee/run/store/records.hpp"

namespace referee::store {

using formats::FormatKind;

OfficialNumbers::OfficialNumbers(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return;
  const Store store = open_store(path);
  events_ = store.manifest().events;
  schedule_.emplace(store.manifest());
  const bool alike =
      std::all_of(events_.begin(), events_.end(), [this](const config::Event& event) {
        return event.format.columns == events_.front().format.columns;
      });
  if (alike) columns_ = events_.front().format.columns;
}

std::optional<std::int64_t> OfficialNumbers::of(std::uint64_t match) const {
  if (!schedule_ || match >= schedule_->size()) return std::nullopt;
  const formats::RecordedMatch* recorded = schedule_->recorded(match);
  return recorded == nullptr ? std::nullopt : std::optional(recorded->number);
}

std::vector<std::uint64_t> OfficialNumbers::matches_of(std::uint64_t number) const {
  std::vector<std::uint64_t> matches;
  const bool recorded = std::any_of(events_.begin(), events_.end(), [](const config::Event& event) {
    return event.format.kind == FormatKind::recorded;
  });
  if (!recorded) return matches;
  for (std::uint64_t match = 0; match < schedule_->size(); ++match) {
    const auto official = of(match);
    if (official && static_cast<std::uint64_t>(*official) == number) matches.push_back(match);
  }
  return matches;
}

std::string OfficialNumbers::phase_of(std::uint64_t match, int round) const {
  if (!schedule_ || match >= schedule_->size()) return {};
  const formats::Format& format = events_[schedule_->event_of(match)].format;
  switch (format.kind) {
    case FormatKind::recorded:
      return schedule_->recorded(match)->phase;
    case FormatKind::swiss:
      return "swiss";
    case FormatKind::official:
      return round <= format.swiss_rounds ? "swiss" : "final";
    default:
      return "final";
  }
}

}  // namespace referee::store
