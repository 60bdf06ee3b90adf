#include "referee/base/statistics/likeliest_laws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace referee::statistics {
namespace {

Sample sample_of(std::span<const std::uint64_t> counts) {
  constexpr double never_seen = 0.001;
  Sample sample;
  sample.size = counts.size();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sample.values[i] = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    sample.shares[i] = counts[i] == 0 ? never_seen : static_cast<double>(counts[i]);
    sample.total += sample.shares[i];
  }
  for (double& share : sample.shares) share /= sample.total;
  return sample;
}

// The law nearest to the sample (in likelihood) with mean of phi equal to 0. By Lagrange
// it is share / (1 + theta * phi), where theta makes the mean of phi vanish.
//
// Where a result is rare, theta lies so close to a pole that 1 + theta * phi would lose
// half its digits. Hence the unknown is the distance from that pole: with `edge` the
// extreme phi on the far side of the sample's mean and theta = -(1 - w) / edge, the
// divisors are (1 - r) + w * r with r = phi / edge, and exactly w for the extreme result.
// The function of w falls all the way; its root is above the extreme result's share (no
// share of the law is above 1) and at most 1. Newton's steps held inside a shrinking
// bracket find it: a step that leaves the bracket, and every third step whatever
// happens, halves the bracket on the scale of logarithms, hence it always ends.
//
// Absent where phi does not take both signs: then no law of full support fits.
std::optional<Shares> project(const Sample& sample, const Shares& phi) {
  const auto used = std::span(phi).first(sample.size);
  const auto [least, most] = std::minmax_element(used.begin(), used.end());
  if (!(*least < 0 && *most > 0)) return std::nullopt;
  double mean = 0;
  for (std::size_t i = 0; i < sample.size; ++i) mean += sample.shares[i] * phi[i];
  const auto extreme = static_cast<std::size_t>((mean > 0 ? least : most) - used.begin());
  Shares r{};
  for (std::size_t i = 0; i < sample.size; ++i) r[i] = phi[i] / phi[extreme];

  double low = sample.shares[extreme];
  double high = 1;
  double w = 1;
  constexpr double precision = 1e-15;
  for (int step = 1; step < 400; ++step) {
    double value = 0;
    double slope = 0;
    for (std::size_t i = 0; i < sample.size; ++i) {
      const double term = r[i] / ((1 - r[i]) + w * r[i]);
      value += sample.shares[i] * term;
      slope -= sample.shares[i] * term * term;
    }
    if (value == 0) break;
    (value > 0 ? low : high) = w;
    double next = w - value / slope;
    const bool halve = step % 3 == 0 || !(next > low && next < high);
    if (halve) next = std::sqrt(low) * std::sqrt(high);
    if (next <= low || next >= high) break;  // nothing left between them
    const double moved = std::abs(next - w);
    w = next;
    if (!halve && moved <= precision * w) break;
  }
  Shares law{};
  double sum = 0;
  for (std::size_t i = 0; i < sample.size; ++i) {
    law[i] = sample.shares[i] / ((1 - r[i]) + w * r[i]);
    sum += law[i];
  }
  for (double& share : law) share /= sum;  // 1 but for rounding
  return law;
}

double effect_of(const Moments& m) {
  const double above = m.mean - 0.5;
  if (m.deviation > 0) return above / m.deviation;
  return above > 0 ? std::numeric_limits<double>::infinity()
                   : -std::numeric_limits<double>::infinity();
}

// A law that fulfils the hypothesis, near the sample: tilted until its effect is right.
// Tilting moves the effect through all numbers, so bisection finds a place.
Shares law_to_start_from(const Sample& sample, double effect) {
  const auto below = [&](double slope) {
    return effect_of(moments(sample, tilted(sample, slope))) < effect;
  };
  double low = -1;
  double high = 1;
  while (!below(low)) low *= 2;
  while (below(high)) high *= 2;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return tilted(sample, middle);
    (below(middle) ? low : high) = middle;
  }
}

// The hypothesis is not a linear condition on the law, but around a law with mean m and
// deviation d it has the linear substitute "mean of phi is 0" with this phi (Van den Bergh).
Shares linearized(const Sample& sample, double effect, const Moments& around) {
  Shares phi{};
  for (std::size_t i = 0; i < sample.size; ++i) {
    const double away = (sample.values[i] - around.mean) / around.deviation;
    phi[i] = sample.values[i] - 0.5 - effect * around.deviation / 2 * (1 + away * away);
  }
  return phi;
}

double largest_change(const Shares& a, const Shares& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Repeats the linear substitute until the law no longer moves.
Shares settle(const Sample& sample, double effect, Shares law) {
  constexpr double precision = 1e-13;
  for (int round = 0; round < 500; ++round) {
    auto next = project(sample, linearized(sample, effect, moments(sample, law)));
    // Far from the uniform law the substitute may fit no law at all. It always fits where it
    // is taken around a law that fulfils the hypothesis itself.
    if (!next) next = law_to_start_from(sample, effect);
    const double change = largest_change(law, *next);
    law = *next;
    if (change < precision) break;
  }
  return law;
}

}  // namespace

Sample Sample::of(const PairCounts& pairs) {
  return sample_of(std::array{pairs.ll, pairs.ld, pairs.even, pairs.wd, pairs.ww});
}

Sample Sample::of(const GameCounts& games) {
  return sample_of(std::array{games.losses, games.draws, games.wins});
}

Moments moments(const Sample& sample, const Shares& law) {
  Moments result;
  for (std::size_t i = 0; i < sample.size; ++i) result.mean += law[i] * sample.values[i];
  double variance = 0;
  for (std::size_t i = 0; i < sample.size; ++i) {
    const double away = sample.values[i] - result.mean;
    variance += law[i] * away * away;
  }
  result.deviation = std::sqrt(variance);
  return result;
}

Shares tilted(const Sample& sample, double slope) {
  Shares law{};
  double sum = 0;
  for (std::size_t i = 0; i < sample.size; ++i) {
    const double lead = slope > 0 ? sample.values[i] - 1 : sample.values[i];  // no overflow
    law[i] = sample.shares[i] * std::exp(slope * lead);
    sum += law[i];
  }
  for (double& share : law) share /= sum;
  return law;
}

Shares law_with_mean(const Sample& sample, double mean) {
  Shares phi{};
  for (std::size_t i = 0; i < sample.size; ++i) phi[i] = sample.values[i] - mean;
  return project(sample, phi).value();
}

// With effect > 0 the laws of at most this effect form a convex set (the deviation is a
// concave function of the law), so for a sample outside that set the likeliest law is the
// only one where the search can end. On the other side there may be several such places.
// There the search also begins at the sample itself, and the likelier end counts.
Shares law_with_effect(const Sample& sample, double effect) {
  Shares uniform{};
  std::fill_n(uniform.begin(), sample.size, 1 / static_cast<double>(sample.size));
  const Shares law = settle(sample, effect, uniform);
  const double seen = effect_of(moments(sample, sample.shares));
  const bool only_one = effect == 0 || (effect > 0 ? seen >= effect : seen <= effect);
  if (only_one) return law;
  const Shares other = settle(sample, effect, sample.shares);
  return log_ratio(sample, law, other) > 0 ? other : law;
}

double log_ratio(const Sample& sample, const Shares& law0, const Shares& law1) {
  double sum = 0;
  for (std::size_t i = 0; i < sample.size; ++i) {
    sum += sample.shares[i] * std::log(law1[i] / law0[i]);
  }
  return sample.total * sum;
}

}  // namespace referee::statistics
