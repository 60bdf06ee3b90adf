// Is the new bot better than the base bot? Evaluates the pairs of a comparison and decides when
// there are enough. Knows nothing of processes and threads.
//
// A pair is one deal in both seat orders. In an adversarial game it is two matches, new
// against base. In a cooperative game, where two bots cannot beat each other, it is four:
// new and base, each in both seats with the same partner.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "referee/statistics/counts.hpp"
#include "referee/statistics/paired.hpp"
#include "referee/statistics/point_test.hpp"
#include "referee/statistics/sprt.hpp"
#include "referee/store/store.hpp"

namespace referee::evidence {

// What is compared: wins, draws and losses, or points.
enum class Yardstick : std::uint8_t { wins, points };

// When a comparison ends.
struct ComparisonRules {
  Yardstick by = Yardstick::wins;
  statistics::Hypotheses elo;  // for wins: units of the model
  statistics::Model model = statistics::Model::normalized;
  statistics::PointHypotheses points;  // for points
  statistics::Risks risks;
  std::uint64_t most_pairs = 20'000;
};

// Of the bots of a comparison.
enum class Part : std::uint8_t { new_bot = 0, base_bot = 1, partner = 2 };
constexpr std::size_t index(Part part) noexcept { return static_cast<std::size_t>(part); }
inline constexpr std::array<std::string_view, 3> part_names{"new", "base", "partner"};

// A fault of a bot in a comparison.
struct PairFault {
  std::uint64_t match = 0;
  Part part{};
  bot::FaultKind kind{};

  friend bool operator==(const PairFault&, const PairFault&) = default;
};
// How often each kind of fault occurred.
using FaultCounts = std::array<std::uint64_t, bot::fault_names.size()>;

// The result of one pair.
struct PairResult {
  // Adversarial: the new bot's two games.
  std::array<statistics::GameResult, 2> games{};
  double new_points = 0;  // mean scores over the seat orders
  double base_points = 0;
  std::uint64_t moves = 0;  // hash over all matches
  std::vector<PairFault> faults;
};

// The result of a match for its first seat. A bot that failed has lost and the other one has won,
// whatever the board says; if both failed, it is a draw.
statistics::GameResult first_seat_result(const store::MatchSummary& match) noexcept;

// `matches`: two in an adversarial game, four in a cooperative one, in any order, of bots that are
// named as in part_names. A bot that failed scores 0.
PairResult pair_result(std::span<const store::MatchSummary> matches, bool cooperative);

class Comparison {
 public:
  enum class State : std::uint8_t {
    open,        // more pairs are needed
    better,      // H1 accepted
    not_better,  // H0 accepted
    all_played,  // most_pairs were not enough
    // The first same_pairs pairs were all the same game: neither bots nor deals are random, so
    // further pairs would show nothing new. Until two games differ, nothing is decided.
    always_the_same,
    // The base bot or the partner failed in each of the first same_pairs pairs (or in all, if
    // fewer are allowed). Every bot looks strong against one that does not play, so these pairs
    // measure nothing. Nothing is decided until both have played through one pair.
    others_always_failed,
  };
  static constexpr std::uint64_t same_pairs = 10;

  // Throws std::invalid_argument for rules that the tests refuse.
  explicit Comparison(const ComparisonRules& rules);

  // Adds the next pair, in the order of pair numbers, so that the decision does not depend on
  // which match ended first. Precondition: state() is open.
  void add(const PairResult& pair);

  [[nodiscard]] State state() const noexcept { return state_; }
  [[nodiscard]] const ComparisonRules& rules() const noexcept { return rules_; }

  [[nodiscard]] std::uint64_t count() const noexcept { return points_.count(); }
  // Pairs with exactly the same moves as an earlier one. The tests assume that pairs are
  // independent; the more repetitions, the weaker the evidence.
  [[nodiscard]] std::uint64_t repeated() const noexcept { return repeated_; }
  // Pairs whose difference was cut at a limit for the test on points.
  [[nodiscard]] std::uint64_t cut() const noexcept { return cut_; }
  [[nodiscard]] const FaultCounts& faults(Part part) const noexcept { return faults_[index(part)]; }
  // Matches in which this bot failed.
  [[nodiscard]] std::uint64_t failed(Part part) const noexcept;
  static constexpr std::size_t most_listed_faults = 100;
  [[nodiscard]] const std::vector<PairFault>& first_faults() const noexcept { return listed_; }

  // Counts of wins and losses; meaningless in a cooperative game.
  [[nodiscard]] const statistics::PairCounts& pairs() const noexcept { return pairs_; }
  [[nodiscard]] const statistics::SprtState& sprt() const noexcept { return sprt_; }
  // Differences in points (never cut), and the mean scores of both bots.
  [[nodiscard]] const statistics::PairedPoints& points() const noexcept { return points_; }
  [[nodiscard]] double mean_new() const noexcept { return mean_new_; }
  [[nodiscard]] double mean_base() const noexcept { return mean_new_ - points_.mean(); }
  // The evidence of the test on points; absent if wins decide.
  [[nodiscard]] std::optional<statistics::PointTest::Evidence> point_evidence() const noexcept;

 private:
  [[nodiscard]] statistics::Decision test(const PairResult& pair);
  void note(const PairResult& pair);

  ComparisonRules rules_;
  State state_ = State::open;
  statistics::PairCounts pairs_;
  statistics::SprtState sprt_;
  statistics::PairedPoints points_;
  std::optional<statistics::PointTest> point_test_;
  double mean_new_ = 0;
  std::array<FaultCounts, 3> faults_{};
  std::vector<PairFault> listed_;
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t repeated_ = 0;
  std::uint64_t others_failed_ = 0;  // pairs in which another bot than the new one failed
  std::uint64_t cut_ = 0;
};

}  // namespace referee::evidence
