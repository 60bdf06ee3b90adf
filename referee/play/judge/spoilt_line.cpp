#include "referee/play/judge/spoilt_line.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace referee::judge {

std::string spoilt(std::string line, rules::Stream& stream) {
  constexpr std::string_view letters = "abcXYZ019 -,.!";
  const auto place = [&](std::size_t size) {
    return stream.below(static_cast<std::uint32_t>(std::max<std::size_t>(size, 1)));
  };
  const char letter = letters[place(letters.size())];
  constexpr std::uint32_t ways = 7;
  switch (stream.below(ways)) {
    case 0:
      return {};
    case 1:
      return line + letter;
    case 2:
      return letter + line;
    case 3:
      return line + line;
    case 4:
      if (!line.empty()) line.erase(place(line.size()), 1);
      return line;
    case 5:
      for (char& c : line) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
      }
      return line;
    default:
      if (!line.empty()) line[place(line.size())] = letter;
      return line;
  }
}

}  // namespace referee::judge
