#include "referee/show/report/wording.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record.hpp"

namespace referee::report {
namespace {

// By Paint.
constexpr std::array codes{"", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"};

// About three digits: "1.25", "12.3", "123".
std::string three_digits(double value) {
  return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

// Whether a value is exactly between two with that many digits after the point, of which
// std::to_chars takes the even one. So it has one digit more, a 5, thus at most as many binary
// ones.
bool is_halfway(double value, int digits) {
  const double doubled = std::ldexp(value, digits + 1);
  if (!std::isfinite(doubled) || doubled != std::trunc(doubled)) return false;
  const std::string exact = fmt::format("{:.{}f}", value, digits + 1);
  return exact.back() == '5';
}

}  // namespace

std::string painted(std::string_view text, Paint paint, const TextStyle& style) {
  if (!style.colour || paint == Paint::none || text.empty()) return std::string(text);
  return codes[static_cast<std::size_t>(paint)] + std::string(text) + "\x1b[0m";
}

std::string wrapped_lines(const std::string& text, Paint paint, const TextStyle& style) {
  std::string result;
  for (const std::string& line : lines_of(text::wrapped(text, style.width, 2) + '\n')) {
    result += painted(line, paint, style) + '\n';
  }
  return result;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string bot_text(std::string_view name) {
  return text::cut(text::safe_text(name), longest_bot_name);
}

std::string fixed(double value, int digits) {
  if (is_halfway(value, digits)) {
    value = std::nextafter(value, std::copysign(std::numeric_limits<double>::infinity(), value));
  }
  // The longest double has 309 digits before the point.
  std::array<char, 352> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, digits);
  // Nothing that is shown as 0 has a sign.
  const bool zero =
      std::all_of(text.data(), end.ptr, [](char c) { return c == '-' || c == '.' || c == '0'; });
  return {zero && text[0] == '-' ? text.data() + 1 : text.data(), end.ptr};
}

std::string short_text(double value) {
  std::string text = fixed(value, 2);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string about_text(double count) {
  double unit = 1;
  while (count / unit >= 100) unit *= 10;
  return fixed(std::max(1.0, std::ceil(count / unit) * unit), 0);
}

std::string signed_text(double value, int digits) {
  const std::string text = fixed(value, digits);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return value > 0 && !zero ? "+" + text : text;
}

RatingWords rating_words(double elo, double error, statistics::Reach reach) {
  using statistics::Reach;
  if (reach == Reach::nothing) return {"-", "-"};
  if (reach == Reach::two_sided) return {signed_text(elo, 0), fixed(error, 0)};
  return {reach == Reach::at_least ? "stronger" : "weaker", "-"};
}

std::string mean_text(std::int64_t sum, std::uint64_t count) {
  if (count == 0) return "-";
  return fixed(static_cast<double>(sum) / static_cast<double>(count), 2);
}

std::string time_text(std::chrono::nanoseconds time) {
  const auto us = static_cast<double>(time.count()) / 1e3;
  if (us < 999.5) return fixed(us, 0) + " us";
  if (us < 999.5e3) return three_digits(us / 1e3) + " ms";
  return three_digits(us / 1e6) + " s";
}

std::string limits_text(const kernel::TimeLimits& times) {
  std::string text = text::seconds_text(times.budget);
  if (times.turn > std::chrono::nanoseconds{}) {
    text += fmt::format(", {} a turn", text::seconds_text(times.turn));
  }
  if (times.first_turn > std::chrono::nanoseconds{}) {
    text += fmt::format(", {} for the first", text::seconds_text(times.first_turn));
  }
  return text;
}

std::string wait_text(std::chrono::seconds time) {
  const std::int64_t seconds = time.count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  const std::int64_t minutes = seconds / 60;
  if (minutes < 60) return fmt::format("{} min {:02} s", minutes, seconds % 60);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string move_text(std::string_view line) {
  constexpr std::size_t most = 500;
  if (line.size() <= most) return match::escape_line(line);
  // Not within a character.
  std::size_t end = most / 5;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return fmt::format("{}... ({} bytes)", match::escape_line(line.substr(0, end)), line.size());
}

std::string before_turn_words(std::chrono::nanoseconds before, std::chrono::nanoseconds budget,
                              std::string_view most) {
  return fmt::format(
      "it ran for {}{} before its first turn, with a budget of {}: a bot that takes its time from "
      "its own start has lost that; with \"start\": \"turn\" in game.json it is started when it is "
      "asked",
      most, time_text(before), text::seconds_text(budget));
}

std::string memory_used_text(std::size_t bytes) {
  if (bytes == 0) return "-";
  constexpr double kib = 1024;
  const auto value = static_cast<double>(bytes);
  if (value < kib * kib) return three_digits(value / kib) + " KiB";
  if (value < kib * kib * kib) return three_digits(value / (kib * kib)) + " MiB";
  return three_digits(value / (kib * kib * kib)) + " GiB";
}

}  // namespace referee::report
