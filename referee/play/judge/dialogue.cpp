#include "referee/play/judge/dialogue.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/utf8.hpp"
#include "referee/play/judge/answers.hpp"

namespace referee::judge {
namespace {

// The part of a long line in which this place is.
std::string around(std::string_view line, std::size_t place) {
  constexpr std::size_t before = 40;
  constexpr std::size_t most = 120;
  if (line.size() <= most) return text::safe_text(line);
  std::size_t begin = place > before ? place - before : 0;
  begin = std::min(begin, line.size() - most);
  return (begin > 0 ? "..." : "") + text::safe_text(line.substr(begin, most)) +
         (begin + most < line.size() ? "..." : "");
}

}  // namespace

std::string last_of(const Dialogue& dialogue) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = dialogue.size() - std::min(dialogue.size(), most); i < dialogue.size();
       ++i) {
    text += fmt::format("\n> {}\n{}", dialogue[i].request, dialogue[i].answer);
  }
  return text;
}

std::string difference(const Exchange& first, std::string_view now) {
  const Lines before = lines_of(first.answer);
  const Lines after = lines_of(now);
  const auto at = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const std::string_view one = at.first == before.end() ? std::string_view() : *at.first;
  const std::string_view two = at.second == after.end() ? std::string_view() : *at.second;
  const auto place = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.end(), two.begin(), two.end()).first - one.begin());
  const auto told = [place](std::string_view line, bool there) {
    return there ? "'" + around(line, place) + "'" : std::string("nothing");
  };
  return fmt::format(
      "line {} of the answer to `{}` differs at character {}: it was {} at first, and is now {}",
      at.first - before.begin() + 1, text::safe_text(first.request), place + 1,
      told(one, at.first != before.end()), told(two, at.second != after.end()));
}

}  // namespace referee::judge
