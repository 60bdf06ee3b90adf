// Figures for the strengths of two players after their games: score, Elo, normalised Elo,
// likelihood of superiority and the usual ratios.
//
// Notation. A game scores 0, 1/2 or 1; a pair of games 0, 1/4, 1/2, 3/4 or 1. s is the
// mean of the n scores, v their mean squared distance from s (divided by n).
//
// Intervals. The usual one, s +- 1.96 sqrt(v/n), is too narrow for few and for lopsided results,
// and for normalised Elo it forgets that v was estimated too. Here one imagined result is added
// for the error (not for the value), half of it at each end of the scale, and Student's t with n
// degrees of freedom takes the place of 1.96. The error of (s - 1/2) / sqrt(v) is
// sqrt((1 - g t + (k - 1) t^2 / 4) / n), with t that figure, g the skewness and k the kurtosis;
// the interval is symmetric in asinh(t). tests/base/statistics/coverage.md has the coverage.
//
// Equal results. If all n results have the value s, the interval is that of all laws on 0..1 in
// which this value has a share of at least q = 40^(-1/n): means from q s to 1 - q (1 - s). Others
// give n such results with less than 1 chance in 40. After nothing but wins there is no upper end:
// Reach::at_least, and the value is the Elo of a score half way between all wins and the next best
// result. Rating lists allow for as much, see rating_errors.hpp.
//
// One-sided results. When an end of the usual interval of s lies outside 0..1, the interval is the
// set of all means m with n KL(s, m) <= ln 40, where KL is the relative entropy of a coin with mean
// s to one with mean m (the Chernoff-Hoeffding bound). It holds for every law on 0..1 and every n.
// In both cases Estimate::conservative is set.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/game_counts.hpp"

namespace referee::statistics {

// 400 / ln 10 times 2: one unit of normalised difference in normalised Elo.
inline constexpr double normalized_elo_unit = 347.43558552260146;

// The expected score against an opponent weaker by `elo`.
double score_of_elo(double elo) noexcept;
// The inverse of score_of_elo(); infinite at 0 and 1.
double elo_of_score(double score) noexcept;

// Half the width of the usual large-sample intervals, as other programs print them.
struct PlainErrors {
  double elo = 0;             // half of Elo(s + 1.96 sqrt(v/n)) - Elo(s - 1.96 sqrt(v/n))
  double normalized_elo = 0;  // 1.96 sqrt(1/n) in its unit: as if v were known
};

struct Strength {
  std::uint64_t count = 0;    // pairs or games, whichever was given
  double score = 0.5;         // s, 0..1; 0.5 where there is nothing
  double variance = 0;        // v
  double standard_error = 0;  // sqrt(v / n)
  Estimate elo;               // -400 log10(1/s - 1)
  // (s - 1/2) in units of the standard deviation of one game, times 347.4: it does not shrink when
  // a game has many draws, and determines how many games are needed to see the difference. The
  // deviation of one game is taken as sqrt(2v) for pairs, sqrt(v) for games. If all results are
  // equal, v assumes that half of one result was the neighbouring one, and only one end of the
  // interval exists.
  Estimate normalized_elo;
  // The probability that the first player is the stronger one, 0..1, with nothing known
  // before. From the normal law; for one-sided results with a score above 1/2 it is
  // 1 - exp(-n KL(s, 1/2)) / 2, for equal ones 1 - (1/2 / s)^n / 2: after n wins 1 - 2^-(n+1), the
  // chance that a coin that fell n times the same way prefers that side.
  double superiority = 0.5;
  // Absent where the usual formulas give nothing finite.
  std::optional<PlainErrors> plain;
  // With the imagined result: v, and the standard error of (s - 1/2) / sqrt(v) times sqrt(n).
  // 0 where all results are equal.
  double careful_variance = 0;
  double effect_error = 0;
};

Strength strength(const PairCounts& pairs);
Strength strength(const GameCounts& games);

// Each is absent where its divisor is 0 or a count is not known.
struct PairRatios {
  std::optional<double> pairs;  // (WW + WD) / (LL + LD)
  std::optional<double> draws;  // (WL + DD) / n: the share of even pairs
  std::optional<double> wl_dd;  // WL / DD
};
PairRatios ratios(const PairCounts& pairs) noexcept;

// The share of games that were drawn; absent without games.
std::optional<double> draw_ratio(const GameCounts& games) noexcept;

}  // namespace referee::statistics
