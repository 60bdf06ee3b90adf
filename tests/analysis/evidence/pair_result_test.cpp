// What the matches of a pair come to, and which matches those are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/run/config/schedule.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

using bot::FaultKind;
using statistics::GameResult;
using Seat = store::SeatSummary;
using State = Comparison::State;

Seat seat(int score, std::string_view status) {
  Seat seat;
  seat.score = score;
  seat.status = rules::status_named(status).value();
  return seat;
}

Seat failed() {
  Seat seat;
  seat.status = match::Status::timeout;
  seat.fault = FaultKind::timeout;
  return seat;
}

store::MatchSummary match(std::string first, std::string second, Seat one, Seat two,
                          std::uint64_t moves = 1) {
  store::MatchSummary match;
  match.bots = {std::move(first), std::move(second)};
  match.seats = {std::move(one), std::move(two)};
  match.moves = moves;
  return match;
}

config::Event duel() { return test::event("box", {"new", "base"}, 10); }

// With a partner of its own, and with the base bot as the partner.
config::Event together() { return test::event("6561", {"new", "base", "partner"}, 10); }
config::Event with_base() {
  config::Event event = together();
  event.bots[2].command = event.bots[1].command;
  return event;
}

// Each with itself.
config::Event alone() {
  return test::event("6561", {"new", "base", "new again", "base again"}, 10);
}

// Against two opponents.
config::Event field(const std::string& game = "box") {
  config::Event event = test::event(game, {"new", "base", "ann", "bob"}, 10);
  event.format.kind = formats::FormatKind::gauntlet;
  event.format.challengers = 2;
  return event;
}

TEST(PairResult, IsSeenFromTheNewBotInBothSeats) {
  const std::vector<store::MatchSummary> matches{
      match("new", "base", seat(210, "WIN"), seat(90, "LOSE")),
      match("base", "new", seat(205, "WIN"), seat(95, "LOSE"))};
  const PairResult result = pair_result(duel(), matches, Yardstick::wins);
  EXPECT_EQ(result.games, (std::array{GameResult::win, GameResult::loss}));
  EXPECT_EQ(result.new_points, (210 + 95) / 2.0);
  EXPECT_EQ(result.base_points, (90 + 205) / 2.0);
  EXPECT_TRUE(result.faults.empty());
}

TEST(PairResult, AFaultIsALossWhateverTheBoardSays) {
  // The other bot has won although the board says that it lost.
  const auto result = pair_result(duel(),
                                  std::vector{match("new", "base", failed(), seat(84, "LOSE")),
                                              match("base", "new", failed(), failed())},
                                  Yardstick::wins);
  EXPECT_EQ(result.games, (std::array{GameResult::loss, GameResult::draw}));
  EXPECT_EQ(result.new_points, 0);
  EXPECT_EQ(result.base_points, 42);
  ASSERT_EQ(result.faults.size(), 3U);
  EXPECT_EQ(result.faults[0], (PairFault{0, Role::new_bot, FaultKind::timeout}));
}

TEST(PairResult, InACooperativeGameBothPlayWithThePartner) {
  const std::vector<store::MatchSummary> matches{
      match("new", "partner", seat(500, "DRAW"), seat(500, "DRAW")),
      match("partner", "new", seat(300, "DRAW"), seat(300, "DRAW")),
      match("base", "partner", seat(100, "DRAW"), failed()),
      match("partner", "base", seat(200, "DRAW"), failed())};
  const PairResult result = pair_result(together(), matches, Yardstick::points);
  EXPECT_EQ(result.new_points, 400);
  EXPECT_EQ(result.base_points, 50);  // a fault of its partner costs it nothing, its own does
  EXPECT_EQ(result.faults.size(), 2U);
  EXPECT_EQ(result.faults[0].role, Role::partner);
  EXPECT_EQ(result.faults[1].role, Role::base_bot);
}

// The base bot with itself in both seats is one game; that is played once.
TEST(PairResult, ABaseThatIsItsOwnPartnerPlaysOnce) {
  const config::Event event = with_base();
  ASSERT_EQ(matches_of_pair(event, 2), (std::vector<std::uint64_t>{14, 15, 16}));
  ASSERT_EQ(matches_of_pair(together(), 2), (std::vector<std::uint64_t>{14, 15, 16, 17}));
  EXPECT_EQ(pair_of_match(event, 16), 2U);
  const auto result =
      pair_result(event,
                  std::vector{match("new", "partner", seat(500, "DRAW"), seat(500, "DRAW")),
                              match("partner", "new", seat(300, "DRAW"), seat(300, "DRAW")),
                              match("base", "partner", seat(100, "DRAW"), seat(100, "DRAW"))},
                  Yardstick::points);
  EXPECT_EQ(result.new_points, 400);
  EXPECT_EQ(result.base_points, 100);
}

TEST(PairResult, WithItselfEachPlaysOneGame) {
  const config::Event event = alone();
  EXPECT_TRUE(is_self_play(event));
  EXPECT_FALSE(is_self_play(together()));
  EXPECT_FALSE(is_self_play(field()));
  ASSERT_EQ(matches_of_pair(event, 2), (std::vector<std::uint64_t>{26, 32}));
  EXPECT_EQ(pair_of_match(event, 26), 2U);
  EXPECT_EQ(pair_of_match(event, 32), 2U);
  const auto result =
      pair_result(event,
                  std::vector{match("new", "new again", seat(500, "DRAW"), seat(500, "DRAW")),
                              match("base", "base again", failed(), failed())},
                  Yardstick::points);
  EXPECT_EQ(result.new_points, 500);
  EXPECT_EQ(result.base_points, 0);
  EXPECT_EQ(result.games_of_new, 1U);
  EXPECT_EQ(result.hashes.size(), 2U);
  ASSERT_EQ(result.faults.size(), 1U) << "one match in which it failed";
  EXPECT_EQ(result.faults[0].role, Role::base_bot);
  EXPECT_THROW(pair_result(event,
                           std::vector{match("new", "new again", seat(5, "DRAW"), seat(5, "DRAW")),
                                       match("new", "base", seat(5, "DRAW"), seat(5, "DRAW"))},
                           Yardstick::points),
               std::invalid_argument);
}

// A new bot that fails with itself is rejected, and nothing is measured with a base bot that does.
TEST(Comparison, ABotThatFailsWithItself) {
  for (const Role role : {Role::new_bot, Role::base_bot}) {
    ComparisonRules rules;
    rules.by = Yardstick::points;
    rules.points = {0, 50, -2000, 2000};
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      const bool is_new = role == Role::new_bot;
      auto one = match("new", "new again", is_new ? failed() : seat(300, "DRAW"), seat(0, "DRAW"));
      auto two =
          match("base", "base again", seat(300, "DRAW"), is_new ? seat(0, "DRAW") : failed());
      one.moves = 2 * i + 1;
      two.moves = 2 * i + 2;
      comparison.add(pair_result(alone(), std::vector{one, two}, Yardstick::points));
    }
    EXPECT_EQ(comparison.state(),
              role == Role::new_bot ? State::new_always_failed : State::others_always_failed);
    EXPECT_EQ(comparison.failed(role), Comparison::same_pairs);
  }
}

// A deal with every opponent in both seats.
std::vector<store::MatchSummary> deal_of_field() {
  return {match("new", "ann", seat(200, "WIN"), seat(100, "LOSE")),
          match("ann", "new", seat(90, "LOSE"), seat(210, "WIN")),
          match("new", "bob", seat(80, "LOSE"), seat(220, "WIN")),
          match("bob", "new", failed(), seat(150, "DRAW")),
          match("base", "ann", seat(100, "LOSE"), seat(200, "WIN")),
          match("ann", "base", seat(150, "DRAW"), seat(150, "DRAW")),
          match("base", "bob", seat(220, "WIN"), seat(80, "LOSE")),
          match("bob", "base", seat(80, "LOSE"), seat(220, "WIN"))};
}

TEST(PairResult, AgainstAFieldIsTheMeanOverItsOpponents) {
  const PairResult percent = pair_result(field(), deal_of_field(), Yardstick::wins);
  ASSERT_EQ(percent.against.size(), 2U);
  EXPECT_EQ(percent.against[0].new_bot, 100);
  EXPECT_EQ(percent.against[0].base_bot, 25);
  EXPECT_EQ(percent.against[1].new_bot, 50);  // bob's fault is a win
  EXPECT_EQ(percent.against[1].base_bot, 100);
  EXPECT_EQ(percent.new_points, 75);
  EXPECT_EQ(percent.base_points, 62.5);
  EXPECT_EQ(percent.hashes.size(), 8U);
  ASSERT_EQ(percent.faults.size(), 1U);
  EXPECT_EQ(percent.faults[0].role, Role::partner);
  const PairResult points = pair_result(field(), deal_of_field(), Yardstick::points);
  EXPECT_EQ(points.against[0].difference(), 205 - 125);
  EXPECT_EQ(points.new_points, (205 + 115) / 2.0);
  EXPECT_THROW(pair_result(duel(), deal_of_field(), Yardstick::wins), std::invalid_argument);
}

TEST(PairResult, HasAHashOfEachGame) {
  auto one = match("new", "base", seat(1, "WIN"), seat(0, "LOSE"), 5);
  auto two = match("base", "new", seat(1, "WIN"), seat(0, "LOSE"), 6);
  const auto forth = pair_result(duel(), std::vector{one, two}, Yardstick::wins).hashes;
  ASSERT_EQ(forth.size(), 2U);
  EXPECT_NE(forth[0], forth[1]);
  two.moves = 5;  // the same moves by bots in the other order are another game
  EXPECT_NE(pair_result(duel(), std::vector{one, two}, Yardstick::wins).hashes[1], forth[0]);
  EXPECT_NE(pair_result(duel(), std::vector{one, two}, Yardstick::wins).hashes[1], forth[1]);
}

TEST(PairResult, KnowsBotsThatPlayAlike) {
  const auto alike = [](const config::Event& event, std::vector<store::MatchSummary> matches,
                        std::vector<std::uint64_t> moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) matches.at(i).moves = moves[i];
    return pair_result(event, matches, Yardstick::points).alike;
  };
  const std::vector two{match("new", "base", seat(1, "WIN"), seat(0, "LOSE")),
                        match("base", "new", seat(1, "WIN"), seat(0, "LOSE"))};
  EXPECT_TRUE(alike(duel(), two, {5, 5}));
  EXPECT_FALSE(alike(duel(), two, {5, 6}));
  EXPECT_FALSE(alike(duel(), two, {0, 0})) << "moves that are not known";
  for (const std::size_t game : {0U, 1U}) {
    for (const std::size_t bot : {0U, 1U}) {
      auto crashed = two;
      crashed[game].seats[bot] = failed();
      EXPECT_FALSE(alike(duel(), crashed, {5, 5})) << "game " << game << ", seat " << bot;
    }
  }
  const std::vector self{match("new", "new again", seat(5, "DRAW"), seat(5, "DRAW")),
                         match("base", "base again", seat(5, "DRAW"), seat(5, "DRAW"))};
  EXPECT_TRUE(alike(alone(), self, {5, 5}));
  EXPECT_FALSE(alike(alone(), self, {5, 6}));
  auto deal = deal_of_field();
  deal[3] = match("bob", "new", seat(80, "LOSE"), seat(220, "WIN"));
  EXPECT_TRUE(alike(field(), deal, {1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_FALSE(alike(field(), deal, {1, 2, 3, 4, 1, 2, 3, 5}));
}

TEST(PairResult, KnowsPairsThatAreDrawnAnew) {
  const std::vector two{match("new", "base", seat(1, "WIN"), seat(0, "LOSE")),
                        match("base", "new", seat(1, "WIN"), seat(0, "LOSE"))};
  config::Event event = duel();
  EXPECT_FALSE(pair_result(event, two, Yardstick::wins).drawn);
  event.beginning.openings.random_plies = 4;
  EXPECT_TRUE(pair_result(event, two, Yardstick::wins).drawn);
  event = duel();
  event.bots[1].command = "./old {seed}";
  EXPECT_TRUE(pair_result(event, two, Yardstick::wins).drawn);
}

TEST(PairResult, RefusesWhatIsNoPair) {
  const auto one = match("new", "base", seat(1, "WIN"), seat(0, "LOSE"));
  EXPECT_THROW(pair_result(duel(), std::vector{one}, Yardstick::wins), std::invalid_argument);
  EXPECT_THROW(pair_result(together(), std::vector{one, one}, Yardstick::points),
               std::invalid_argument);
  const auto stranger = match("new", "other", seat(1, "WIN"), seat(0, "LOSE"));
  EXPECT_THROW(pair_result(duel(), std::vector{stranger, stranger}, Yardstick::wins),
               std::invalid_argument);
}

TEST(CompareSetup, NumbersAreThoseOfTheSchedule) {
  const config::Manifest two = test::manifest({test::event("box", {"new", "base"}, 10)});
  const config::Manifest three =
      test::manifest({test::event("6561", {"new", "base", "partner"}, 10)});
  const std::array manifests{two, test::manifest({with_base()}), three, test::manifest({field()}),
                             test::manifest({alone()})};
  for (const config::Manifest& manifest : manifests) {
    const config::Schedule schedule(manifest);
    const config::Event& event = manifest.events[0];
    for (const std::uint64_t number : {0U, 7U}) {
      std::vector<rules::BySeat<std::size_t>> met;
      for (const auto match : matches_of_pair(event, number)) {
        const config::Pairing pairing = schedule.at(match);
        EXPECT_EQ(pairing.round, static_cast<int>(number) + 1);
        met.push_back(pairing.bots);
      }
      using Met = std::vector<rules::BySeat<std::size_t>>;
      Met expected{{0, 1}, {1, 0}};
      if (&manifest == &manifests[1]) expected = {{0, 2}, {2, 0}, {1, 2}};
      if (&manifest == &manifests[2]) expected = {{0, 2}, {2, 0}, {1, 2}, {2, 1}};
      if (&manifest == &manifests[3]) {
        expected = {{0, 2}, {2, 0}, {0, 3}, {3, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}};
      }
      if (&manifest == &manifests[4]) expected = {{0, 2}, {1, 3}};
      EXPECT_EQ(met, expected);
    }
  }
}

}  // namespace
}  // namespace referee::evidence
