// Points that are counted exactly: whole ones, and those with decimals that a scorer says.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rules {

// A decimal number. What is read has at most 18 decimals and, without its point, 64 bits. Sums of
// such numbers are as exact, up to 37 digits in all; the last decimals of longer ones are cut off.
class Points {
 public:
  static constexpr int most_decimals = 18;

  constexpr Points() = default;
  // Implicit: games count in whole numbers.
  constexpr Points(std::int64_t whole) noexcept : units_(whole) {}  // NOLINT

  // Reads digits, with a minus sign before them or not, with a point and further digits or not;
  // nothing if it is another text, or a number that is too long.
  static std::optional<Points> read(std::string_view text) noexcept {
    constexpr Wide most_units = (Wide{1} << 64) - 1;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.empty() || text.front() == '.' || text.back() == '.') return std::nullopt;
    Points points;
    bool fraction = false;
    for (const char c : text) {
      if (c == '.' && !fraction) {
        fraction = true;
        continue;
      }
      if (c < '0' || c > '9') return std::nullopt;
      points.units_ = points.units_ * 10 + (c - '0');
      if (points.units_ > most_units) return std::nullopt;
      if (fraction && ++points.decimals_ > most_decimals) return std::nullopt;
    }
    if (negative) points.units_ = -points.units_;
    points.shorten();
    return points;
  }

  // As read() takes it, without zeros at its end: "-12", "0.92".
  [[nodiscard]] std::string text() const {
    std::string digits;
    for (Wide left = units_ < 0 ? -units_ : units_; left > 0; left /= 10) {
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(left % 10)));
    }
    const auto after = static_cast<std::size_t>(decimals_);
    if (digits.size() <= after) digits.insert(0, after + 1 - digits.size(), '0');
    if (after > 0) digits.insert(digits.size() - after, 1, '.');
    return units_ < 0 ? '-' + digits : digits;
  }

  [[nodiscard]] constexpr bool is_whole() const noexcept { return decimals_ == 0; }
  // Without its decimals; precondition: 64 bits with a sign hold that.
  [[nodiscard]] constexpr std::int64_t whole() const noexcept {
    return static_cast<std::int64_t>(units_ / power_of_10(decimals_));
  }

  // For means, and for what is drawn.
  [[nodiscard]] constexpr double approximate() const noexcept {
    return static_cast<double>(units_) / static_cast<double>(power_of_10(decimals_));
  }

  Points& operator+=(const Points& other) noexcept {
    int decimals = std::max(decimals_, other.decimals_);
    while (decimals > 0 && !(holds(decimals) && other.holds(decimals))) --decimals;
    units_ = units_with(decimals) + other.units_with(decimals);
    decimals_ = decimals;
    shorten();
    return *this;
  }

  friend constexpr bool operator==(const Points&, const Points&) = default;
  friend constexpr std::strong_ordering operator<=>(const Points& a, const Points& b) noexcept {
    const Wide one = a.units_ / power_of_10(a.decimals_);
    const Wide other = b.units_ / power_of_10(b.decimals_);
    if (one != other) return one <=> other;
    return a.fraction() <=> b.fraction();
  }

 private:
  __extension__ using Wide = __int128;

  static constexpr Wide power_of_10(int exponent) noexcept {
    Wide power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
  }
  // Whether units_with() so many decimals has at most 37 digits, so that Wide holds a sum of two.
  [[nodiscard]] constexpr bool holds(int decimals) const noexcept {
    const Wide whole = units_ / power_of_10(decimals_);
    return (whole < 0 ? -whole : whole) < power_of_10(37 - decimals);
  }
  [[nodiscard]] constexpr Wide units_with(int decimals) const noexcept {
    return decimals < decimals_ ? units_ / power_of_10(decimals_ - decimals)
                                : units_ * power_of_10(decimals - decimals_);
  }
  // What is behind the point, in units of the last decimal that there may be.
  [[nodiscard]] constexpr Wide fraction() const noexcept {
    return units_ % power_of_10(decimals_) * power_of_10(most_decimals - decimals_);
  }
  // Equal numbers have equal members.
  constexpr void shorten() noexcept {
    for (; decimals_ > 0 && units_ % 10 == 0; --decimals_) units_ /= 10;
  }

  Wide units_ = 0;    // of 10^-decimals_
  int decimals_ = 0;  // no more than it needs
};

// `unsaid` if nobody has said any.
inline std::string text_of(const std::optional<Points>& points, std::string_view unsaid) {
  return points ? points->text() : std::string(unsaid);
}

}  // namespace rules
