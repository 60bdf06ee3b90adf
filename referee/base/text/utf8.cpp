#include "referee/base/text/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <system_error>

#include "referee/base/text/words.hpp"

namespace referee::text {

Character first_character(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {lead, 1, false};
  char32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[bytes] || code > 0x10ffff || surrogate) return {lead, 1, false};
  return {code, bytes, true};
}

bool is_unsafe(const Character& character) noexcept {
  struct Range {
    char32_t first;
    char32_t last;
  };
  constexpr std::array<Range, 7> unsafe{{{0x00, 0x1f},
                                         {0x7f, 0x9f},
                                         {0x061c, 0x061c},
                                         {0x200e, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2066, 0x2069},
                                         {0xfeff, 0xfeff}}};
  return !character.valid || std::any_of(unsafe.begin(), unsafe.end(), [&](const Range& range) {
    return character.code >= range.first && character.code <= range.last;
  });
}

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t Count>
bool in(const std::array<Range, Count>& ranges, char32_t code) noexcept {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

constexpr std::array<Range, 7> combining{{{0x0300, 0x036f},
                                          {0x1ab0, 0x1aff},
                                          {0x1dc0, 0x1dff},
                                          {0x200b, 0x200d},
                                          {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f},
                                          {0xfe20, 0xfe2f}}};

constexpr std::array<Range, 13> wide{{{0x1100, 0x115f},
                                      {0x2e80, 0x303e},
                                      {0x3041, 0x33ff},
                                      {0x3400, 0x4dbf},
                                      {0x4e00, 0x9fff},
                                      {0xa000, 0xa4cf},
                                      {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},
                                      {0xfe30, 0xfe6f},
                                      {0xff00, 0xff60},
                                      {0x1f300, 0x1f64f},
                                      {0x1f680, 0x1f9ff},
                                      {0x20000, 0x3fffd}}};

int columns(const Character& character) noexcept {
  if (!character.valid) return 1;
  if (in(combining, character.code)) return 0;
  return in(wide, character.code) ? 2 : 1;
}

// With what is_unsafe() written as \xNN.
void append_safe(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
    if (!is_unsafe(character)) {
      out += bytes;
      continue;
    }
    for (const char c : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
}

}  // namespace

int display_width(std::string_view text) noexcept {
  int width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += columns(character);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string cut(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  if (width <= 0) return {};
  std::string result;
  int used = 1;  // the ellipsis
  while (!text.empty()) {
    const Character character = first_character(text);
    used += columns(character);
    if (used > width) break;
    result += text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
  }
  return result + "\u2026";
}

std::string wrapped(std::string_view text, int width, int indent) {
  if (width <= 0) return std::string(text);
  const std::string begin = '\n' + std::string(static_cast<std::size_t>(std::max(indent, 0)), ' ');
  std::string result;
  int column = 0;
  bool first = true;  // word of its line
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const int columns = display_width(word);
    if (!first && column + 1 + columns > width) {
      result += begin;
      column = indent;
      first = true;
    }
    if (!first) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns;
    first = false;
  }
  return result;
}

std::string without_tabs(std::string_view text) {
  constexpr int tab = 8;
  std::string result;
  int column = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\t');
    const std::string_view part = text.substr(0, end);
    result += part;
    column += display_width(part);
    if (end == std::string_view::npos) break;
    const int blanks = tab - column % tab;
    result.append(static_cast<std::size_t>(blanks), ' ');
    column += blanks;
    text.remove_prefix(end + 1);
  }
  return result;
}

namespace {

// What Unicode calls white space, and what has no width: services trim it.
bool is_blank(const Character& character) noexcept {
  constexpr std::array<Range, 11> blanks{{{0x09, 0x0d},
                                          {0x20, 0x20},
                                          {0x85, 0x85},
                                          {0xa0, 0xa0},
                                          {0x1680, 0x1680},
                                          {0x180e, 0x180e},
                                          {0x2000, 0x200f},
                                          {0x2028, 0x202f},
                                          {0x205f, 0x2064},
                                          {0x3000, 0x3000},
                                          {0xfeff, 0xfeff}}};
  return character.valid && in(blanks, character.code);
}

// Where the first character is that is not blank.
std::size_t after_blanks(std::string_view line) noexcept {
  std::size_t at = 0;
  while (at < line.size()) {
    const Character character = first_character(line.substr(at));
    if (!is_blank(character)) break;
    at += character.bytes;
  }
  return at;
}

// A line for the log of a CI service. GitHub takes a line that begins with :: for a command, and
// ##[ anywhere; Azure ##vso[, TeamCity ##teamcity[. Some readers of logs begin a line at a carriage
// return.
std::string without_commands(std::string_view line) {
  std::string result(line);
  std::replace(result.begin(), result.end(), '\r', ' ');
  if (const std::size_t first = after_blanks(result); result.compare(first, 2, "::") == 0) {
    result.replace(first, 1, "\\x3a");
  }
  for (auto at = result.find("##"); at != std::string::npos; at = result.find("##", at + 1)) {
    const auto end =
        std::find_if_not(result.begin() + static_cast<std::ptrdiff_t>(at) + 2, result.end(),
                         [](unsigned char c) { return std::isalpha(c) != 0; });
    if (end != result.end() && *end == '[') result.replace(end, end + 1, "\\x5b");
  }
  return result;
}

}  // namespace

std::string path_text(const std::string& path) {
  std::string result;
  for (std::string_view rest = path; !rest.empty();) {
    const Character character = first_character(rest);
    const std::string_view bytes = rest.substr(0, character.bytes);
    const bool ambiguous = rest.starts_with("\\x");
    if (character.valid && !ambiguous) {
      result += bytes;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
    }
    rest.remove_prefix(character.valid ? character.bytes : 1);
  }
  return result;
}

std::string path_of_text(std::string_view text) {
  std::string path;
  while (!text.empty()) {
    unsigned byte = 0;
    const std::string_view digits = text.starts_with("\\x") ? text.substr(2, 2) : "";
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    const bool escaped = digits.size() == 2 && error == std::errc() && end == digits.end();
    path += escaped ? static_cast<char>(byte) : text.front();
    text.remove_prefix(escaped ? 4 : 1);
  }
  return path;
}

std::string safe_text(std::string_view text) {
  std::string result;
  append_safe(result, text);
  return without_commands(result);
}

std::string safe_lines(std::string_view text, bool for_terminal) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    all += for_terminal ? safe_text(without_tabs(line)) : without_commands(line);
    if (end < text.size()) all += '\n';
    begin = end + 1;
  }
  return all;
}

std::string with_characters(std::string_view text) {
  constexpr std::size_t width = 4;  // of \xNN
  std::string result;
  std::string bytes;
  const auto take_bytes = [&] {
    append_safe(result, bytes);
    bytes.clear();
  };
  while (!text.empty()) {
    unsigned byte = 0;
    const std::string_view digits = text.starts_with("\\x") ? text.substr(2, 2) : "";
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    // What is ASCII was written so for a reason.
    if (error == std::errc() && end == digits.data() + 2 && byte >= 0x80) {
      bytes += static_cast<char>(byte);
      text.remove_prefix(width);
      continue;
    }
    take_bytes();
    const std::size_t plain = std::min<std::size_t>(text.starts_with("\\\\") ? 2 : 1, text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
  }
  take_bytes();
  return result;
}

std::string padded(std::string text, int width) {
  const int missing = width - display_width(text);
  if (missing > 0) text.append(static_cast<std::size_t>(missing), ' ');
  return text;
}

std::vector<std::string> last_lines(std::string_view text, std::size_t most) {
  constexpr int widest = 200;
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> lines;
  for (const std::string_view line : lines_of(text)) {
    if (line.find_first_not_of(blanks) != std::string_view::npos) lines.push_back(line);
  }
  // A sanitizer's findings come first, its legend last.
  const auto finding = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return line.find("==ERROR: ") != std::string_view::npos ||
           line.find(": runtime error: ") != std::string_view::npos;
  });
  if (finding != lines.end()) {
    lines.erase(lines.begin(), finding);
    lines.resize(std::min(lines.size(), most));
  }
  const auto head = std::find_if(lines.rbegin(), lines.rend(), [&](std::string_view line) {
    return blanks.find(line.front()) == std::string_view::npos;
  });
  const auto size = static_cast<std::ptrdiff_t>(lines.size());
  const auto wanted = static_cast<std::ptrdiff_t>(most);
  const std::ptrdiff_t last = std::max<std::ptrdiff_t>(size - wanted, 0);
  const std::ptrdiff_t first =
      head == lines.rend() ? last : std::min(last, size - 1 - (head - lines.rbegin()));
  std::vector<std::string> result;
  for (std::ptrdiff_t i = first; i < std::min(size, first + wanted); ++i) {
    result.push_back(cut(safe_text(without_tabs(lines[static_cast<std::size_t>(i)])), widest));
  }
  return result;
}

}  // namespace referee::text
