// The matches of a pair, and what they say.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/statistics/game_counts.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/store/answer.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::evidence {

namespace {

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

}  // namespace

GameResult first_seat_result(const store::MatchSummary& match) noexcept {
  return formats::first_seat_result(store::figures_of(match));
}

bool is_field(const config::Event& event) noexcept {
  return event.format.kind == formats::FormatKind::gauntlet;
}

bool is_self_play(const config::Event& event) noexcept {
  return !is_field(event) && event.bots.size() == 2 + again_names.size() &&
         event.bots[2].name == again_names[0];
}

bool is_about_two(const config::Event& event) noexcept {
  return event.game->has_winner() && event.game->seats() == rules::usual_seats;
}

bool is_table(const config::Event& event) noexcept {
  return event.game->seats() > rules::usual_seats;
}

// The new bot beats a share of its opponents, and they beat the share that is left of all: of n
// seats these are apart by n / (n - 1) times its distance from a half.
rules::PointScale scale_of(const rules::GameInfo& game) noexcept {
  if (game.seats() <= rules::usual_seats) return game.point_scale;
  constexpr double usual_gain = 3;
  const auto seats = static_cast<double>(game.seats());
  return {50 * seats / (seats - 1), true, usual_gain, true};
}

std::size_t opponents_of(const config::Event& event) noexcept {
  if (is_self_play(event) || is_table(event)) return 0;
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
  if (is_table(event)) return event.game->seats();
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

// A game of the new bot with copies of the base bot.
void add_table(PairResult& result, const store::MatchSummary& match) {
  const auto others = static_cast<double>(match.seats.size()) - 1;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const bool is_new = match.bots[seat] == role_names[index(Role::new_bot)];
    const Role role = is_new ? Role::new_bot : Role::base_bot;
    if (const auto& fault = match.seats[seat].fault) {
      result.faults.push_back({match.match, role, *fault});
    }
    const double share = store::share_beaten(store::beaten_by(match, seat), match.seats.size() - 1);
    const double beaten = 100 * share / (others + 1);
    (is_new ? result.new_points : result.base_points) += is_new ? beaten : beaten / others;
  }
}

// The two answers to a deal.
void add_answers(PairResult& result, const config::Event& event,
                 std::span<const store::MatchSummary> matches) {
  std::array<store::Answer, 2> answers;
  for (const store::MatchSummary& match : matches) {
    const Role role = role_of(match.bots[0]);
    answers.at(index(role)) = store::answer_of(match);
    if (const auto& fault = match.seats[0].fault)
      result.faults.push_back({match.match, role, *fault});
  }
  const store::Worths worths = store::worths_of(*event.game, answers[0], answers[1]);
  result.new_points = worths.one;
  result.base_points = worths.other;
}

// A match of new or base with itself.
void add_self_play(PairResult& result, const store::MatchSummary& match) {
  const Role role = role_of(match.bots[0]);
  const auto which = static_cast<std::size_t>(role);
  if (which >= again_names.size() || match.bots[1] != again_names.at(which)) {
    throw std::invalid_argument("a match of a comparison is not one of a bot with itself");
  }
  const store::SeatSummary& one = match.seats[0];
  const store::SeatSummary& two = match.seats[1];
  (role == Role::new_bot ? result.new_points : result.base_points) +=
      static_cast<double>(one.score);
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
  const double score = by == Yardstick::points ? static_cast<double>(match.seats[seat].score)
                                               : percent_of(first ? won : statistics::swapped(won));
  Scores& scores = result.against.at(static_cast<std::size_t>(found - event.bots.begin() - 2));
  if (role == Role::new_bot) {
    scores.new_bot += score / seat_orders;
  } else {
    scores.base_bot += score / base_games;
  }
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    if (const auto& fault = match.seats[i].fault) {
      result.faults.push_back({match.match, i == seat ? role : Role::partner, *fault});
    }
  }
}

// Whether each pair begins with an opening, or bots take a number, that chance has chosen for it.
bool is_drawn(const config::Event& event) {
  return !event.beginning.openings.none() ||
         std::any_of(event.bots.begin(), event.bots.end(), [](const config::BotEntry& bot) {
           return bot.command.find(config::seed_mark) != std::string::npos;
         });
}

// Whether the games of the new bot are those of the base bot, move by move. Where the two play each
// other both games have both, and so each is the other one.
bool plays_alike(std::span<const store::MatchSummary> matches) {
  std::array<std::set<std::uint64_t>, 2> games;
  for (const store::MatchSummary& match : matches) {
    if (match.moves == 0 || store::has_fault(match)) return false;
    const auto plays = [&](Role role) {
      return std::find(match.bots.begin(), match.bots.end(), role_names[index(role)]) !=
             match.bots.end();
    };
    const bool both = plays(Role::new_bot) && plays(Role::base_bot);
    const Role of = both                   ? role_of(match.bots[0])
                    : plays(Role::new_bot) ? Role::new_bot
                                           : Role::base_bot;
    games.at(index(of)).insert(match.moves);
  }
  return games[0] == games[1];
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
  result.drawn = is_drawn(event);
  result.alike = !is_table(event) && plays_alike(matches);
  result.against.resize(others);
  const bool self_play = is_self_play(event);
  const bool alone = event.game->seats() == 1;
  result.games_of_new = self_play || alone ? 1
                        : is_table(event)  ? matches.size()
                                           : seat_orders * std::max<std::size_t>(1, others);
  if (alone) add_answers(result, event, matches);
  for (const store::MatchSummary& match : matches) {
    result.hashes.push_back(store::game_hash(match));
    if (alone) continue;
    if (is_table(event)) {
      add_table(result, match);
      continue;
    }
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

}  // namespace referee::evidence
