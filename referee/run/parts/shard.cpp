#include "referee/run/parts/shard.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <stdexcept>

namespace referee::parts {
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

Cut::Cut(const Stage& stage, unsigned parts) : parts_(parts), together_(stage.together) {
  for (const auto& ranges : stage.events) {
    List& list = events_.emplace_back();
    for (const MatchRange& range : ranges) {
      list.slices.push_back({range, list.size});
      list.size += range.end - range.begin;
    }
  }
}

std::uint64_t Cut::begin_of(const List& list, unsigned part) const {
  const std::uint64_t pairings = (list.size + together_ - 1) / together_;
  // No overflow: a schedule has less than 2^42 pairings, and there are less than 2^20 parts.
  return std::min(list.size, together_ * (pairings * (part - 1) / parts_));
}

std::vector<MatchRange> Cut::ranges_of(unsigned part) const {
  std::vector<MatchRange> ranges;
  for (const List& list : events_) {
    const std::uint64_t first = begin_of(list, part);
    const std::uint64_t last = begin_of(list, part + 1);
    for (const auto& [range, before] : list.slices) {
      // Positions in the list that are in both.
      const std::uint64_t from = std::max(first, before);
      const std::uint64_t to = std::min(last, before + (range.end - range.begin));
      if (from < to) ranges.push_back({range.begin + (from - before), range.begin + (to - before)});
    }
  }
  return ranges;
}

unsigned Cut::part_in(const List& list, std::uint64_t before) const {
  // The last part that begins at or before the match: empty parts begin where the next one does.
  unsigned low = 1;
  unsigned high = parts_ + 1;
  while (high - low > 1) {
    const unsigned middle = low + (high - low) / 2;
    (begin_of(list, middle) <= before ? low : high) = middle;
  }
  return low;
}

std::optional<unsigned> Cut::part_of(std::uint64_t match) const {
  for (const List& list : events_) {
    const auto after = std::upper_bound(
        list.slices.begin(), list.slices.end(), match,
        [](std::uint64_t wanted, const Slice& slice) { return wanted < slice.range.begin; });
    if (after == list.slices.begin()) continue;
    const auto& [range, before] = *std::prev(after);
    if (match < range.end) return part_in(list, before + (match - range.begin));
  }
  return std::nullopt;
}

std::vector<unsigned> Cut::parts_of(const std::vector<MatchRange>& matches) const {
  std::vector<bool> has(parts_ + 1, false);
  for (const List& list : events_) {
    for (const auto& [range, before] : list.slices) {
      for (const MatchRange& wanted : matches) {
        const std::uint64_t end = std::min(wanted.end, range.end);
        std::uint64_t match = std::max(wanted.begin, range.begin);
        while (match < end) {
          const unsigned part = part_in(list, before + (match - range.begin));
          has[part] = true;
          match = range.begin + (begin_of(list, part + 1) - before);
        }
      }
    }
  }
  std::vector<unsigned> parts;
  for (unsigned part = 1; part <= parts_; ++part) {
    if (has[part]) parts.push_back(part);
  }
  return parts;
}

std::string why_undividable(const config::Manifest& manifest) {
  if (manifest.played_by == config::PlayedBy::compare) {
    return "a comparison has no parts before it is planned in batches: give its referee compare "
           "with --plan-only";
  }
  if (manifest.played_by == config::PlayedBy::regress) {
    return "the games of a check cannot be played in parts: its config has their deals and "
           "commands; play them with referee regress";
  }
  for (const config::Event& event : manifest.events) {
    if (event.give_up_after > 0) {
      return fmt::format(
          "{} has \"give_up_after\" and cannot be played in parts: whether a bot plays follows "
          "from all its games before; play it with referee tournament, or leave that key out",
          event.game->name);
    }
    if (event.format.kind == formats::FormatKind::recorded) {
      return fmt::format("the games of {} were played elsewhere; nothing can be played in parts",
                         event.game->name);
    }
  }
  return {};
}

}  // namespace referee::parts
