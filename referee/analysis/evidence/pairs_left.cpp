#include "referee/analysis/evidence/pairs_left.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "referee/base/statistics/any_time.hpp"
#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/forecast.hpp"
#include "referee/base/statistics/paired_points.hpp"

namespace referee::evidence {
namespace {

// A true difference, and how likely it is beside the others.
struct Possible {
  double truth = 0;
  double weight = 0;
};

// Half of the weight, before anything was seen, lies evenly between the hypotheses, because who
// asks expects the truth there; half of it far and wide around them.
std::vector<Possible> possible_truths(const ComparisonRules& rules, double seen, double error) {
  const double h0 = rules.h0();
  const double h1 = rules.h1();
  const auto likelihood = [&](double truth) {
    return std::exp(-std::pow((truth - seen) / error, 2) / 2);
  };
  std::vector<Possible> truths;
  constexpr int inside = 5;
  for (int i = 0; i < inside; ++i) {
    const double truth = h0 + (h1 - h0) * (i + 0.5) / inside;
    truths.push_back({truth, likelihood(truth) / (2 * inside)});
  }
  constexpr double wide = 20;  // times the distance of the hypotheses
  const double spread = wide * (h1 - h0);
  constexpr double step = 0.8;  // standard errors
  for (int i = -2; i <= 2; ++i) {
    const double truth = seen + i * step * error;
    if (truth > h0 && truth < h1) continue;
    const double away = (truth - (h0 + h1) / 2) / spread;
    const double density = std::exp(-away * away / 2) / (spread * std::sqrt(2 * std::numbers::pi));
    truths.push_back({truth, likelihood(truth) * density / 2 * step * error});
  }
  // Beyond all of that nothing is likely but what was seen.
  double all = 0;
  for (const Possible& one : truths) all += one.weight;
  if (!(all > 0)) return {{seen, 1}};
  for (Possible& one : truths) one.weight /= all;
  constexpr double negligible = 0.002;
  std::erase_if(truths, [](const Possible& one) { return one.weight < negligible; });
  return truths;
}

// `forecast_of(truth)`, each with its weight.
template <typename ForecastOf>
PairsLeft mixture(const std::vector<Possible>& truths, const ForecastOf& forecast_of) {
  PairsLeft left;
  std::vector<std::pair<double, double>> lengths;  // and their weights
  double all = 0;
  for (const auto& [truth, weight] : truths) {
    const statistics::Forecast forecast = forecast_of(truth);
    left.mean += weight * forecast.mean_pairs;
    all += weight;
    for (const double length : forecast.pairs) lengths.emplace_back(length, weight);
  }
  left.mean /= all;
  std::sort(lengths.begin(), lengths.end());
  // Of the 95 % that the lengths stand for.
  constexpr double outside = 0.025 / 0.95;
  const double one_end = outside * all * static_cast<double>(statistics::Forecast{}.pairs.size());
  const auto end = [one_end](auto from, auto to) {
    double passed = 0;
    const auto at =
        std::find_if(from, to, [&](const auto& one) { return (passed += one.second) > one_end; });
    return at->first;
  };
  left.low = end(lengths.begin(), lengths.end());
  left.high = end(lengths.rbegin(), lengths.rend());
  return left;
}

std::optional<PairsLeft> left_of(const statistics::WinTest& test, const Comparison& comparison,
                                 std::uint64_t most) {
  const ComparisonRules& rules = comparison.rules();
  const auto strength = statistics::strength(comparison.pairs());
  if (strength.careful_variance == 0) return std::nullopt;
  const statistics::Estimate& seen =
      rules.model == statistics::Model::logistic ? strength.elo : strength.normalized_elo;
  constexpr double effort = 4e5;  // for each of some ten truths
  return mixture(possible_truths(rules, seen.value, seen.error / statistics::z95),
                 [&](double truth) {
                   return statistics::forecast(rules.win_question(),
                                               {truth, std::sqrt(strength.careful_variance), most},
                                               &test, effort);
                 });
}

PairsLeft left_of(const statistics::CutPointTest& test, const Comparison& comparison,
                  std::uint64_t most) {
  const statistics::PairedPoints& seen = comparison.points();
  const double deviation = std::sqrt(seen.variance().value_or(0));
  const auto forecast_of = [&](double truth, std::uint64_t runs) {
    return statistics::forecast(comparison.rules().points, test.test(), {truth, deviation, most},
                                runs);
  };
  if (deviation == 0) {
    return mixture({{seen.mean(), 1}}, [&](double truth) { return forecast_of(truth, 1); });
  }
  return mixture(possible_truths(comparison.rules(), seen.mean(), *seen.standard_error()),
                 [&](double truth) {
                   // As many runs as take some hundredths of a second together.
                   constexpr double all_pairs = 1e5;
                   constexpr std::uint64_t first_runs = 5;
                   const statistics::Forecast first = forecast_of(truth, first_runs);
                   const double affordable = std::min(all_pairs / (first.mean_pairs + 1), 200.0);
                   if (affordable <= first_runs) return first;
                   return forecast_of(truth, static_cast<std::uint64_t>(affordable));
                 });
}

}  // namespace

std::optional<PairsLeft> pairs_left(const Comparison& comparison, std::uint64_t most) {
  constexpr std::uint64_t least = 20;
  const std::uint64_t left = most - std::min(most, comparison.played());
  const PairTest& test = comparison.test();
  if (const auto until = comparison.rules().until) {
    const auto strength = statistics::strength(comparison.pairs());
    if (comparison.count() < least || strength.careful_variance == 0) return std::nullopt;
    const double all =
        statistics::pairs_until(*until, strength.score, std::sqrt(strength.careful_variance));
    const double more =
        std::clamp(all - static_cast<double>(comparison.count()), 1.0, static_cast<double>(left));
    return PairsLeft{more, more, more};
  }
  if (left == 0 || comparison.count() < least) return std::nullopt;
  // A test on points that has decided against what was cut decides nothing any more.
  const bool ended = test.points() && test.points()->limit_too_small();
  if (ended || test.decision() != statistics::Decision::proceed) return std::nullopt;
  if (test.wins()) return left_of(*test.wins(), comparison, left);
  return left_of(*test.points(), comparison, std::min(left, most_foreseen));
}

namespace {

// The sum of what a comparison is decided by, scores or differences, over its first pairs.
struct Sum {
  std::uint64_t pairs = 0;
  double sum = 0;
};

Drift drift_between(const Sum& from, const Sum& to, const Sum& all) {
  const double inside = to.sum - from.sum;
  const auto pairs = static_cast<double>(to.pairs - from.pairs);
  return {from.pairs + 1, to.pairs, inside / pairs,
          (all.sum - inside) / (static_cast<double>(all.pairs) - pairs)};
}

// How far the pairs between are from the mean of all, in squared standard errors.
double oddness(const Sum& from, const Sum& to, const Sum& all, double variance) {
  const auto pairs = static_cast<double>(to.pairs - from.pairs);
  const double off = to.sum - from.sum - pairs * all.sum / static_cast<double>(all.pairs);
  return off * off / (pairs * variance);
}

}  // namespace

std::optional<Drift> drift(const Comparison& comparison) {
  constexpr std::uint64_t least = 40;
  constexpr std::uint64_t block = 20;
  constexpr double rare = 0.001;
  const bool wins = comparison.test().wins().has_value();
  const double variance = wins ? statistics::strength(comparison.pairs()).variance
                               : comparison.points().variance().value_or(0);
  if (comparison.count() < least || !(variance > 0)) return std::nullopt;
  std::vector<Sum> course;  // after each known pair
  for (const CoursePoint& point : comparison.course().points()) {
    const double mean = wins ? statistics::strength(point.pairs).score : point.points.mean();
    const std::uint64_t pairs = point.points.count();
    course.push_back({pairs, mean * static_cast<double>(pairs)});
  }
  const Sum all = course.back();
  const Sum half = *std::find_if(course.begin(), course.end(),
                                 [&all](const Sum& sum) { return 2 * sum.pairs >= all.pairs; });
  const double share = static_cast<double>(half.pairs) / static_cast<double>(all.pairs);
  if (statistics::chi_square_above(oddness({}, half, all, variance) / (1 - share), 1) < rare) {
    return drift_between({}, half, all);
  }
  double chi_square = 0;
  double blocks = 0;
  Sum begin;
  std::pair<Sum, Sum> oddest;
  double odd = -1;
  for (const Sum& end : course) {
    if (end.pairs < begin.pairs + block) continue;
    const double off = oddness(begin, end, all, variance);
    chi_square += off;
    ++blocks;
    if (off > odd) {
      odd = off;
      oddest = {begin, end};
    }
    begin = end;
  }
  if (blocks < 2 || statistics::chi_square_above(chi_square, blocks - 1) >= rare) {
    return std::nullopt;
  }
  return drift_between(oddest.first, oddest.second, all);
}

}  // namespace referee::evidence
