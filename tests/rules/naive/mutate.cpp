#include "tests/rules/naive/mutate.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "tests/rules/naive/naive_game.hpp"

namespace naive {
namespace {

std::size_t pick(std::size_t size, rules::Stream& stream) {
  return stream.below(static_cast<std::uint32_t>(size));
}

char any_character(rules::Stream& stream) {
  // Mostly characters that moves are made of, sometimes any byte at all.
  static const std::string common = "ABCDEFGHIPQabcdefghtuvULDR0123456789-= ";
  if (stream.below(8) == 0) return static_cast<char>(stream.below(256));
  return common[pick(common.size(), stream)];
}

std::string with_changed_corners(const std::string& circuit, rules::Stream& stream) {
  std::vector<std::string> corners = split(circuit, '-');
  const std::size_t i = pick(corners.size(), stream);
  const std::size_t k = pick(corners.size(), stream);
  const auto at = corners.begin() + static_cast<std::ptrdiff_t>(i);
  switch (stream.below(6)) {
    case 0:
      std::rotate(corners.begin(), at, corners.end());
      break;
    case 1:
      std::reverse(corners.begin(), corners.end());
      break;
    case 2:
      std::swap(corners[i], corners[k]);
      break;
    case 3:
      corners.erase(at);
      break;
    case 4:
      corners.insert(at, std::string(corners[k]));
      break;
    default:  // another square, perhaps one on the path that is no corner
      corners.insert(at, std::string{static_cast<char>('a' + stream.below(6)),
                                     static_cast<char>('1' + stream.below(6))});
      break;
  }
  return join(corners, '-');
}

char in_other_case(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return static_cast<char>(std::isupper(byte) != 0 ? std::tolower(byte) : std::toupper(byte));
}

}  // namespace

std::string mutated(const std::string& move, rules::Stream& stream) {
  std::string line = move;
  if (line.empty()) return std::string(1, any_character(stream));
  if (line.find('-') != std::string::npos && stream.below(2) == 0) {
    return with_changed_corners(line, stream);
  }
  const std::size_t i = pick(line.size(), stream);
  switch (stream.below(9)) {
    case 0:
      line[i] = any_character(stream);
      break;
    case 1:  // a near miss: the next field, colour or value
      line[i] = static_cast<char>(line[i] + (stream.below(2) == 0 ? 1 : -1));
      break;
    case 2:
      std::swap(line[i], line[(i + 1) % line.size()]);
      break;
    case 3:
      line.erase(i, 1);
      break;
    case 4:
      line.insert(i, 1, any_character(stream));
      break;
    case 5:
      line.insert(i, 1, line[i]);
      break;
    case 6:
      line[i] = in_other_case(line[i]);
      break;
    case 7:
      line += any_character(stream);
      break;
    default: {
      static const std::vector<std::string> tails = {
          " ", "\r", "\n", "\t", "-", "=1", "-a1", "h", "  ", ".0", std::string(200, '1')};
      line += tails[pick(tails.size(), stream)];
      break;
    }
  }
  return line;
}

const std::vector<std::string>& foreign_lines() {
  static const std::vector<std::string> lines = {"",
                                                 "U",
                                                 "R",
                                                 "D",
                                                 "L",
                                                 "u",
                                                 "11",
                                                 "44",
                                                 "05",
                                                 "50",
                                                 "111",
                                                 "1 1",
                                                 "a1",
                                                 "f6",
                                                 "g1",
                                                 "a7",
                                                 "A1",
                                                 "a",
                                                 "a1-",
                                                 "-",
                                                 "a1-a2",
                                                 "a1-a2-b2",
                                                 "Hhh",
                                                 "Hhv",
                                                 "HHh",
                                                 "hhh",
                                                 "Ikv",
                                                 "Ik364521v",
                                                 "Pta",
                                                 "Pth",
                                                 "Atv",
                                                 "A3=6",
                                                 "A3=06",
                                                 "A3=16",
                                                 "A3=0",
                                                 "A3=-1",
                                                 "A3 = 6",
                                                 "A9=1",
                                                 "H1=1",
                                                 "I1=1",
                                                 "a3=6",
                                                 "A3=",
                                                 "A3",
                                                 "Quit",
                                                 "Start",
                                                 "x",
                                                 "A",
                                                 "B",
                                                 "pass",
                                                 "a1-a2-b2-b1",
                                                 "b1-b2-a2-a1",
                                                 "a1-a3-a6-f6-f1",
                                                 "a1-a6-f6-f1-a1",
                                                 std::string(1, '\0'),
                                                 "\xff\xfe"};
  return lines;
}

}  // namespace naive
