#include "referee/match/moves_mark.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "referee/match/record_json.hpp"
#include "referee/text/json_text.hpp"
#include "rules/random.hpp"

namespace referee::match {
namespace {

// Both as in the line of a record: the text between the quotation marks, the list without its first
// bracket and with the last brace of the record.
std::uint64_t mark_of(std::string_view deal, std::string_view plies) noexcept {
  const std::hash<std::string_view> hash;
  return std::max<std::uint64_t>(rules::Stream::mix(hash(deal) + 3 * hash(plies)), 1);
}

}  // namespace

std::uint64_t moves_mark(const MatchRecord& record) {
  text::JsonText deal;
  deal.value(record.deal);
  const std::string quoted = std::move(deal).take();
  const std::string plies = plies_text(record) + '}';
  return mark_of(std::string_view(quoted).substr(1, quoted.size() - 2),
                 std::string_view(plies).substr(1));
}

std::uint64_t moves_mark(std::string_view line) noexcept {
  // Neither key can occur inside a text: quotation marks are escaped there.
  constexpr std::string_view deal_begins = "\"deal\":\"";
  constexpr std::string_view plies_begin = "\"plies\":[";
  const auto deal = line.find(deal_begins);
  if (deal == std::string_view::npos) return 0;
  const auto deal_text = deal + deal_begins.size();
  const auto deal_end = line.find('"', deal_text);
  const auto plies = line.find(plies_begin, deal_text);
  if (deal_end == std::string_view::npos || plies == std::string_view::npos) return 0;
  return mark_of(line.substr(deal_text, deal_end - deal_text),
                 line.substr(plies + plies_begin.size()));
}

}  // namespace referee::match
