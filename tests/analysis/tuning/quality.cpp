#include "tests/analysis/tuning/quality.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace referee::tuning {
namespace {

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

double between(double low, double high, std::mt19937_64& random) {
  return low + (high - low) * uniform(random);
}

// A sum of the same curve in each parameter. `curve` has its highest value at its second argument.
using Curve = double (*)(double x, double top);

std::function<double(const Point&)> sum_of(Curve curve, const Point& top) {
  return [curve, top](const Point& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += curve(x[i], top[i]) / static_cast<double>(x.size());
    }
    return sum;
  };
}

Point all(std::size_t parameters, const std::function<double()>& each) {
  Point point(parameters);
  std::generate(point.begin(), point.end(), each);
  return point;
}

// 100 Elo between the start, near an end of the range, and the top.
Objective hill(std::size_t parameters, std::mt19937_64& random) {
  Objective hill;
  hill.start = all(parameters, [&] { return uniform(random) < 0.5 ? 0.05 : 0.95; });
  hill.top = all(parameters, [&] { return between(0.2, 0.8, random); });
  const auto distance = [top = hill.top](const Point& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - top[i]) * (x[i] - top[i]);
    return sum;
  };
  hill.elo = [distance, scale = 100 / distance(hill.start)](const Point& x) {
    return -scale * distance(x);
  };
  return hill;
}

// 100 Elo on a tenth of the range, nothing elsewhere.
Objective bump(std::size_t parameters, std::mt19937_64& random) {
  const Point top = all(parameters, [&] { return between(0.3, 0.9, random); });
  return {[top](const Point& x) {
            double sum = 0;
            for (std::size_t i = 0; i < x.size(); ++i) sum += std::pow((x[i] - top[i]) / 0.1, 2);
            return 100 * std::exp(-sum / 2);
          },
          Point(parameters, 0.05), top};
}

// Rises by 100 Elo, drops by 150 and falls on.
double cliff(double x, double top) { return x <= top ? 100 * x / top : -50 - 100 * (x - top); }

Objective cliffs(std::size_t parameters, std::mt19937_64& random) {
  const Point top = all(parameters, [&] { return between(0.4, 0.8, random); });
  return {sum_of(cliff, top), Point(parameters, 0.05), top};
}

// Rises by 100 Elo, and falls eight times as fast.
double skew(double x, double top) { return 100 / top * (x <= top ? x : top - 8 * (x - top)); }

Objective skew_top(std::size_t parameters, std::mt19937_64& random) {
  const Point top = all(parameters, [&] { return between(0.5, 0.8, random); });
  return {sum_of(skew, top), Point(parameters, 0.05), top};
}

// 60 Elo at a quarter, 100 elsewhere.
double peaks(double x, double top) {
  const auto peak = [x](double middle) { return std::exp(-std::pow((x - middle) / 0.1, 2) / 2); };
  return std::max(60 * peak(0.25), 100 * peak(top));
}

Objective two_peaks(std::size_t parameters, std::mt19937_64& random) {
  const Point top = all(parameters, [&] { return between(0.65, 0.85, random); });
  return {sum_of(peaks, top), Point(parameters, 0.05), top};
}

// 100 Elo in all, straight up to the ends.
Objective edge(std::size_t parameters, std::mt19937_64& /*random*/) {
  return {sum_of([](double x, double) { return 200 * x; }, Point(parameters, 1.0)),
          Point(parameters, 0.5), Point(parameters, 1.0)};
}

// 100 Elo below the start at a distance of half the range.
Objective summit(std::size_t parameters, std::mt19937_64& random) {
  const Point top = all(parameters, [&] { return between(0.2, 0.8, random); });
  return {sum_of([](double x, double one) { return -400 * (x - one) * (x - one); }, top), top, top};
}

Observed play(const Objective& objective, const Tuner::Duel& duel, std::uint64_t pairs,
              std::mt19937_64& random) {
  const double elo = objective.elo(duel.first) - objective.elo(duel.second);
  const double chance = 1 / (1 + std::pow(10, -elo / 400));
  Observed observed{duel.first, duel.second, 0, 0, 0};
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const double games = (uniform(random) < chance ? 1 : 0) + (uniform(random) < chance ? 1 : 0);
    const double away = games - 1 - observed.mean;
    observed.mean += away / static_cast<double>(++observed.count);
    observed.squares += away * (games - 1 - observed.mean);
  }
  return observed;
}

}  // namespace

std::vector<Landscape> landscapes() {
  return {{"hill", 1, hill},
          {"hill", 2, hill},
          {"hill", 4, hill},
          {"hill", 8, hill},
          {"narrow bump", 1, bump},
          {"narrow bump", 2, bump},
          {"cliff, then falls", 1, cliffs},
          {"cliff, then falls", 2, cliffs},
          {"skew top 1:8", 1, skew_top},
          {"two peaks", 1, two_peaks},
          {"best at the upper ends", 4, edge},
          {"start is best", 3, summit}};
}

Tuner tuned(const Objective& objective, std::uint64_t pairs, std::uint64_t seed,
            std::mt19937_64& random) {
  const unsigned rounds = rounds_of(pairs);
  Tuner tuner({objective.start, std::vector<double>(objective.start.size()), Response::scores, seed,
               rounds});
  for (unsigned round = 0; round < rounds; ++round) {
    const std::uint64_t left = pairs_of(pairs, round, rounds);
    const auto duels = tuner.next(static_cast<unsigned>(std::min<std::uint64_t>(most_duels, left)));
    std::vector<Observed> results;
    for (std::size_t i = 0; i < duels.size(); ++i) {
      const std::uint64_t own = left * (i + 1) / duels.size() - left * i / duels.size();
      if (own > 0) results.push_back(play(objective, duels[i], own, random));
    }
    tuner.add(results);
  }
  return tuner;
}

}  // namespace referee::tuning
