#include "referee/play/match/moves_hash.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "referee/base/text/json_text.hpp"
#include "referee/play/match/record_json.hpp"
#include "rules/random.hpp"

namespace referee::match {

std::uint64_t moves_hash(std::string_view deal, std::string_view plies) noexcept {
  const std::hash<std::string_view> hash;
  return std::max<std::uint64_t>(rules::Stream::mix(hash(deal) + 3 * hash(plies)), 1);
}

std::uint64_t moves_hash(const MatchRecord& record) {
  text::JsonText deal;
  deal.value(record.deal);
  const std::string quoted = std::move(deal).take();
  const std::string plies = plies_text(record) + '}';
  return moves_hash(std::string_view(quoted).substr(1, quoted.size() - 2),
                    std::string_view(plies).substr(1));
}

}  // namespace referee::match
