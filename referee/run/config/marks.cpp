#include "referee/run/config/marks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::config {

std::string seed_text(std::uint64_t seed) {
  return fmt::format("{}", seed & match::most_told_seed);
}

bool has_mark(const match::Contestant& contestant, std::string_view mark) {
  if (!contestant.spec.command) return false;
  const auto& words = contestant.spec.command->words;
  return std::any_of(words.begin(), words.end(), [mark](const std::string& word) {
    return word.find(mark) != std::string::npos;
  });
}

match::Contestant with_mark(match::Contestant contestant, std::string_view mark,
                            std::string_view text) {
  if (!contestant.spec.command) return contestant;
  for (std::string& word : contestant.spec.command->words) {
    for (auto at = word.find(mark); at != std::string::npos;
         at = word.find(mark, at + text.size())) {
      word.replace(at, mark.size(), text);
    }
  }
  return contestant;
}

}  // namespace referee::config
