#include "rules/zero_point_one/set_up.hpp"

#include <algorithm>
#include <string>

#include "rules/quote.hpp"

namespace rules::zero_point_one {
namespace {

constexpr std::string_view wanted =
    "a set-up is 16 letters for your two home rows, 8 A, 4 D, 2 F, 1 N and 1 W in any order";

Verdict refuse(const std::string& what) {
  return Verdict::refused(what + "; " + std::string(wanted));
}

constexpr bool is_lower(char letter) noexcept { return letter >= 'a'; }

}  // namespace

Order set_up(std::uint32_t number) noexcept {
  Order order{};
  auto left = kind_counts;
  std::uint64_t orders = set_up_count;  // of what is left
  for (std::uint32_t pieces = piece_count; pieces > 0; --pieces) {
    for (const Kind kind : kinds) {
      const std::uint64_t with_this_first = orders * left[index(kind)] / pieces;
      if (number >= with_this_first) {
        number -= static_cast<std::uint32_t>(with_this_first);
        continue;
      }
      order[piece_count - pieces] = kind;
      --left[index(kind)];
      orders = with_this_first;
      break;
    }
  }
  return order;
}

Verdict parse_set_up(std::string_view line, Order& out) {
  if (line.size() != piece_count) {
    return refuse(in_quotes(line) + " has " + std::to_string(line.size()) +
                  (line.size() == 1 ? " character" : " characters"));
  }
  std::array<int, kind_count> found{};
  for (std::size_t i = 0; i < piece_count; ++i) {
    const std::optional<Kind> kind = find_kind(line[i]);
    if (!kind) return refuse(in_quotes(line.substr(i, 1)) + " is not a piece");
    if (is_lower(line[i]) != is_lower(line[0])) {
      return refuse(in_quotes(line) + " mixes upper and lower case");
    }
    out[i] = *kind;
    ++found[index(*kind)];
  }
  for (const Kind kind : kinds) {
    if (found[index(kind)] == kind_counts[index(kind)]) continue;
    return refuse(in_quotes(line) + " has " + std::to_string(found[index(kind)]) + " " +
                  letter_of(kind, Seat::first) + " instead of " +
                  std::to_string(kind_counts[index(kind)]));
  }
  return {};
}

}  // namespace rules::zero_point_one
