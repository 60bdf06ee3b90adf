#include "referee/evidence/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "rules/random.hpp"

namespace referee::evidence {
namespace {

using statistics::Decision;
using statistics::GameResult;

Part part_of(const std::string& name) {
  const auto found = std::find(part_names.begin(), part_names.end(), name);
  if (found == part_names.end()) {
    throw std::invalid_argument(fmt::format("a comparison has no bot '{}'", name));
  }
  return static_cast<Part>(found - part_names.begin());
}

double score_of(const store::MatchSummary::Seat& seat) { return seat.fault ? 0 : seat.score; }

}  // namespace

GameResult first_seat_result(const store::MatchSummary& match) noexcept {
  const auto& [first, second] = match.seats;
  if (first.fault || second.fault) {
    if (first.fault && second.fault) return GameResult::draw;
    return first.fault ? GameResult::loss : GameResult::win;
  }
  if (first.status == match::Status::win) return GameResult::win;
  return first.status == match::Status::lose ? GameResult::loss : GameResult::draw;
}

PairResult pair_result(std::span<const store::MatchSummary> matches, bool cooperative) {
  constexpr std::size_t seat_orders = 2;
  if (matches.size() != (cooperative ? 2 * seat_orders : seat_orders)) {
    throw std::invalid_argument("a pair has two matches, in a cooperative game four");
  }
  PairResult result;
  std::uint64_t moves = 0;
  std::size_t game = 0;
  for (const store::MatchSummary& match : matches) {
    moves += store::game_mark(match);  // a sum, so that the order does not matter
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const auto& own = match.seats[seat];
      const Part part = part_of(match.bots[seat]);
      if (own.fault) result.faults.push_back({match.match, part, *own.fault});
      if (part == Part::new_bot) result.new_points += score_of(own) / seat_orders;
      if (part == Part::base_bot) result.base_points += score_of(own) / seat_orders;
      if (part == Part::new_bot && !cooperative) {
        const GameResult first = first_seat_result(match);
        result.games.at(game++) = seat == 0 ? first : statistics::swapped(first);
      }
    }
  }
  result.moves = moves;
  return result;
}

Comparison::Comparison(const ComparisonRules& rules) : rules_(rules) {
  if (rules.by == Yardstick::points) {
    point_test_.emplace(rules.points, rules.risks);
  } else {
    sprt_ = statistics::sprt(pairs_, rules.elo, rules.risks, rules.model);
  }
}

void Comparison::add(const PairResult& pair) {
  pairs_.add(pair.games[0], pair.games[1]);
  points_.add(pair.new_points - pair.base_points);
  mean_new_ += (pair.new_points - mean_new_) / static_cast<double>(points_.count());
  note(pair);

  const Decision decision = test(pair);
  const bool others_failed = others_failed_ == count();
  const bool all_the_same = repeated_ + 1 == count();
  const bool last = count() >= rules_.most_pairs;
  if (others_failed && (count() >= same_pairs || last)) {
    state_ = State::others_always_failed;
  } else if (all_the_same && count() >= same_pairs) {
    state_ = State::always_the_same;
  } else if ((others_failed || all_the_same) && !last) {
    // Nothing was measured, or one game was repeated, which counts as one: no decision yet.
  } else if (decision == Decision::accept_h1) {
    state_ = State::better;
  } else if (decision == Decision::accept_h0) {
    state_ = State::not_better;
  } else if (last) {
    state_ = State::all_played;
  }
}

Decision Comparison::test(const PairResult& pair) {
  if (!point_test_) {
    sprt_ = statistics::sprt(pairs_, rules_.elo, rules_.risks, rules_.model);
    return sprt_.decision;
  }
  const double difference = pair.new_points - pair.base_points;
  const double used = std::clamp(difference, rules_.points.lowest, rules_.points.highest);
  if (used != difference) ++cut_;
  point_test_->add(used);
  return point_test_->decision();
}

void Comparison::note(const PairResult& pair) {
  if (!seen_.insert(pair.moves).second) ++repeated_;
  const auto of_another = [](const PairFault& fault) { return fault.part != Part::new_bot; };
  if (std::any_of(pair.faults.begin(), pair.faults.end(), of_another)) ++others_failed_;
  for (const PairFault& fault : pair.faults) {
    ++faults_[index(fault.part)][static_cast<std::size_t>(fault.kind)];
    if (listed_.size() < most_listed_faults) listed_.push_back(fault);
  }
}

std::uint64_t Comparison::failed(Part part) const noexcept {
  const FaultCounts& counts = faults(part);
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::optional<statistics::PointTest::Evidence> Comparison::point_evidence() const noexcept {
  return point_test_ ? std::optional(point_test_->evidence()) : std::nullopt;
}

}  // namespace referee::evidence
