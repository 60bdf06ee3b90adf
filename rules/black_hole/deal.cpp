#include "rules/black_hole/deal.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>

#include "rules/black_hole/triangle.hpp"
#include "rules/quote.hpp"
#include "rules/random.hpp"

namespace rules::black_hole {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("deal of Black Hole: " + what +
                              "; a deal is five different fields separated by one blank, such "
                              "as E4 F2 A5 A7 C1");
}

}  // namespace

Deal draw_deal(std::uint64_t seed) noexcept {
  std::array<std::size_t, field_count> fields{};
  std::iota(fields.begin(), fields.end(), std::size_t{0});
  Stream(seed, "deal").shuffle(std::span<std::size_t>(fields));
  Deal deal{};
  std::copy_n(fields.begin(), brown_count, deal.begin());
  return deal;
}

std::string to_text(const Deal& deal) {
  std::string text;
  for (const std::size_t field : deal) {
    if (!text.empty()) text += ' ';
    text += letter_of(field);
    text += digit_of(field);
  }
  return text;
}

Deal parse_deal(std::string_view text) {
  if (text.empty()) refuse("it is empty");
  const auto words = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
  if (words != brown_count) refuse(std::to_string(words) + " fields instead of 5");
  Deal deal{};
  for (std::size_t i = 0; i < brown_count; ++i) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::optional<std::size_t> field = parse_field(word);
    if (!field) refuse(in_quotes(word) + " is not a field (A1-A8, B1-B7, ..., H1)");
    if (std::find(deal.begin(), deal.begin() + i, *field) != deal.begin() + i) {
      refuse("the field " + std::string(word) + " comes twice");
    }
    deal[i] = *field;
  }
  return deal;
}

}  // namespace rules::black_hole
