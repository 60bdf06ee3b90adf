#include "referee/run/parts/stage.hpp"

#include <algorithm>
#include <string_view>

#include "referee/run/config/schedule.hpp"
#include "referee/run/store/figures.hpp"

namespace referee::parts {

std::uint64_t size_of(const std::vector<MatchRange>& ranges) noexcept {
  std::uint64_t sum = 0;
  for (const MatchRange& range : ranges) sum += range.end - range.begin;
  return sum;
}

std::uint64_t Stage::matches() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& ranges : events) sum += size_of(ranges);
  return sum;
}

bool has_stages(const config::Manifest& manifest) {
  return std::any_of(
      manifest.events.begin(), manifest.events.end(), [](const config::Event& event) {
        const formats::FormatKind kind = event.format.kind;
        return kind == formats::FormatKind::swiss || kind == formats::FormatKind::knockout ||
               kind == formats::FormatKind::official || kind == formats::FormatKind::ladder;
      });
}

void append(std::vector<MatchRange>& ranges, std::uint64_t match) {
  if (ranges.empty() || ranges.back().end != match) ranges.push_back({match, match});
  ++ranges.back().end;
}

Stage whole_stage(const config::Manifest& manifest) {
  const config::Schedule schedule(manifest);
  Stage stage;
  std::uint64_t begin = 0;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const std::uint64_t end = begin + schedule.size_of(event);
    stage.events.push_back({{begin, end}});
    begin = end;
  }
  return stage;
}

Stage stage_of(const store::Store& store) {
  const config::Manifest& manifest = store.manifest();
  if (!has_stages(manifest)) return whole_stage(manifest);
  Stage stage;
  stage.number = store.closed_stages() + 1;
  if (store.seal()) return stage;
  config::Schedule schedule(manifest);
  std::vector<bool> sealed(schedule.size(), false);
  if (store.closed_stages() > 0) {
    const store::ReadingReport reading =
        store.read_closed([&](const store::MatchSummary& match, std::string_view) {
          sealed[match.match] = true;
          schedule.note(match.match, store::figures_of(match));
        });
    if (!reading.broken_seal.empty()) throw store::BrokenSeal(reading.broken_seal);
  }
  std::uint64_t match = 0;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    std::vector<MatchRange>& ranges = stage.events.emplace_back();
    for (const std::uint64_t end = match + schedule.size_of(event); match < end; ++match) {
      if (!sealed[match] && schedule.is_planned(match) && schedule.find(match)) {
        append(ranges, match);
      }
    }
  }
  return stage;
}

}  // namespace referee::parts
