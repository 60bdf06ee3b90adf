#include "referee/base/text/words.hpp"

#include <fmt/core.h>
#include <string.h>

#include <algorithm>
#include <array>
#include <vector>

namespace referee::text {

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

std::string seconds_text(std::chrono::nanoseconds duration) {
  std::string text = std::to_string(duration.count() / 1'000'000'000);
  std::string fraction = std::to_string(1'000'000'000 + duration.count() % 1'000'000'000);
  fraction.front() = '.';
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (fraction != ".") text += fraction;
  return text + " s";
}

std::string bytes_text(std::size_t bytes) {
  constexpr std::array units{" bytes", " KiB", " MiB", " GiB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + units[unit];
}

std::string signal_text(int signal) {
  const char* description = ::sigdescr_np(signal);
  if (description == nullptr) return fmt::format("signal {}", signal);
  return fmt::format("signal {} ({})", signal, description);
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const bool carriage_return = end > 0 && text[end - 1] == '\r';
    lines.push_back(text.substr(0, end - (carriage_return ? 1 : 0)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

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
