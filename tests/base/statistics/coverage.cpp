#include "tests/base/statistics/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "referee/base/statistics/draw_rate.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/ratings.hpp"
#include "referee/base/statistics/stopped.hpp"

namespace simulated {
namespace {

using namespace referee::statistics;  // NOLINT: this file is all about that room

bool covers(const Estimate& estimate, double truth) {
  // Some truths are themselves the end of an interval that the results allow.
  constexpr double rounding = 1e-9;
  return (!estimate.low || *estimate.low <= truth + rounding) &&
         (!estimate.high || *estimate.high >= truth - rounding);
}

// Collects what the runs gave.
class Runs {
 public:
  explicit Runs(double truth) : truth_(truth) {}

  void add(const Estimate& estimate, const Estimate& plain, std::uint64_t pairs) {
    widths_ += estimate.error / plain.error;
    covered_ += covers(estimate, truth_);
    plain_covered_ += covers(plain, truth_);
    values_.push_back(estimate.value);
    plain_values_.push_back(plain.value);
    pairs_ += static_cast<double>(pairs);
  }
  void add_elo(bool covered) { elo_covered_ += covered; }

  Coverage finish() {
    const auto runs = static_cast<double>(values_.size());
    const auto median = [](std::vector<double>& values) {
      std::sort(values.begin(), values.end());
      return values[values.size() / 2];
    };
    return {100 * elo_covered_ / runs,
            100 * covered_ / runs,
            100 * plain_covered_ / runs,
            median(values_) - truth_,
            median(plain_values_) - truth_,
            pairs_ / runs,
            widths_ / runs};
  }

 private:
  double truth_;
  double elo_covered_ = 0;
  double covered_ = 0;
  double plain_covered_ = 0;
  double pairs_ = 0;
  double widths_ = 0;
  std::vector<double> values_;
  std::vector<double> plain_values_;
};

// What was printed before: as if the variance were known, and the number of pairs.
Estimate plain_interval(const Strength& strength) {
  if (!strength.plain) return strength.normalized_elo;
  return Estimate::around(strength.normalized_elo.value, strength.plain->normalized_elo);
}

}  // namespace

Coverage fixed_coverage(const PairScenario& scenario, double strength, std::uint64_t pairs,
                        std::uint64_t runs, std::uint64_t seed) {
  PairScenario normalized = scenario;
  normalized.model = Model::normalized;
  const auto law = law_of_strength(normalized, strength);
  const double elo = elo_of(law, Model::logistic);
  Random random(seed);
  Runs collected(elo_of(law, Model::normalized));
  for (std::uint64_t i = 0; i < runs; ++i) {
    PairCounts counts;
    while (counts.total() < pairs) draw_pair(counts, law, random);
    const Strength found = referee::statistics::strength(counts);
    collected.add(found.normalized_elo, plain_interval(found), pairs);
    collected.add_elo(covers(found.elo, elo));
  }
  return collected.finish();
}

Coverage stopped_coverage(const PairScenario& scenario, double place, std::uint64_t most_pairs,
                          std::uint64_t runs, std::uint64_t seed) {
  const auto& h = scenario.hypotheses;
  const auto law = law_of_strength(scenario, h.elo0 + place * (h.elo1 - h.elo0));
  const double elo = elo_of(law, Model::logistic);
  Random random(seed);
  Runs collected(elo_of(law, Model::normalized));
  for (std::uint64_t i = 0; i < runs; ++i) {
    PairCounts pairs;
    SprtState state;
    do {
      draw_pair(pairs, law, random);
      state = sprt(pairs, h, {}, scenario.model);
    } while (state.decision == Decision::proceed && pairs.total() < most_pairs);
    const StoppedStrength found = stopped_strength(pairs, state, h, scenario.model);
    collected.add(found.normalized_elo, plain_interval(referee::statistics::strength(pairs)),
                  pairs.total());
    collected.add_elo(covers(found.elo, elo));
  }
  return collected.finish();
}

Coverage stopped_coverage(const PointScenario& scenario, double place, std::uint64_t most_pairs,
                          std::uint64_t runs, std::uint64_t seed) {
  const double shift = place * scenario.delta1;
  const PointHypotheses hypotheses{0, scenario.delta1, -scenario.limit, scenario.limit};
  Random random(seed);
  Runs collected(shift);
  for (std::uint64_t i = 0; i < runs; ++i) {
    PointTest test(hypotheses);
    std::vector<double> differences;
    while (test.decision() == Decision::proceed && differences.size() < most_pairs) {
      differences.push_back(
          std::clamp(scenario.draw(random) + shift, -scenario.limit, scenario.limit));
      test.add(differences.back());
    }
    collected.add(point_bounds(differences, hypotheses), test.points().interval(),
                  differences.size());
  }
  return collected.finish();
}

SureOfEqual sure_of_equal(const PairScenario& scenario, std::uint64_t runs, std::uint64_t seed) {
  constexpr double sure = 0.95;
  const auto law = law_of_strength(scenario, 0);
  Random random(seed);
  SureOfEqual found;
  for (std::uint64_t i = 0; i < runs; ++i) {
    PairCounts pairs;
    SprtState state;
    do {
      draw_pair(pairs, law, random);
      state = sprt(pairs, scenario.hypotheses, {}, scenario.model);
    } while (state.decision == Decision::proceed && pairs.total() < most_simulated_pairs);
    const double superiority =
        stopped_strength(pairs, state, scenario.hypotheses, scenario.model).superiority;
    const double naive = referee::statistics::strength(pairs).superiority;
    found.above += superiority >= sure;
    found.below += superiority <= 1 - sure;
    found.naive_above += naive >= sure;
    found.naive_below += naive <= 1 - sure;
  }
  for (double* share : {&found.above, &found.below, &found.naive_above, &found.naive_below}) {
    *share *= 100 / static_cast<double>(runs);
  }
  return found;
}

namespace {

// Lists of players of whom each is `apart` Elo stronger than the one before, after `rounds` pairs
// of each two.
class PairedLists {
 public:
  PairedLists(PairScenario scenario, std::size_t players, double apart, std::uint64_t seed)
      : players_(players), random_(seed) {
    scenario.model = Model::logistic;
    for (std::size_t i = 0; i < players; ++i) {
      laws_.push_back(law_of_strength(scenario, apart * static_cast<double>(i)));
    }
  }

  RatingList next(std::uint64_t rounds) {
    std::vector<Encounter> encounters;
    for (std::size_t weak = 0; weak < players_; ++weak) {
      for (std::size_t strong = weak + 1; strong < players_; ++strong) {
        PairCounts pairs;
        pairs.dd = 0;  // every even pair as a win and a loss
        while (pairs.total() < rounds) draw_pair(pairs, laws_[strong - weak], random_);
        const GameCounts games{2 * pairs.ww + pairs.wd + pairs.even,
                               2 * pairs.ll + pairs.ld + pairs.even, pairs.wd + pairs.ld};
        encounters.push_back({strong, weak, games, pairs});
      }
    }
    return rate(players_, encounters, Anchor{0, 0});
  }

 private:
  std::size_t players_;
  std::vector<std::array<double, 5>> laws_;  // by how many places the first is stronger
  Random random_;
};

}  // namespace

double rating_coverage(const PairScenario& scenario, std::size_t players, std::uint64_t rounds,
                       std::uint64_t runs, std::uint64_t seed) {
  constexpr double apart = 40;
  PairedLists lists(scenario, players, apart, seed);
  std::uint64_t covered = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const RatingList list = lists.next(rounds);
    for (std::size_t i = 1; i < players; ++i) {
      covered += covers(list.difference(i, 0), apart * static_cast<double>(i));
    }
  }
  return 100 * static_cast<double>(covered) / static_cast<double>(runs * (players - 1));
}

PlacesCoverage places_coverage(const PairScenario& scenario, std::size_t players, double apart,
                               std::uint64_t rounds, std::uint64_t runs, std::uint64_t seed) {
  PairedLists lists(scenario, players, apart, seed);
  PlacesCoverage sum;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const RatingList list = lists.next(rounds);
    const auto places = list.places();
    // Of equal players each has all places.
    const auto right = [&](std::size_t player) {
      const Places open = places[player];
      if (apart == 0) return open == Places{1, players};
      return open.first <= players - player && open.last >= players - player;
    };
    bool all = true;
    std::size_t leader = 0;
    for (std::size_t player = 0; player < players; ++player) {
      all = all && right(player);
      if (list.players()[player].elo > list.players()[leader].elo) leader = player;
    }
    sum.all += all;
    sum.leader += right(leader);
  }
  const double percent = 100 / static_cast<double>(runs);
  return {sum.all * percent, sum.leader * percent};
}

namespace {

// A game of the player of whom `expected` is expected.
GameResult draw_game(double expected, double draws, Random& random) {
  const double drawn = draw_probability(expected, draws);
  const double u = random.uniform();
  if (u < drawn) return GameResult::draw;
  return u < drawn + expected - drawn / 2 ? GameResult::win : GameResult::loss;
}

// All games of a list; the stronger player of each encounter is the first one.
std::vector<Encounter> seated_encounters(const SeatedScenario& scenario, Random& random) {
  std::vector<Encounter> encounters;
  for (std::size_t weak = 0; weak < scenario.players; ++weak) {
    for (std::size_t strong = weak + 1; strong < scenario.players; ++strong) {
      Encounter e{strong, weak, {}};
      e.seats.emplace();
      for (std::uint64_t game = 0; game < scenario.games; ++game) {
        const bool first = random.uniform() < scenario.first_of_stronger;
        const double elo = scenario.apart * static_cast<double>(strong - weak) +
                           (first ? scenario.advantage : -scenario.advantage);
        const GameResult result = draw_game(score_of_elo(elo), scenario.draws, random);
        e.games.add(result);
        if (first) e.seats->first.add(result);
      }
      encounters.push_back(e);
    }
  }
  return encounters;
}

}  // namespace

SeatedCoverage seated_coverage(const SeatedScenario& scenario, std::uint64_t runs,
                               std::uint64_t seed) {
  Random random(seed);
  SeatedCoverage sum;
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::vector<Encounter> encounters = seated_encounters(scenario, random);
    const RatingList list = rate(scenario.players, encounters, Anchor{0, 0});
    for (Encounter& e : encounters) e.seats.reset();
    const RatingList unseated = rate(scenario.players, encounters, Anchor{0, 0});
    for (std::size_t i = 1; i < scenario.players; ++i) {
      const double truth = scenario.apart * static_cast<double>(i);
      sum.differences += covers(list.difference(i, 0), truth);
      sum.unseated += covers(unseated.difference(i, 0), truth);
    }
    sum.advantage += covers(list.first_seat().advantage, scenario.advantage);
    sum.draws += covers(list.draws(), scenario.draws);
    sum.fitted += list.first_seat().use == SeatUse::fitted;
  }
  const double percent = 100 / static_cast<double>(runs);
  const double others = static_cast<double>(scenario.players - 1);
  return {sum.differences * percent / others, sum.unseated * percent / others,
          sum.advantage * percent, sum.draws * percent, sum.fitted * percent};
}

}  // namespace simulated
