// An estimated figure and its uncertainty. No member is ever infinite or not a number: where the
// data set no limit, the limit is absent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace referee::statistics {

// The 97.5 % point of the normal law: half the width of a 95 % interval in standard errors.
inline constexpr double z95 = 1.959963984540054;

// The ends of an interval that the data set.
enum class Reach : std::uint8_t {
  two_sided,  // both ends are known: value plus or minus error
  at_least,   // only `low` is known (for example after nothing but wins): print "at least low"
  at_most,    // only `high` is known
  nothing,    // no data, or none that bear on it; value and error are 0 or a convention
};

// The name in JSON.
constexpr std::string_view name(Reach reach) noexcept {
  constexpr std::array names{"two_sided", "at_least", "at_most", "nothing"};
  return names[static_cast<std::size_t>(reach)];
}

struct Estimate {
  double value = 0;
  // Half the width of the 95 % interval; with one end only, the distance from `value` to
  // that end; meaningless (0) if reach is `nothing`.
  double error = 0;
  std::optional<double> low;   // lower end of the 95 % interval, if the data set one
  std::optional<double> high;  // upper end
  Reach reach = Reach::nothing;
  // The usual large-sample error does not apply (too few results, or too one-sided), and a
  // wider interval that is valid for any number of results has been given instead.
  bool conservative = false;

  // An interval of value plus or minus error.
  static Estimate around(double value, double error) {
    return {value, error, value - error, value + error, Reach::two_sided, false};
  }
  // An interval with these ends.
  static Estimate between(double low, double value, double high) {
    return {value, (high - low) / 2, low, high, Reach::two_sided, false};
  }
  // The same figure seen from the other player's side.
  [[nodiscard]] Estimate negated() const {
    Estimate other = *this;
    other.value = -value;
    other.low = high ? std::optional(-*high) : std::nullopt;
    other.high = low ? std::optional(-*low) : std::nullopt;
    if (reach == Reach::at_least) other.reach = Reach::at_most;
    if (reach == Reach::at_most) other.reach = Reach::at_least;
    return other;
  }
};

}  // namespace referee::statistics
