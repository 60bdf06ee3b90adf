// Evaluates the pairs of a comparison (is the new bot better than the base bot?) and decides when
// there are enough. Knows nothing of processes and threads.
//
// A pair is one deal in both seat orders. In an adversarial game it is two matches, new
// against base. In a cooperative game, where two bots cannot beat each other, it is four:
// new and base, each in both seats with the same partner; or two: new with itself, and base with
// itself.
//
// Against a field a pair is one deal with every opponent: new and base, each in both seats with
// each of them. What is compared are their mean scores.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/base/statistics/elo.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/paired_points.hpp"
#include "referee/base/statistics/point_test.hpp"
#include "referee/base/statistics/sprt.hpp"
#include "referee/base/statistics/stopped.hpp"
#include "referee/base/statistics/win_test.hpp"
#include "referee/run/store/store.hpp"
#include "rules/game_info.hpp"

namespace referee::evidence {

// The unit of comparison: wins, draws and losses, or points.
enum class Yardstick : std::uint8_t { wins, points };

// The largest number of pairs in a comparison, which is the number of rounds in its manifest.
inline constexpr std::uint64_t most_compared_pairs = 1'000'000;

// When a comparison ends.
struct ComparisonRules {
  Yardstick by = Yardstick::wins;
  bool per_cent = false;       // points are those of relative scores, see store::worths_of()
  statistics::Hypotheses elo;  // for wins: units of the model
  statistics::Model model = statistics::Model::normalized;
  bool far_stop = true;  // for wins: see statistics/win_test.hpp
  // Hypotheses on points. Larger differences than the limits are cut: then only the answer that
  // they favour is accepted.
  statistics::PointHypotheses points;
  // Against a field. By wins the points of a pair are then the percentage of the games that a bot
  // has won, a draw being half, and `points` has the hypotheses and the limits -100 and 100.
  bool field = false;
  statistics::Risks risks;
  std::uint64_t most_pairs = 20'000;  // played ones
  // By wins, of two bots: measure Elo to plus or minus this, whatever the test says.
  std::optional<double> until;

  // Whether the test is on differences of points, or of per cent, and not on pairs won.
  [[nodiscard]] bool by_differences() const noexcept { return field || by == Yardstick::points; }
  // The hypotheses, in the unit of the test.
  [[nodiscard]] double h0() const noexcept { return by_differences() ? points.delta0 : elo.elo0; }
  [[nodiscard]] double h1() const noexcept { return by_differences() ? points.delta1 : elo.elo1; }
  [[nodiscard]] statistics::WinQuestion win_question() const {
    return {elo, risks, model, far_stop};
  }
};

// The roles of bots in a comparison.
enum class Role : std::uint8_t {
  new_bot = 0,
  base_bot = 1,
  partner = 2,  // or an opponent in a field
};
constexpr std::size_t index(Role role) noexcept { return static_cast<std::size_t>(role); }
inline constexpr std::array<std::string_view, 3> role_names{"new", "base", "partner"};

// A fault of a bot in a comparison.
struct PairFault {
  std::uint64_t match = 0;
  Role role{};
  bot::FaultKind kind{};

  friend bool operator==(const PairFault&, const PairFault&) = default;
};
// The number of faults of each kind.
using FaultCounts = std::array<std::uint64_t, bot::fault_names.size()>;

// Mean scores of one pair with one of its opponents.
struct Scores {
  double new_bot = 0;
  double base_bot = 0;

  [[nodiscard]] double difference() const noexcept { return new_bot - base_bot; }
};

// The result of one pair.
struct PairResult {
  // Adversarial: the new bot's two games.
  std::array<statistics::GameResult, 2> games{};
  double new_points = 0;  // mean scores over the seat orders, and opponents
  double base_points = 0;
  std::vector<Scores> against;  // each opponent of a field, in the order of the event
  std::size_t games_of_new = 2;
  std::vector<std::uint64_t> hashes;  // of its games, see store::game_hash()
  // Both bots played the same moves, without a fault: each game of one is a game of the other.
  bool alike = false;
  // Drawn anew, by {seed} or an opening: a game that comes again is then a result like any other.
  bool drawn = false;
  std::vector<PairFault> faults;
};

// The result of a match for its first seat. A bot that failed has lost and the other one has won,
// whatever the board says; if both failed, it is a draw.
statistics::GameResult first_seat_result(const store::MatchSummary& match) noexcept;

// `matches`: those of a pair in any order, of bots that are named as in role_names, or as opponents
// in the event of a field. Throws std::invalid_argument if they are not a pair.
PairResult pair_result(const config::Event& event, std::span<const store::MatchSummary> matches,
                       Yardstick by);

// Whether a comparison is against a field. It is a gauntlet: the new bot and the base bot against
// all others.
bool is_field(const config::Event& event) noexcept;
// Whether each plays with itself: the event then has both bots twice, named as below.
bool is_self_play(const config::Event& event) noexcept;
inline constexpr std::array<std::string_view, 2> again_names{"new again", "base again"};
// Whether its two bots beat each other, in a game of two: then wins can be counted.
bool is_about_two(const config::Event& event) noexcept;
// Whether it is a game of more than two seats. Each pair is then a deal on which the new bot sits
// in each seat once, with copies of the base bot in all others.
bool is_table(const config::Event& event) noexcept;
// The worth of a difference of points: the game's, or, of more than two seats, in per cent of the
// opponents that are beaten.
rules::PointScale scale_of(const rules::GameInfo& game) noexcept;
// The number of bots that both play against, or with.
std::size_t opponents_of(const config::Event& event) noexcept;

// The numbers of the matches of pair `pair` (from 0), ascending: two, in a cooperative game four,
// or three where the partner is the base bot itself (both seats of these two are one game), or two
// where each plays with itself (likewise), against a field four for each opponent; and the pair to
// which a match belongs.
std::vector<std::uint64_t> matches_of_pair(const config::Event& event, std::uint64_t pair);
std::uint64_t pair_of_match(const config::Event& event, std::uint64_t match);

// The result of a comparison, in the words of its question: with a negative H0, H1 says that the
// new bot is not weaker, and without a positive H1, H0 says that it is weaker.
enum class Conclusion : std::uint8_t { better, not_weaker, not_better, weaker, undecided };
// The name in JSON: "better", "not_weaker", ...
std::string_view name(Conclusion conclusion) noexcept;

// The test that the rules ask for, on a stream of pairs.
class PairTest {
 public:
  // Throws std::invalid_argument for rules that the tests refuse.
  explicit PairTest(const ComparisonRules& rules);

  void add(const PairResult& pair);

  [[nodiscard]] statistics::Decision decision() const noexcept;
  [[nodiscard]] const std::optional<statistics::WinTest>& wins() const noexcept { return wins_; }
  [[nodiscard]] const std::optional<statistics::CutPointTest>& points() const noexcept {
    return points_;
  }

 private:
  std::optional<statistics::WinTest> wins_;
  std::optional<statistics::CutPointTest> points_;
};

// The state of a comparison after one of its pairs, for charts of its course.
struct CoursePoint {
  statistics::PairCounts pairs;                             // meaningless in a cooperative game
  statistics::PairedPoints points;                          // its count is the number of pairs
  double llr = 0;                                           // of the test on wins
  std::optional<statistics::PointTest::Evidence> evidence;  // of the test on points
};

// Evenly spread points of a comparison of any length: every pair of a short one; of a longer one
// every second, fourth, ... pair, and always the last.
class Course {
 public:
  // The most points that are kept; at least half of that once there were as many pairs.
  static constexpr std::size_t most_points = 1000;

  // Adds the next pair.
  void add(const CoursePoint& point);
  // The points in their order.
  [[nodiscard]] std::vector<CoursePoint> points() const;

 private:
  std::vector<CoursePoint> kept_;  // after pairs step_, 2 * step_, ...
  std::uint64_t step_ = 1;
  std::uint64_t count_ = 0;
  CoursePoint last_;
};

// Pairs that are drawn anew, by {seed} or an opening, all count. Otherwise only distinct evidence
// does: a pair of which every game has been played before in this comparison, move by move, counts
// neither in the test nor in a figure. But repeated games may be a bot's best or worst, so a second
// test takes all pairs, and an answer is accepted only where both agree.
class Comparison {
 public:
  enum class State : std::uint8_t {
    open,        // more pairs are needed
    better,      // H1 accepted
    not_better,  // H0 accepted
    all_played,  // most_pairs were not enough
    // The first same_pairs pairs (same_draws if each is drawn anew) were all the same game: neither
    // bots nor deals are random, so further pairs would show nothing new.
    always_the_same,
    // Only repetitions came for same_pairs pairs and for twice as many as there are distinct ones.
    only_repetitions,
    // The base bot or the partner failed in each of the first same_pairs pairs (or in all, if
    // fewer are allowed). Every bot looks strong against one that does not play, so these pairs
    // measure nothing. Nothing is decided until both have played through one pair.
    others_always_failed,
    // The new bot, and nobody else, failed in each of its games of the first same_pairs pairs, or
    // of all of them when one of the three states before would have been reached: H0.
    new_always_failed,
    // The distinct pairs give one answer and all pairs together the other one.
    repeats_disagree,
    // By points: the test accepted an answer that the cut differences speak against, or differences
    // were cut on both sides. A larger limit is needed.
    limit_too_small,
    // Both bots played the same moves in each of the first pairs_alike() pairs. If the question is
    // whether the new bot is not weaker, that is H1.
    play_alike,
    measured,  // as narrowly as the rules ask for
  };
  static constexpr std::uint64_t same_pairs = 10;
  static constexpr std::uint64_t same_draws = 30;
  // How many are enough: 20, or, where H0 says that the new bot is weaker, as many as it would get
  // with the chance alpha if it lost so many deals, each as high as can be, that H0 were true.
  static constexpr std::uint64_t least_alike = 20;
  static std::uint64_t pairs_alike(const ComparisonRules& rules);
  // The share of deals in which they play otherwise that those played alike exclude, with the
  // confidence 1 - alpha.
  [[nodiscard]] double excluded_share() const;
  // Before that many, no interval is trusted to be as narrow as it looks.
  static constexpr std::uint64_t least_measured = 20;

  // Throws std::invalid_argument for rules that the tests refuse.
  explicit Comparison(const ComparisonRules& rules);

  // Adds the next pair, in the order of pair numbers, so that the decision does not depend on
  // which match ended first. Precondition: state() is open.
  void add(const PairResult& pair);
  // Passes the next pair over instead, because it could not be played. It is in no figure.
  void pass_over();

  [[nodiscard]] State state() const noexcept { return state_; }
  // The decision by the state; a new bot that always failed is H0, one that plays like the base bot
  // is H1 where H0 says that it is weaker.
  [[nodiscard]] statistics::Decision decision() const noexcept;
  [[nodiscard]] Conclusion conclusion() const noexcept;
  [[nodiscard]] const ComparisonRules& rules() const noexcept { return rules_; }
  // The question that the folder's games were played for, in words, if it is not that of the rules;
  // see other_question(). The error rates are those of a question chosen before the games were
  // seen.
  void set_first_question(std::optional<std::string> question) {
    first_question_ = std::move(question);
  }
  [[nodiscard]] const std::optional<std::string>& first_question() const noexcept {
    return first_question_;
  }

  // The number of the next pair, from 0.
  [[nodiscard]] std::uint64_t next() const noexcept { return played_ + missing_; }
  // Pairs that were passed over.
  [[nodiscard]] std::uint64_t missing() const noexcept { return missing_; }
  // The conclusions if the new bot had lost, or won, all of these pairs, in the test on points as
  // clearly as its limits allow. Nothing if none is missing.
  [[nodiscard]] std::optional<std::array<Conclusion, 2>> conclusions_with_missing() const;

  // The number of all pairs, and of those that count.
  [[nodiscard]] std::uint64_t played() const noexcept { return played_; }
  [[nodiscard]] std::uint64_t count() const noexcept { return points_.count(); }
  // Pairs that do not count, because each of their games repeats an earlier one.
  [[nodiscard]] std::uint64_t repeated() const noexcept { return played_ - count(); }
  // Pairs in which both bots played the same moves.
  [[nodiscard]] std::uint64_t alike() const noexcept { return alike_; }
  // The number of different games.
  [[nodiscard]] std::uint64_t games() const noexcept { return seen_.size(); }
  // Whether the pairs are drawn anew and some games came again.
  [[nodiscard]] bool draws_repeat() const noexcept { return drawn_ && distinct_ < played_; }
  // Pairs that count whose difference was cut at a limit for the test on points.
  [[nodiscard]] std::uint64_t cut() const noexcept {
    return test_.points() ? test_.points()->cut() : 0;
  }
  // The largest difference in points of these pairs, without its sign.
  [[nodiscard]] double largest_difference() const noexcept;
  [[nodiscard]] const FaultCounts& faults(Role role) const noexcept { return faults_[index(role)]; }
  // Matches in which this bot failed.
  [[nodiscard]] std::uint64_t failed(Role role) const noexcept;
  static constexpr std::size_t most_listed_faults = 100;
  [[nodiscard]] const std::vector<PairFault>& first_faults() const noexcept { return listed_; }

  // Counts of wins and losses; meaningless in a cooperative game.
  [[nodiscard]] const statistics::PairCounts& pairs() const noexcept { return pairs_; }
  // The ratio test on wins; meaningless by points.
  [[nodiscard]] const statistics::SprtState& sprt() const noexcept { return sprt_; }
  // The test on the pairs that count.
  [[nodiscard]] const PairTest& test() const noexcept { return test_; }
  // Whether the far stop has decided.
  [[nodiscard]] bool stopped_far() const noexcept {
    return test_.wins() && test_.wins()->stopped_far();
  }
  // The risk of the answer, or of the far stop alone where that has given it.
  [[nodiscard]] double risk(bool h1) const noexcept;
  // The decision if the pairs in which a bot failed had not been played.
  [[nodiscard]] statistics::Decision decision_without_faults() const noexcept {
    return sound_test_.decision();
  }
  // How likely the new bot is the stronger one, 0..1, by wins or by what the test is on. By
  // differences as for a fixed number of pairs. Absent where pairs do not differ.
  [[nodiscard]] std::optional<double> superiority() const;
  // The number of games of each of the two bots.
  [[nodiscard]] std::uint64_t games_of_each() const noexcept { return games_of_each_; }
  // Elo, normalised Elo and the likelihood of superiority of these counts after a test that stopped
  // where it did. By points the naive ones: that test does not follow wins. With `until` they are
  // the usual ones, except that Elo has the interval that holds at any time while pairs are played.
  [[nodiscard]] statistics::StoppedStrength strength() const;
  // Differences in points (never cut), and the mean scores of both bots.
  [[nodiscard]] const statistics::PairedPoints& points() const noexcept { return points_; }
  [[nodiscard]] double mean_new() const noexcept { return mean_new_; }
  [[nodiscard]] double mean_base() const noexcept { return mean_new_ - points_.mean(); }
  // The mean difference with the bounds of the test, see statistics::point_bounds(). If some
  // differences were cut, these are the bounds of the differences as the test counts them. Without
  // a test on points the interval is that of a fixed number of pairs.
  [[nodiscard]] statistics::Estimate mean_difference() const;
  // The evidence of the test on points; absent if wins decide.
  [[nodiscard]] std::optional<statistics::PointTest::Evidence> point_evidence() const noexcept;
  // The limit of the test on points; absent if wins decide.
  [[nodiscard]] std::optional<double> limit() const noexcept;
  // All pairs, repetitions too: their mean score of the new bot, 0..1, and their mean difference.
  [[nodiscard]] double score_of_all() const noexcept { return score_of_all_; }
  [[nodiscard]] double mean_of_all() const noexcept { return mean_of_all_; }
  // The results against an opponent of the field, over the pairs that count: the differences, and
  // the mean scores of both. Their interval is that of a fixed number of pairs.
  struct Against {
    statistics::PairedPoints differences;
    Scores mean;
  };
  // The opponents in the order of the event's bots; empty unless the comparison is against a field.
  [[nodiscard]] const std::vector<Against>& against() const noexcept { return against_; }
  // The state after earlier pairs.
  [[nodiscard]] const Course& course() const noexcept { return course_; }

 private:
  void count(const PairResult& pair);
  void note(const PairResult& pair);
  [[nodiscard]] bool is_new(const PairResult& pair);
  [[nodiscard]] State state_now() const;
  [[nodiscard]] State state_decided(statistics::Decision decision) const;

  ComparisonRules rules_;
  std::optional<std::string> first_question_;
  State state_ = State::open;
  statistics::PairCounts pairs_;
  statistics::SprtState sprt_;
  statistics::PairedPoints points_;
  PairTest test_;                     // of the pairs that count
  std::optional<PairTest> all_test_;  // of all pairs, once one has repeated others
  PairTest sound_test_;               // of the pairs that count and have no fault
  double mean_new_ = 0;
  double score_of_all_ = 0;
  double mean_of_all_ = 0;
  std::array<FaultCounts, 3> faults_{};
  std::vector<Against> against_;
  std::vector<PairFault> listed_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of games
  std::uint64_t played_ = 0;
  std::uint64_t games_of_each_ = 0;
  std::uint64_t missing_ = 0;
  // The same comparison with the missing pairs lost, and won; empty if none is missing.
  std::vector<Comparison> with_missing_;
  std::uint64_t distinct_ = 0;  // pairs with a game that was not played before
  std::uint64_t repeated_in_a_row_ = 0;
  std::uint64_t alike_ = 0;
  bool drawn_ = false;
  // Pairs in which another bot than the new one failed; against a field, the base bot or all
  // opponents in each of their games.
  std::uint64_t others_failed_ = 0;
  std::uint64_t new_failed_ = 0;  // pairs in which the new bot failed in each of its games
  Course course_;
};

// Adds the next pair, if all of its matches are among `results`, by their numbers. Returns whether
// they are.
bool add_pair(Comparison& comparison, const config::Event& event,
              const std::unordered_map<std::uint64_t, store::MatchSummary>& results);

}  // namespace referee::evidence
