// Suggestions for mistyped words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::text {

// The number of insertions, deletions, replacements and swaps of neighbours that turn one word
// into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate closest to `word`, if one is within a typing error or two of it (one, and
// one more for every three characters); else nothing.
template <typename Range>
std::optional<std::string> nearest_in(std::string_view word, const Range& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = 1 + word.size() / 3;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance || (!best && distance == best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

// The end of a message about an unknown word: "did you mean 'show'?", or, if no candidate is close
// to it, `otherwise` and all of them: "the verbs are match, show".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates,
                       std::string_view otherwise, char quotation_mark = '\'');

}  // namespace referee::text
