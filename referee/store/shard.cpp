#include "referee/store/shard.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace referee::store {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw std::invalid_argument(fmt::format("'{}' {}", text, why));
}

bool read_number(std::string_view text, unsigned& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Shard shard_of(std::string_view text) {
  const auto slash = text.find('/');
  Shard shard;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), shard.number) ||
      !read_number(text.substr(slash + 1), shard.count)) {
    refuse(text, "is not a part; name one as K/N, e.g. 1/10 for the first of ten");
  }
  if (shard.count == 0 || shard.count > most_parts) {
    refuse(text, fmt::format("has {} parts; there can be 1 to {}", shard.count, most_parts));
  }
  if (shard.number == 0 || shard.number > shard.count) {
    refuse(text, fmt::format("is not a part; of {0} there are 1/{0} to {0}/{0}", shard.count));
  }
  return shard;
}

std::string label_of(const Shard& part) { return fmt::format("{}-of-{}", part.number, part.count); }

Cut::Cut(const Manifest& manifest, unsigned parts) : parts_(parts) {
  const Schedule schedule(manifest);
  std::uint64_t begin = 0;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const std::uint64_t end = begin + schedule.size_of(event);
    events_.push_back({begin, end});
    begin = end;
  }
}

std::uint64_t Cut::begin_of(const MatchRange& event, unsigned part) const {
  const std::uint64_t size = event.end - event.begin;
  const std::uint64_t pairings = (size + 1) / 2;
  // No overflow: a schedule has less than 2^42 pairings, and there are less than 2^20 parts.
  return event.begin + std::min(size, 2 * (pairings * (part - 1) / parts_));
}

std::vector<MatchRange> Cut::ranges_of(unsigned part) const {
  std::vector<MatchRange> ranges;
  for (const MatchRange& event : events_) {
    const MatchRange range{begin_of(event, part), begin_of(event, part + 1)};
    if (range.begin < range.end) ranges.push_back(range);
  }
  return ranges;
}

unsigned Cut::part_in(const MatchRange& event, std::uint64_t match) const {
  // The last part that begins at or before the match: empty parts begin where the next one does.
  unsigned low = 1;
  unsigned high = parts_ + 1;
  while (high - low > 1) {
    const unsigned middle = low + (high - low) / 2;
    (begin_of(event, middle) <= match ? low : high) = middle;
  }
  return low;
}

unsigned Cut::part_of(std::uint64_t match) const {
  for (const MatchRange& event : events_) {
    if (match >= event.begin && match < event.end) return part_in(event, match);
  }
  throw std::out_of_range(fmt::format("there is no match {}", match));
}

std::vector<unsigned> Cut::parts_of(const std::vector<MatchRange>& matches) const {
  std::vector<bool> has(parts_ + 1, false);
  for (const MatchRange& event : events_) {
    for (const MatchRange& range : matches) {
      const std::uint64_t end = std::min(range.end, event.end);
      std::uint64_t match = std::max(range.begin, event.begin);
      while (match < end) {
        const unsigned part = part_in(event, match);
        has[part] = true;
        match = begin_of(event, part + 1);
      }
    }
  }
  std::vector<unsigned> parts;
  for (unsigned part = 1; part <= parts_; ++part) {
    if (has[part]) parts.push_back(part);
  }
  return parts;
}

std::vector<MatchRange> ranges_of(const Manifest& manifest, Shard shard) {
  return Cut(manifest, shard.count).ranges_of(shard.number);
}

std::string why_undividable(const Manifest& manifest) {
  if (manifest.played_by == PlayedBy::compare) {
    return "a comparison is no tournament in parts: whether it goes on follows from all pairs "
           "before; play it with referee compare, or batch by batch with referee shard and merge";
  }
  if (manifest.played_by == PlayedBy::regress) {
    return "the games of a check cannot be played in parts: its config has their deals and "
           "commands; play them with referee regress";
  }
  for (const Event& event : manifest.events) {
    if (event.give_up_after > 0) {
      return fmt::format(
          "{} has \"give_up_after\" and cannot be played in parts: whether a bot plays follows "
          "from "
          "all its games before; play it with referee tournament, or leave that key out",
          event.game->name);
    }
    const formats::FormatKind kind = event.format.kind;
    if (kind == formats::FormatKind::round_robin || kind == formats::FormatKind::gauntlet) continue;
    return fmt::format(
        "the format of {}, {}, cannot be played in parts: who plays in its later rounds follows "
        "from the results of all earlier ones; play it with referee tournament",
        event.game->name, formats::name(kind));
  }
  return {};
}

}  // namespace referee::store
