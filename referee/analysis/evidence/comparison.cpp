#include "referee/analysis/evidence/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/base/statistics/any_time.hpp"
#include "referee/base/statistics/distributions.hpp"
#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/stopped.hpp"

namespace referee::evidence {

namespace {

using statistics::Decision;
using statistics::GameResult;

// Of a pair, 0..1.
double score_of(const std::array<GameResult, 2>& games) {
  return (static_cast<int>(games[0]) + static_cast<int>(games[1])) / 4.0;
}

}  // namespace

void Course::add(const CoursePoint& point) {
  last_ = point;
  if (++count_ % step_ != 0) return;
  if (kept_.size() + 1 == most_points) {
    // Half of them, and this one only if it is still in step.
    std::vector<CoursePoint> half;
    for (std::size_t i = 1; i < kept_.size(); i += 2) half.push_back(kept_[i]);
    kept_ = std::move(half);
    step_ *= 2;
    if (count_ % step_ != 0) return;
  }
  kept_.push_back(point);
}

std::vector<CoursePoint> Course::points() const {
  std::vector<CoursePoint> points = kept_;
  if (count_ % step_ != 0) points.push_back(last_);
  return points;
}

PairTest::PairTest(const ComparisonRules& rules) {
  if (rules.by_differences()) {
    points_.emplace(rules.points, rules.risks);
  } else {
    wins_.emplace(rules.win_question());
  }
}

void PairTest::add(const PairResult& pair) {
  if (wins_) {
    wins_->add(pair.games[0], pair.games[1]);
  } else {
    points_->add(pair.new_points - pair.base_points);
  }
}

Decision PairTest::decision() const noexcept {
  return wins_ ? wins_->decision() : points_->decision();
}

Comparison::Comparison(const ComparisonRules& rules)
    : rules_(rules), test_(rules), sound_test_(rules) {
  if (test_.wins()) sprt_ = test_.wins()->sprt();
}

void Comparison::pass_over() {
  if (with_missing_.empty()) with_missing_ = {*this, *this};
  ++missing_;
  for (const bool won : {false, true}) {
    Comparison& other = with_missing_[won ? 1U : 0U];
    if (other.state_ != State::open) continue;
    PairResult pair;
    pair.games.fill(won ? GameResult::win : GameResult::loss);
    if (rules_.by_differences()) {
      pair.new_points = won ? rules_.points.highest : rules_.points.lowest;
    }
    pair.hashes.push_back(~missing_);  // not those of a game that was played
    pair.drawn = drawn_;
    other.add(pair);
  }
  state_ = state_now();
}

std::optional<std::array<Conclusion, 2>> Comparison::conclusions_with_missing() const {
  if (with_missing_.empty()) return std::nullopt;
  return std::array{with_missing_[0].conclusion(), with_missing_[1].conclusion()};
}

void Comparison::add(const PairResult& pair) {
  for (Comparison& other : with_missing_) {
    if (other.state_ == State::open) other.add(pair);
  }
  ++played_;
  games_of_each_ += pair.games_of_new;
  note(pair);
  const auto all = static_cast<double>(played_);
  score_of_all_ += (score_of(pair.games) - score_of_all_) / all;
  mean_of_all_ += (pair.new_points - pair.base_points - mean_of_all_) / all;
  const bool is_new = this->is_new(pair);
  distinct_ += is_new ? 1 : 0;
  repeated_in_a_row_ = is_new ? 0 : repeated_in_a_row_ + 1;
  alike_ += pair.alike ? 1 : 0;
  drawn_ = pair.drawn;
  const bool counts = is_new || drawn_;
  // Until something is left out both tests are one.
  if (!counts && !all_test_) all_test_ = test_;
  if (all_test_) all_test_->add(pair);
  if (counts) {
    count(pair);
    course_.add({pairs_, points_, sprt_.llr, point_evidence()});
  }
  state_ = state_now();
}

bool Comparison::is_new(const PairResult& pair) {
  bool is_new = false;
  for (const std::uint64_t hash : pair.hashes) is_new |= seen_.insert(hash).second;
  return is_new;
}

void Comparison::count(const PairResult& pair) {
  test_.add(pair);
  if (pair.faults.empty()) sound_test_.add(pair);
  if (test_.wins()) sprt_ = test_.wins()->sprt();
  pairs_.add(pair.games[0], pair.games[1]);
  points_.add(pair.new_points - pair.base_points);
  const auto counted = static_cast<double>(points_.count());
  mean_new_ += (pair.new_points - mean_new_) / counted;
  against_.resize(pair.against.size());
  for (std::size_t i = 0; i < against_.size(); ++i) {
    const Scores& scores = pair.against[i];
    Against& one = against_[i];
    one.differences.add(scores.difference());
    one.mean.new_bot += (scores.new_bot - one.mean.new_bot) / counted;
    one.mean.base_bot += (scores.base_bot - one.mean.base_bot) / counted;
  }
}

Comparison::State Comparison::state_now() const {
  const bool others_failed = played_ > 0 && others_failed_ == played_;
  const bool only_new_failed = played_ > 0 && new_failed_ == played_ && others_failed_ == 0;
  const bool last = next() >= rules_.most_pairs;
  if (others_failed && (played_ >= same_pairs || last)) return State::others_always_failed;
  if (only_new_failed && played_ >= same_pairs) return State::new_always_failed;
  const std::uint64_t same = drawn_ ? same_draws : same_pairs;
  if (repeated_in_a_row_ + 1 >= same && distinct_ == 1) return State::always_the_same;
  if (!drawn_ && repeated_in_a_row_ >= same && repeated_in_a_row_ >= 2 * distinct_) {
    return State::only_repetitions;
  }
  if (alike_ == played_ && alike_ >= pairs_alike(rules_)) return State::play_alike;
  // While nothing was measured, or one game was repeated, nothing is decided.
  const bool may_decide = !rules_.until && !others_failed && (distinct_ > 1 || last);
  if (may_decide) {
    const State decided = state_decided(test_.decision());
    if (decided != State::open) return decided;
  }
  if (rules_.until && !others_failed && distinct_ >= least_measured) {
    const statistics::Estimate elo = statistics::strength(pairs_).elo;
    if (elo.reach == statistics::Reach::two_sided && elo.error <= *rules_.until) {
      return State::measured;
    }
  }
  if (last) return only_new_failed ? State::new_always_failed : State::all_played;
  return State::open;
}

// What follows from a decision on the pairs that count; open if it is not final yet.
Comparison::State Comparison::state_decided(Decision decision) const {
  if (test_.points() && test_.points()->limit_too_small()) return State::limit_too_small;
  if (decision == Decision::proceed) return State::open;
  const Decision all = all_test_ ? all_test_->decision() : decision;
  if (all == Decision::proceed) return State::open;
  if (all != decision) return State::repeats_disagree;
  return decision == Decision::accept_h1 ? State::better : State::not_better;
}

void Comparison::note(const PairResult& pair) {
  const auto of = [&pair](Role role) {
    return static_cast<std::size_t>(
        std::count_if(pair.faults.begin(), pair.faults.end(),
                      [role](const PairFault& fault) { return fault.role == role; }));
  };
  if (of(Role::new_bot) == pair.games_of_new) ++new_failed_;
  // Against a field one bad opponent measures nothing, and the others do.
  const bool others_failed = pair.against.empty() ? of(Role::base_bot) + of(Role::partner) > 0
                                                  : of(Role::base_bot) == pair.games_of_new ||
                                                        of(Role::partner) == 2 * pair.games_of_new;
  if (others_failed) ++others_failed_;
  for (const PairFault& fault : pair.faults) {
    ++faults_[index(fault.role)][static_cast<std::size_t>(fault.kind)];
    if (listed_.size() < most_listed_faults) listed_.push_back(fault);
  }
}

std::uint64_t Comparison::failed(Role role) const noexcept {
  const FaultCounts& counts = faults(role);
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint64_t Comparison::pairs_alike(const ComparisonRules& rules) {
  const double h0 = rules.h0();
  if (h0 >= 0) return least_alike;
  // Of normalised Elo as much as of Elo: bots that mostly play alike hardly vary, which would make
  // every loss many points of it.
  const double share =
      rules.by_differences() ? h0 / rules.points.lowest : 1 - 2 * statistics::score_of_elo(h0);
  return std::max(least_alike, static_cast<std::uint64_t>(
                                   std::ceil(std::log(rules.risks.alpha) / std::log1p(-share))));
}

double Comparison::excluded_share() const {
  return 1 - std::pow(rules_.risks.alpha, 1 / static_cast<double>(played_));
}

double Comparison::risk(bool h1) const noexcept {
  const statistics::Risks risks =
      stopped_far() ? statistics::far_risks(rules_.win_question()) : rules_.risks;
  return h1 ? risks.alpha : risks.beta;
}

std::optional<double> Comparison::superiority() const {
  if (!rules_.by_differences()) return strength().superiority;
  const auto error = points_.standard_error();
  if (!error || *error == 0) return std::nullopt;
  return statistics::student_t_cdf(points_.mean() / *error,
                                   static_cast<double>(points_.count() - 1));
}

std::optional<statistics::PointTest::Evidence> Comparison::point_evidence() const noexcept {
  if (!test_.points()) return std::nullopt;
  return test_.points()->test().evidence();
}

std::optional<double> Comparison::limit() const noexcept {
  return test_.points() ? std::optional(rules_.points.highest) : std::nullopt;
}

double Comparison::largest_difference() const noexcept {
  double largest = 0;
  if (!test_.points()) return largest;
  for (const double difference : test_.points()->differences()) {
    largest = std::max(largest, std::abs(difference));
  }
  return largest;
}

statistics::StoppedStrength Comparison::strength() const {
  if (test_.wins() && !rules_.until) {
    statistics::SprtState state = sprt_;
    state.decision = state_ == State::play_alike ? Decision::proceed : decision();
    return statistics::stopped_strength(pairs_, state, rules_.elo, rules_.model,
                                        {rules_.risks, stopped_far()});
  }
  const statistics::Strength plain = statistics::strength(pairs_);
  const bool any_time = rules_.until && state_ == State::open;
  return {any_time ? statistics::elo_at_any_time(pairs_, *rules_.until) : plain.elo,
          plain.normalized_elo,
          plain.superiority,
          {},
          {}};
}

statistics::Estimate Comparison::mean_difference() const {
  return test_.points() ? test_.points()->bounds() : points_.interval();
}

Decision Comparison::decision() const noexcept {
  switch (state_) {
    case State::better:
      return Decision::accept_h1;
    case State::not_better:
    case State::new_always_failed:
      return Decision::accept_h0;
    case State::play_alike:
      return rules_.h0() < 0 ? Decision::accept_h1 : Decision::proceed;
    default:
      return Decision::proceed;
  }
}

Conclusion Comparison::conclusion() const noexcept {
  switch (decision()) {
    case Decision::accept_h1:
      return rules_.h0() < 0 ? Conclusion::not_weaker : Conclusion::better;
    case Decision::accept_h0:
      return rules_.h1() > 0 ? Conclusion::not_better : Conclusion::weaker;
    default:
      return Conclusion::undecided;
  }
}

bool add_pair(Comparison& comparison, const config::Event& event,
              const std::unordered_map<std::uint64_t, store::MatchSummary>& results) {
  std::vector<store::MatchSummary> matches;
  for (const std::uint64_t number : matches_of_pair(event, comparison.next())) {
    const auto found = results.find(number);
    if (found == results.end()) return false;
    matches.push_back(found->second);
  }
  comparison.add(pair_result(event, matches, comparison.rules().by));
  return true;
}

std::string_view name(Conclusion conclusion) noexcept {
  constexpr std::array<std::string_view, 5> names{"better", "not_weaker", "not_better", "weaker",
                                                  "undecided"};
  return names[static_cast<std::size_t>(conclusion)];
}

}  // namespace referee::evidence
