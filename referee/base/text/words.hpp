// Parts of sentences that several messages need and fmt::format() does not provide.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::text {

// "1 game", "3 games"; `many` where it is not `one` with an s.
std::string plural(std::uint64_t count, std::string_view one, std::string_view many = {});

// "a" in double quotation marks. Nothing is escaped.
std::string in_quotes(std::string_view text);

// "30 s", "0.5 s"
std::string seconds_text(std::chrono::nanoseconds duration);
// "1 MiB", "1000 bytes"
std::string bytes_text(std::size_t bytes);

// "signal 11 (Segmentation fault)"
std::string signal_text(int signal);

// A word as a shell takes it: itself if nothing in it means anything to a shell, else in single
// quotation marks.
std::string shell_word(std::string_view word);

// "a, b, c", of any range of texts.
template <typename Range>
std::string join(const Range& texts, std::string_view separator = ", ") {
  std::string joined;
  bool first = true;
  for (const std::string_view text : texts) {
    if (!first) joined += separator;
    joined += text;
    first = false;
  }
  return joined;
}

// "a, b and c", "a and b", "a".
template <typename Range>
std::string join_with(const Range& texts, std::string_view conjunction) {
  std::string joined;
  std::string_view last;
  std::size_t count = 0;
  for (const std::string_view text : texts) {
    if (count >= 2) joined += ", ";
    joined += last;
    last = text;
    ++count;
  }
  if (count < 2) return std::string(last);
  joined += ' ';
  joined += conjunction;
  joined += ' ';
  joined += last;
  return joined;
}

// The lines of a text without their ends, "\n" or "\r\n". They point into it.
std::vector<std::string_view> lines_of(std::string_view text);

// Adds `text` to a list that is kept as text: "a", then "a; b".
inline void add_to_list(std::string& list, std::string_view text,
                        std::string_view separator = ", ") {
  if (!list.empty()) list += separator;
  list += text;
}

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
