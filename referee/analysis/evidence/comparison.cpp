#include "referee/analysis/evidence/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>

#include "referee/base/statistics/elo.hpp"

namespace referee::evidence {
namespace {

using statistics::Decision;
using statistics::GameResult;

// Of round robins of three, and of four bots, in which each two meet twice: 0 and 1, 0 and 2, ...
constexpr std::uint64_t matches_of_cooperative_round = 6;
constexpr std::uint64_t matches_of_self_play_round = 12;
constexpr std::array<std::uint64_t, 2> self_play_matches{2, 8};  // 0 and 2, 1 and 3

Role role_of(const std::string& name) {
  const auto found = std::find(role_names.begin(), role_names.end(), name);
  if (found == role_names.end()) {
    throw std::invalid_argument(fmt::format("a comparison has no bot '{}'", name));
  }
  return static_cast<Role>(found - role_names.begin());
}

// Of a pair, 0..1.
double score_of(const std::array<GameResult, 2>& games) {
  return (static_cast<int>(games[0]) + static_cast<int>(games[1])) / 4.0;
}

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

bool is_field(const config::Event& event) noexcept {
  return event.format.kind == formats::FormatKind::gauntlet;
}

bool is_self_play(const config::Event& event) noexcept {
  return !is_field(event) && event.bots.size() == 2 + again_names.size() &&
         event.bots[2].name == again_names[0];
}

std::size_t opponents_of(const config::Event& event) noexcept {
  if (is_self_play(event)) return 0;
  return event.bots.size() > 2 ? event.bots.size() - 2 : 0;
}

namespace {

constexpr std::size_t seat_orders = 2;

// The partner is the base bot itself: both seat orders of these two are then the same game.
bool base_is_partner(const config::Event& event) {
  if (opponents_of(event) != 1 || is_field(event)) return false;
  config::BotEntry partner = event.bots[2];
  partner.name = event.bots[1].name;
  return partner == event.bots[1];
}

std::size_t matches_in_pair(const config::Event& event) {
  if (is_self_play(event)) return self_play_matches.size();
  return seat_orders * std::max<std::size_t>(1, 2 * opponents_of(event)) -
         (base_is_partner(event) ? 1 : 0);
}

// The per cent that a game's first seat has won.
double percent_of(GameResult result) { return 50.0 * static_cast<int>(result); }

// A pair of new against base.
void add_duel(PairResult& result, const store::MatchSummary& match) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const auto& own = match.seats[seat];
    const Role role = role_of(match.bots[seat]);
    if (own.fault) result.faults.push_back({match.match, role, *own.fault});
    (role == Role::new_bot ? result.new_points : result.base_points) +=
        static_cast<double>(own.score) / seat_orders;
    if (role != Role::new_bot) continue;
    const GameResult first = first_seat_result(match);
    const std::size_t game = result.hashes.size() - 1;
    result.games.at(game) = seat == 0 ? first : statistics::swapped(first);
  }
}

// A match of new or base with itself.
void add_self_play(PairResult& result, const store::MatchSummary& match) {
  const Role role = role_of(match.bots[0]);
  const auto which = static_cast<std::size_t>(role);
  if (which >= again_names.size() || match.bots[1] != again_names.at(which)) {
    throw std::invalid_argument("a match of a comparison is not one of a bot with itself");
  }
  const auto& [one, two] = match.seats;
  (role == Role::new_bot ? result.new_points : result.base_points) += one.score;
  // One bot has failed in one match, in whichever seat.
  if (const auto fault = one.fault ? one.fault : two.fault) {
    result.faults.push_back({match.match, role, *fault});
  }
}

// A match of new or base with one of the others.
void add_meeting(PairResult& result, const config::Event& event, const store::MatchSummary& match,
                 Yardstick by) {
  const double base_games = base_is_partner(event) ? 1 : seat_orders;
  const bool first = match.bots[0] == role_names[0] || match.bots[0] == role_names[1];
  const std::size_t seat = first ? 0 : 1;
  const Role role = role_of(match.bots[seat]);
  const auto found =
      std::find_if(event.bots.begin() + 2, event.bots.end(),
                   [&](const config::BotEntry& bot) { return bot.name == match.bots[1 - seat]; });
  if (role == Role::partner || found == event.bots.end()) {
    throw std::invalid_argument("a match of a comparison is not one of its bots with another");
  }
  const GameResult won = first_seat_result(match);
  const double score = by == Yardstick::points ? match.seats[seat].score
                                               : percent_of(first ? won : statistics::swapped(won));
  Scores& scores = result.against.at(static_cast<std::size_t>(found - event.bots.begin() - 2));
  if (role == Role::new_bot) {
    scores.new_bot += score / seat_orders;
  } else {
    scores.base_bot += score / base_games;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (const auto& fault = match.seats[i].fault) {
      result.faults.push_back({match.match, i == seat ? role : Role::partner, *fault});
    }
  }
}

}  // namespace

PairResult pair_result(const config::Event& event, std::span<const store::MatchSummary> matches,
                       Yardstick by) {
  if (matches.size() != matches_in_pair(event)) {
    throw std::invalid_argument(
        fmt::format("a pair of this comparison has {} matches", matches_in_pair(event)));
  }
  const std::size_t others = opponents_of(event);
  PairResult result;
  result.against.resize(others);
  const bool self_play = is_self_play(event);
  result.games_of_new = self_play ? 1 : seat_orders * std::max<std::size_t>(1, others);
  for (const store::MatchSummary& match : matches) {
    result.hashes.push_back(store::game_hash(match));
    if (self_play) {
      add_self_play(result, match);
    } else if (others == 0) {
      add_duel(result, match);
    } else {
      add_meeting(result, event, match, by);
    }
  }
  for (const Scores& scores : result.against) {
    result.new_points += scores.new_bot / static_cast<double>(others);
    result.base_points += scores.base_bot / static_cast<double>(others);
  }
  if (!is_field(event)) result.against.clear();
  return result;
}

std::vector<std::uint64_t> matches_of_pair(const config::Event& event, std::uint64_t pair) {
  if (is_self_play(event)) {
    std::vector<std::uint64_t> matches(self_play_matches.begin(), self_play_matches.end());
    for (std::uint64_t& match : matches) match += matches_of_self_play_round * pair;
    return matches;
  }
  const std::uint64_t count = matches_in_pair(event);
  // A round of a round robin of three has six matches, of which the first two are new against base.
  const bool cooperative = opponents_of(event) > 0 && !is_field(event);
  const std::uint64_t begin = cooperative ? matches_of_cooperative_round * pair + 2 : count * pair;
  std::vector<std::uint64_t> matches(count);
  std::iota(matches.begin(), matches.end(), begin);
  return matches;
}

std::uint64_t pair_of_match(const config::Event& event, std::uint64_t match) {
  if (is_self_play(event)) return match / matches_of_self_play_round;
  const bool cooperative = opponents_of(event) > 0 && !is_field(event);
  return match / (cooperative ? matches_of_cooperative_round : matches_in_pair(event));
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

Comparison::Comparison(const ComparisonRules& rules) : rules_(rules), test_(rules) {
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
  note(pair);
  const auto all = static_cast<double>(played_);
  score_of_all_ += (score_of(pair.games) - score_of_all_) / all;
  mean_of_all_ += (pair.new_points - pair.base_points - mean_of_all_) / all;
  const bool is_new = this->is_new(pair);
  // Until something repeats both tests are one.
  if (!is_new && !all_test_) all_test_ = test_;
  if (all_test_) all_test_->add(pair);
  if (is_new) {
    repeated_in_a_row_ = 0;
    count(pair);
    course_.add({pairs_, points_, sprt_.llr, point_evidence()});
  } else {
    ++repeated_in_a_row_;
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
  if (repeated_in_a_row_ + 1 >= same_pairs && count() == 1) return State::always_the_same;
  if (repeated_in_a_row_ >= same_pairs && repeated_in_a_row_ >= 2 * count()) {
    return State::only_repetitions;
  }
  // While nothing was measured, or one game was repeated, nothing is decided.
  const bool may_decide = !rules_.measure_only && !others_failed && (count() > 1 || last);
  if (may_decide) {
    const State decided = state_decided(test_.decision());
    if (decided != State::open) return decided;
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
  if (test_.wins()) {
    statistics::SprtState state = sprt_;
    state.decision = decision();
    return statistics::stopped_strength(pairs_, state, rules_.elo, rules_.model,
                                        {rules_.risks, stopped_far()});
  }
  const statistics::Strength plain = statistics::strength(pairs_);
  return {plain.elo, plain.normalized_elo, plain.superiority, {}, {}};
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
