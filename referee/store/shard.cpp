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

std::vector<MatchRange> ranges_of(const Manifest& manifest, Shard shard) {
  const Schedule schedule(manifest);
  std::vector<MatchRange> ranges;
  std::uint64_t begin = 0;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const std::uint64_t size = schedule.size_of(event);
    const std::uint64_t pairings = (size + 1) / 2;
    // No overflow: a schedule has less than 2^42 pairings, and there are less than 2^20 parts.
    const auto cut = [&](std::uint64_t parts) {
      return begin + std::min(size, 2 * (pairings * parts / shard.count));
    };
    const MatchRange range{cut(shard.number - 1), cut(shard.number)};
    if (range.begin < range.end) ranges.push_back(range);
    begin += size;
  }
  return ranges;
}

std::string why_undividable(const Manifest& manifest) {
  if (manifest.played_by == PlayedBy::compare) {
    return "a comparison cannot be played in parts: whether it goes on follows from all pairs "
           "before; play it with referee compare";
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
