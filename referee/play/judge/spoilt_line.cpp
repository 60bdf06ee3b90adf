#include "referee/play/judge/spoilt_line.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace referee::judge {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits in another script, whose 0 this is: all ten differ in the last byte.
std::string in_script(const std::string& digits, std::string_view zero) {
  std::string text;
  for (const char digit : digits) {
    text += zero;
    text.back() = static_cast<char>(text.back() + (digit - '0'));
  }
  return text;
}

// A number with something wrong in it; `way` is any number.
std::string spoilt_number(const std::string& digits, std::uint32_t way, rules::Stream& stream) {
  constexpr std::array<std::string_view, 3> zeros{"\xd9\xa0", "\xef\xbc\x90", "\xe0\xa5\xa6"};
  constexpr std::uint32_t longest = 30;
  switch (way % 6) {
    case 0:
      return in_script(digits, zeros.at(stream.below(zeros.size())));
    case 1:
      return digits + std::string(1 + stream.below(longest), digits.back());
    case 2:
      return '+' + digits;
    case 3:
      return '-' + digits;
    case 4:
      return digits.size() > 1 ? digits.substr(0, 1) + '_' + digits.substr(1) : '0' + digits;
    default:
      return digits + ".0";
  }
}

}  // namespace

std::vector<std::string> odd_lines(std::size_t longest) {
  // With a raised 2, a 1 in a circle, and 3 in Arabic, wide and bold digits; a letter of Cyrillic;
  // letters whose capital or small letter is another one; an accent; a character outside of 16
  // bits; numbers around the ends of the types of numbers, and beyond.
  std::vector<std::string> lines;
  for (const char* const line : {"",
                                 "0",
                                 "-1",
                                 "+1",
                                 "--1",
                                 "1_0",
                                 "1.5",
                                 "1.0",
                                 "1e3",
                                 "0x1",
                                 "01",
                                 " 1",
                                 "1 2",
                                 "NaN",
                                 "null",
                                 "\"",
                                 "\xc2\xb2",
                                 "\xe2\x91\xa0",
                                 "\xd9\xa3",
                                 "\xef\xbc\x93",
                                 "\xf0\x9d\x9f\x91",
                                 "\xd0\xb6",
                                 "\xc4\xb1",
                                 "\xc4\xb0",
                                 "\xc3\x9f",
                                 "e\xcc\x81",
                                 "\xf0\x9f\x98\x80",
                                 "2147483648",
                                 "4294967297",
                                 "9007199254740993",
                                 "9223372036854775808",
                                 "18446744073709551617",
                                 "-9223372036854775809",
                                 "100000000000000000000000000001"}) {
    lines.emplace_back(line);
  }
  lines.emplace_back(longest, 'x');
  lines.emplace_back(longest, '9');
  return lines;
}

std::string spoilt(std::string line, rules::Stream& stream) {
  constexpr std::string_view letters = "abcXYZ019 -,.!";
  const auto place = [&](std::size_t size) {
    return stream.below(static_cast<std::uint32_t>(std::max<std::size_t>(size, 1)));
  };
  const char letter = letters[place(letters.size())];
  const std::size_t from = place(line.size());
  constexpr std::uint32_t ways = 14;
  const std::uint32_t way = stream.below(ways);
  const auto digits = std::find_if(line.begin(), line.end(), is_digit);
  if (way >= 8 && digits != line.end()) {
    const auto end = std::find_if_not(digits, line.end(), is_digit);
    return std::string(line.begin(), digits) +
           spoilt_number(std::string(digits, end), way, stream) + std::string(end, line.end());
  }
  switch (way) {
    case 0:
      return {};
    case 1:
      return line + letter;
    case 2:
      return letter + line;
    case 3:
      return line + line;
    case 4:
      if (!line.empty()) line.erase(from, 1);
      return line;
    case 5:
      for (char& c : line) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 0x20);
      }
      return line;
    case 6: {
      // To the eye the same letter, of Cyrillic.
      const auto found = line.find('a');
      return found == std::string::npos ? "\xd0\xb0" + line : line.replace(found, 1, "\xd0\xb0");
    }
    default:
      if (!line.empty()) line[from] = letter;
      return line;
  }
}

}  // namespace referee::judge
