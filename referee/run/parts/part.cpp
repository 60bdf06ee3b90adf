#include "referee/run/parts/part.hpp"

#include <fmt/core.h>

#include <charconv>

#include "referee/base/text/error.hpp"
#include "rules/random.hpp"

namespace referee::parts {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw text::InputError(fmt::format("'{}' {}", text, why));
}

bool read_number(std::string_view text, unsigned& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool Part::has(std::uint64_t pair) const noexcept {
  const std::uint64_t turn = rules::derived_seed(count, "part", pair / count) % count;
  return (pair + turn) % count == number - 1;
}

std::string Part::label() const { return fmt::format("{}-of-{}", number, count); }

Part part_of(std::string_view text) {
  const auto slash = text.find('/');
  Part part;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), part.number) ||
      !read_number(text.substr(slash + 1), part.count)) {
    refuse(text, "is not a part; name one as K/N, e.g. 1/10 for the first of ten");
  }
  if (part.count == 0 || part.count > most_parts) {
    refuse(text, fmt::format("has {} parts; there can be 1 to {}", part.count, most_parts));
  }
  if (part.number == 0 || part.number > part.count) {
    refuse(text, fmt::format("is not a part; of {0} there are 1/{0} to {0}/{0}", part.count));
  }
  return part;
}

std::string why_undividable(const config::Manifest& manifest) {
  for (const config::Event& event : manifest.events) {
    if (event.give_up_after > 0) {
      return fmt::format(
          "{} has \"give_up_after\" and cannot be played in parts: whether a bot plays follows "
          "from all its games before; play it without --part, or leave that key out",
          event.game->name);
    }
  }
  return {};
}

}  // namespace referee::parts
