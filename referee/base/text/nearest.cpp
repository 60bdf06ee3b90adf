#include "referee/base/text/nearest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "referee/base/text/words.hpp"

namespace referee::text {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: the optimal string alignment distance.
  std::vector<std::size_t> two_back(b.size() + 1);
  std::vector<std::size_t> back(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) back[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, back[j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      }
    }
    two_back.swap(back);
    back.swap(row);
  }
  return back[b.size()];
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates,
                       std::string_view otherwise, char quotation_mark) {
  const auto guess = nearest_in(word, candidates);
  if (guess) return fmt::format("did you mean {0}{1}{0}?", quotation_mark, *guess);
  return fmt::format("{} {}", otherwise, join(candidates));
}

}  // namespace referee::text
