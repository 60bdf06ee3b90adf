#include "referee/evidence/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/config/schedule.hpp"
#include "referee/evidence/compare_run.hpp"
#include "referee/statistics/elo.hpp"
#include "rules/random.hpp"
#include "tests/store/support.hpp"

namespace referee::evidence {
namespace {

using bot::FaultKind;
using statistics::GameResult;
using Seat = store::MatchSummary::Seat;
using State = Comparison::State;

Seat seat(int score, std::string_view status) {
  Seat seat;
  seat.score = score;
  seat.status = match::status_named(status).value();
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

// A pair that no other pair repeats.
PairResult pair(GameResult one, GameResult two, std::uint64_t number, double difference = 0) {
  PairResult result;
  result.games = {one, two};
  result.new_points = 100 + difference;
  result.base_points = 100;
  result.marks = {number};
  return result;
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
  EXPECT_EQ(result.faults[0], (PairFault{0, Part::new_bot, FaultKind::timeout}));
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
  EXPECT_EQ(result.faults[0].part, Part::partner);
  EXPECT_EQ(result.faults[1].part, Part::base_bot);
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
  EXPECT_EQ(result.marks.size(), 2U);
  ASSERT_EQ(result.faults.size(), 1U) << "one match in which it failed";
  EXPECT_EQ(result.faults[0].part, Part::base_bot);
  EXPECT_THROW(pair_result(event,
                           std::vector{match("new", "new again", seat(5, "DRAW"), seat(5, "DRAW")),
                                       match("new", "base", seat(5, "DRAW"), seat(5, "DRAW"))},
                           Yardstick::points),
               std::invalid_argument);
}

// A new bot that fails with itself is rejected, and nothing is measured with a base bot that does.
TEST(Comparison, ABotThatFailsWithItself) {
  for (const Part part : {Part::new_bot, Part::base_bot}) {
    ComparisonRules rules;
    rules.by = Yardstick::points;
    rules.points = {0, 50, -2000, 2000};
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      const bool is_new = part == Part::new_bot;
      auto one = match("new", "new again", is_new ? failed() : seat(300, "DRAW"), seat(0, "DRAW"));
      auto two =
          match("base", "base again", seat(300, "DRAW"), is_new ? seat(0, "DRAW") : failed());
      one.moves = 2 * i + 1;
      two.moves = 2 * i + 2;
      comparison.add(pair_result(alone(), std::vector{one, two}, Yardstick::points));
    }
    EXPECT_EQ(comparison.state(),
              part == Part::new_bot ? State::new_always_failed : State::others_always_failed);
    EXPECT_EQ(comparison.failed(part), Comparison::same_pairs);
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
  EXPECT_EQ(percent.marks.size(), 8U);
  ASSERT_EQ(percent.faults.size(), 1U);
  EXPECT_EQ(percent.faults[0].part, Part::partner);
  const PairResult points = pair_result(field(), deal_of_field(), Yardstick::points);
  EXPECT_EQ(points.against[0].difference(), 205 - 125);
  EXPECT_EQ(points.new_points, (205 + 115) / 2.0);
  EXPECT_THROW(pair_result(duel(), deal_of_field(), Yardstick::wins), std::invalid_argument);
}

TEST(PairResult, HasAMarkOfEachGame) {
  auto one = match("new", "base", seat(1, "WIN"), seat(0, "LOSE"), 5);
  auto two = match("base", "new", seat(1, "WIN"), seat(0, "LOSE"), 6);
  const auto forth = pair_result(duel(), std::vector{one, two}, Yardstick::wins).marks;
  ASSERT_EQ(forth.size(), 2U);
  EXPECT_NE(forth[0], forth[1]);
  two.moves = 5;  // the same moves by bots in the other order are another game
  EXPECT_NE(pair_result(duel(), std::vector{one, two}, Yardstick::wins).marks[1], forth[0]);
  EXPECT_NE(pair_result(duel(), std::vector{one, two}, Yardstick::wins).marks[1], forth[1]);
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

TEST(Comparison, DecidesAsTheSequentialTestDoes) {
  ComparisonRules rules;
  rules.elo = {0, 100};
  rules.far_stop = false;
  Comparison comparison(rules);
  statistics::PairCounts counts;
  rules::Stream stream(1, "test");
  while (comparison.state() == State::open) {
    const auto one = stream.below(3) > 0 ? GameResult::win : GameResult::loss;
    counts.add(one, GameResult::win);
    comparison.add(pair(one, GameResult::win, comparison.count()));
    const auto decision = statistics::sprt(counts, {0, 100}).decision;
    EXPECT_EQ(comparison.state() == State::open, decision == statistics::Decision::proceed);
  }
  EXPECT_FALSE(comparison.stopped_far());
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(comparison.pairs(), counts);
  EXPECT_GE(comparison.sprt().llr, comparison.sprt().bounds.upper);
}

TEST(Comparison, TurnsDownAWeakerBot) {
  ComparisonRules rules;
  rules.elo = {0, 50};
  Comparison comparison(rules);
  while (comparison.state() == State::open) {
    const bool odd = comparison.count() % 2 == 1;
    comparison.add(
        pair(GameResult::loss, odd ? GameResult::win : GameResult::loss, comparison.count()));
  }
  EXPECT_EQ(comparison.state(), State::not_better);
}

// Nobody needs the ratio test to see that a bot wins nearly all pairs.
TEST(Comparison, AFarStrongerBotIsSeenSoon) {
  Comparison comparison({});
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    comparison.add(pair(GameResult::win, i == 3 ? GameResult::loss : GameResult::win, i));
  }
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_TRUE(comparison.stopped_far());
  EXPECT_LT(comparison.count(), 20U);
  EXPECT_GE(*comparison.strength().normalized_elo_bound, 0);
}

TEST(Comparison, IsUndecidedAfterTheMostPairs) {
  ComparisonRules rules;
  rules.elo = {0, 1};
  rules.most_pairs = 5;
  Comparison comparison(rules);
  for (std::uint64_t i = 0; i < 5; ++i) {
    ASSERT_EQ(comparison.state(), State::open);
    comparison.add(pair(GameResult::win, GameResult::loss, i));
  }
  EXPECT_EQ(comparison.state(), State::all_played);
}

TEST(Comparison, SeesThatOneGameRepeatedIsOneGame) {
  ComparisonRules rules;
  rules.elo = {0, 1000};
  Comparison comparison(rules);
  while (comparison.state() == State::open) {
    comparison.add(pair(GameResult::win, GameResult::win, 42));
  }
  EXPECT_EQ(comparison.state(), State::always_the_same);
  EXPECT_EQ(comparison.played(), Comparison::same_pairs);
  EXPECT_EQ(comparison.count(), 1U);
  EXPECT_EQ(comparison.conclusion(), Conclusion::undecided);
}

// Three games, again and again, used to be accepted as 65 pairs.
TEST(Comparison, AFewGamesRepeatedDecideNothing) {
  ComparisonRules rules;
  rules.elo = {0, 30};
  Comparison comparison(rules);
  while (comparison.state() == State::open) {
    const std::uint64_t game = comparison.played() % 3;
    comparison.add(pair(GameResult::win, game == 0 ? GameResult::loss : GameResult::win, game));
  }
  EXPECT_EQ(comparison.state(), State::only_repetitions);
  EXPECT_EQ(comparison.count(), 3U);
  EXPECT_EQ(comparison.repeated(), Comparison::same_pairs);
  EXPECT_EQ(comparison.pairs().total(), 3U);
  EXPECT_EQ(comparison.points().count(), 3U);
}

TEST(Comparison, GoesOnWhereNewGamesComeAndCountsEachOnce) {
  ComparisonRules rules;
  rules.elo = {0, 100};
  Comparison comparison(rules);
  Comparison distinct(rules);
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    const auto result = pair(i % 2 ? GameResult::draw : GameResult::win, GameResult::win, i);
    comparison.add(result);
    distinct.add(result);
    for (int repeat = 0; repeat < 3 && comparison.state() == State::open; ++repeat) {
      comparison.add(result);
    }
  }
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(comparison.pairs(), distinct.pairs());
  EXPECT_EQ(comparison.played(), 4 * comparison.count() - 3);
}

// One of two games is new: the pair is.
TEST(Comparison, APairWithOneNewGameCounts) {
  Comparison comparison({});
  PairResult result = pair(GameResult::win, GameResult::win, 1);
  result.marks = {1, 2};
  comparison.add(result);
  result.marks = {1, 3};
  comparison.add(result);
  result.marks = {3, 2};
  comparison.add(result);
  EXPECT_EQ(comparison.count(), 2U);
  EXPECT_EQ(comparison.repeated(), 1U);
}

// A pair whose games were both decided by a fault of this bot.
PairResult given_away(Part part, std::uint64_t number) {
  PairResult result = pair(GameResult::win, GameResult::win, number, 100);
  result.faults.push_back({2 * number, part, FaultKind::crash});
  return result;
}

TEST(Comparison, OthersThatAlwaysFailMeasureNothing) {
  ComparisonRules wins;
  wins.elo = {-1000, 0};
  ComparisonRules points;
  points.by = Yardstick::points;
  points.points = {-50, 0, -100, 100};
  for (const ComparisonRules& rules : {wins, points}) {
    for (const Part part : {Part::base_bot, Part::partner}) {
      Comparison comparison(rules);
      while (comparison.state() == State::open) {
        comparison.add(given_away(part, comparison.count()));
      }
      EXPECT_EQ(comparison.state(), State::others_always_failed);
      EXPECT_EQ(comparison.count(), Comparison::same_pairs);
    }
  }
  // Two bots that fail at once repeat one game, but the faults are the reason that is reported.
  Comparison both(wins);
  while (both.state() == State::open) {
    PairResult result = given_away(Part::base_bot, 0);
    result.faults.push_back({0, Part::new_bot, FaultKind::crash});
    result.games = {GameResult::draw, GameResult::draw};
    both.add(result);
  }
  EXPECT_EQ(both.state(), State::others_always_failed);
}

TEST(Comparison, OthersThatAlwaysFailMeasureNothingInFewPairsEither) {
  ComparisonRules rules;
  rules.elo = {-1000, 0};
  rules.most_pairs = 3;
  Comparison comparison(rules);
  while (comparison.state() == State::open) {
    comparison.add(given_away(Part::base_bot, comparison.count()));
  }
  EXPECT_EQ(comparison.state(), State::others_always_failed);
  EXPECT_EQ(comparison.count(), 3U);
}

TEST(Comparison, OnePairWithoutAFaultOfTheOthersIsEnoughToDecide) {
  ComparisonRules rules;
  rules.elo = {-1000, 0};
  Comparison comparison(rules);
  for (std::uint64_t i = 0; i < 5; ++i) {
    comparison.add(given_away(Part::base_bot, i));
    ASSERT_EQ(comparison.state(), State::open);
  }
  comparison.add(pair(GameResult::win, GameResult::win, 5));
  EXPECT_EQ(comparison.state(), State::better);

  // Faults of the new bot are its losses, however many there are.
  Comparison failing(rules);
  while (failing.state() == State::open) {
    PairResult result = pair(GameResult::loss, GameResult::loss, failing.count());
    result.faults.push_back({failing.count(), Part::new_bot, FaultKind::crash});
    failing.add(result);
  }
  EXPECT_EQ(failing.state(), State::not_better);
}

// A bot that crashes at once plays one game again and again, but not undecidedly.
TEST(Comparison, ANewBotThatAlwaysFailsIsTurnedDown) {
  for (const std::uint64_t games : {1U, 3U, 1000U}) {
    ComparisonRules rules;
    rules.elo = {0, 1};
    Comparison comparison(rules);
    while (comparison.state() == State::open) {
      const std::uint64_t number = comparison.played() % games;
      PairResult result = pair(GameResult::loss, GameResult::loss, number, -100);
      result.faults.assign(2, {number, Part::new_bot, FaultKind::crash});
      comparison.add(result);
    }
    EXPECT_EQ(comparison.state(), State::new_always_failed);
    EXPECT_EQ(comparison.played(), Comparison::same_pairs);
    EXPECT_EQ(comparison.conclusion(), Conclusion::not_better);
  }
  ComparisonRules few;
  few.most_pairs = 2;
  Comparison comparison(few);
  while (comparison.state() == State::open) {
    PairResult result = pair(GameResult::loss, GameResult::loss, 7);
    result.faults.assign(2, {7, Part::new_bot, FaultKind::illegal});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.state(), State::new_always_failed);
}

// The other seat's games count: here they make it as strong as the base.
TEST(Comparison, ANewBotThatFailsInOneSeatIsTested) {
  ComparisonRules rules;
  rules.elo = {-200, 0};
  Comparison comparison(rules);
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    PairResult result = pair(GameResult::win, GameResult::loss, i);
    result.faults.push_back({i, Part::new_bot, FaultKind::crash});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.conclusion(), Conclusion::not_weaker);
}

// What H1 and H0 mean depends on what was asked.
TEST(Comparison, ConcludesInTheWordsOfItsQuestion) {
  const auto conclude = [](double elo0, double elo1, bool wins) {
    ComparisonRules rules;
    rules.elo = {elo0, elo1};
    Comparison comparison(rules);
    const GameResult result = wins ? GameResult::win : GameResult::loss;
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      comparison.add(pair(result, i % 3 == 0 ? GameResult::draw : result, i));
    }
    return comparison.conclusion();
  };
  EXPECT_EQ(conclude(0, 30, true), Conclusion::better);
  EXPECT_EQ(conclude(0, 30, false), Conclusion::not_better);
  EXPECT_EQ(conclude(-20, 0, true), Conclusion::not_weaker);
  EXPECT_EQ(conclude(-20, 0, false), Conclusion::weaker);
  EXPECT_EQ(conclude(-20, 5, true), Conclusion::not_weaker);
  EXPECT_EQ(conclude(-20, 5, false), Conclusion::not_better);
}

ComparisonRules by_points(double points0, double points1, double limit) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {points0, points1, -limit, limit};
  return rules;
}

// A bot that is equal but loses 130 points in one pair of 20. If its first pairs are equal a limit
// that they set is tiny, and a few more equal pairs decide.
TEST(Comparison, EqualFirstPairsDoNotSetTheScale) {
  Comparison comparison(by_points(-4, 0, 400));
  for (std::uint64_t i = 0; i < 40; ++i) {
    comparison.add(pair(GameResult::draw, GameResult::draw, i));
    ASSERT_EQ(comparison.state(), State::open) << i;
  }
  EXPECT_EQ(comparison.limit(), 400);
}

TEST(Comparison, ACutAgainstTheAnswerLeavesItUndecided) {
  Comparison comparison(by_points(0, 20, 400));
  comparison.add(pair(GameResult::loss, GameResult::loss, 0, -450));
  for (std::uint64_t i = 1; comparison.state() == State::open; ++i) {
    comparison.add(pair(GameResult::win, GameResult::win, i, 150));
  }
  EXPECT_EQ(comparison.state(), State::limit_too_small);
  EXPECT_EQ(comparison.conclusion(), Conclusion::undecided);
  EXPECT_EQ(comparison.largest_difference(), 450);
  EXPECT_LT(comparison.count(), 200U);
  // The same cut speaks for the other answer.
  Comparison weaker(by_points(0, 20, 400));
  for (std::uint64_t i = 0; weaker.state() == State::open; ++i) {
    weaker.add(pair(GameResult::loss, GameResult::loss, i, i == 0 ? -450 : -150));
  }
  EXPECT_EQ(weaker.state(), State::not_better);
}

// What a bot plays in two deals of three is won, all the rest is even: the different pairs alone
// would say "not better", all pairs say the opposite.
TEST(Comparison, WhereRepeatsTurnTheAnswerNothingIsDecided) {
  for (const bool wins : {true, false}) {
    ComparisonRules rules = by_points(0, 20, 200);
    if (wins) {
      rules = {};
      rules.elo = {0, 60};
    }
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      if (i % 3 < 2) {
        comparison.add(pair(GameResult::win, GameResult::win, 1'000'000, 100));
      } else {
        comparison.add(pair(i % 2 ? GameResult::win : GameResult::loss,
                            i % 2 ? GameResult::draw : GameResult::loss, i, i % 2 ? 3 : -5));
      }
    }
    EXPECT_EQ(comparison.state(), State::repeats_disagree) << wins;
    EXPECT_GT(comparison.mean_of_all(), 50);
    EXPECT_LT(comparison.points().mean(), 50);
    if (wins) {
      EXPECT_GT(comparison.score_of_all(), 0.7);
      EXPECT_LT(statistics::strength(comparison.pairs()).score, 0.5);
    }
  }
}

// What a verdict says and the bound beside it never contradict each other, by wins and by points.
TEST(Comparison, BoundsAgreeWithTheVerdictWhateverTheResults) {
  rules::Stream stream(9, "verdicts");
  const auto uniform = [&stream] { return static_cast<double>(stream.below(10'001)) / 10'000; };
  int decided = 0;
  for (int run = 0; run < 160; ++run) {
    const bool wins = run % 2 == 0;
    ComparisonRules rules = by_points(-20 * uniform(), 1 + 20 * uniform(), 100);
    if (wins) {
      rules = {};
      rules.elo = {-100 * uniform(), 20 + 200 * uniform()};
      if (run % 4 == 0) rules.model = statistics::Model::logistic;
    }
    rules.risks = {0.02 + 0.1 * uniform(), 0.02 + 0.1 * uniform()};
    rules.most_pairs = 400;
    const double strength = uniform();
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      const auto game = [&] {
        if (uniform() < 0.2) return GameResult::draw;
        return uniform() < strength ? GameResult::win : GameResult::loss;
      };
      comparison.add(pair(game(), game(), i, 100 * (uniform() + strength - 1)));
    }
    const bool h1 = comparison.decision() == statistics::Decision::accept_h1;
    const bool h0 = comparison.decision() == statistics::Decision::accept_h0;
    decided += h1 || h0;
    if (!wins) {
      const auto mean = comparison.mean_difference();
      EXPECT_EQ(*mean.low >= rules.points.delta0, h1) << run;
      EXPECT_EQ(*mean.high <= rules.points.delta1, h0) << run;
      continue;
    }
    const auto found = comparison.strength();
    const auto bound =
        rules.model == statistics::Model::logistic ? found.elo_bound : found.normalized_elo_bound;
    EXPECT_EQ(bound.has_value(), h1 || h0) << run;
    if (h1) {
      EXPECT_GE(*bound, rules.elo.elo0) << run;
    }
    if (h0) {
      EXPECT_LE(*bound, rules.elo.elo1) << run;
    }
  }
  EXPECT_GT(decided, 120);
}

TEST(Comparison, ByPointsCutsAtTheLimitAndShowsTheWholeDifference) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {0, 5, -50, 50};
  Comparison comparison(rules);
  statistics::PointTest same({0, 5, -50, 50});
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    const double difference = i % 3 == 0 ? 200 : i % 3 == 1 ? 10 : -20;
    comparison.add(pair(GameResult::draw, GameResult::draw, i, difference));
    same.add(std::min(difference, 50.0));
    EXPECT_EQ(comparison.state() == State::open, same.decision() == statistics::Decision::proceed);
  }
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(comparison.cut(), (comparison.count() + 2) / 3);
  EXPECT_GT(comparison.points().mean(), 50);
  EXPECT_DOUBLE_EQ(comparison.mean_base(), 100);
  ASSERT_TRUE(comparison.point_evidence());
  EXPECT_GE(comparison.point_evidence()->for_h1, comparison.point_evidence()->needed_for_h1);
}

ComparisonRules against_a_field() {
  ComparisonRules rules;
  rules.field = true;
  rules.points = {0, 3, -100, 100};
  return rules;
}

// One deal with two opponents: by how much per cent new is better against each.
PairResult deal(std::uint64_t number, double first, double second) {
  PairResult result;
  result.games_of_new = 4;
  result.against = {{50 + first, 50}, {50 + second, 50}};
  result.new_points = 50 + (first + second) / 2;
  result.base_points = 50;
  result.marks = {number};
  return result;
}

TEST(Comparison, AgainstAFieldTestsTheMeanAndTellsEachOpponent) {
  Comparison comparison(against_a_field());
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    comparison.add(deal(i, 50 + static_cast<double>(i % 3), i % 4 == 0 ? 10 : -25));
  }
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(comparison.limit(), 100);
  EXPECT_FALSE(comparison.test().wins());
  ASSERT_EQ(comparison.against().size(), 2U);
  EXPECT_GT(*comparison.against()[0].differences.interval().low, 45);
  EXPECT_LT(comparison.against()[1].differences.mean(), 0);
  EXPECT_NEAR(comparison.against()[0].mean.new_bot, 101, 1);
  EXPECT_GE(*comparison.mean_difference().low, 0);
}

// An opponent that always crashes says nothing; the others do.
TEST(Comparison, OneBadOpponentIsNotTheWholeField) {
  const auto failing = [](std::size_t opponents_games) {
    Comparison comparison(against_a_field());
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      PairResult result = deal(i, 40, 0);
      result.faults.assign(opponents_games, {i, Part::partner, FaultKind::crash});
      comparison.add(result);
    }
    return comparison.state();
  };
  EXPECT_EQ(failing(4), State::better);
  EXPECT_EQ(failing(8), State::others_always_failed);
}

TEST(Comparison, RemembersItsCourse) {
  ComparisonRules rules;
  rules.most_pairs = 100;
  Comparison comparison(rules);
  std::vector<double> ratios;
  while (comparison.state() == State::open) {
    const bool even = comparison.count() % 2 == 0;
    comparison.add(
        pair(GameResult::win, even ? GameResult::win : GameResult::loss, comparison.count(), 3));
    ratios.push_back(comparison.sprt().llr);
  }
  const auto points = comparison.course().points();
  ASSERT_EQ(points.size(), ratios.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].llr, ratios[i]);
    EXPECT_EQ(points[i].points.count(), i + 1);
    EXPECT_EQ(points[i].pairs.total(), i + 1);
    EXPECT_FALSE(points[i].evidence);
  }
}

TEST(Comparison, CountsFaultsByKindAndListsTheFirst) {
  Comparison comparison({});
  for (std::uint64_t i = 0; i < 120; ++i) {
    PairResult result = pair(GameResult::win, i % 2 ? GameResult::win : GameResult::loss, i);
    result.faults.push_back({i, Part::base_bot, FaultKind::crash});
    comparison.add(result);
  }
  EXPECT_EQ(comparison.faults(Part::base_bot)[static_cast<std::size_t>(FaultKind::crash)], 120U);
  EXPECT_EQ(comparison.failed(Part::base_bot), 120U);
  EXPECT_EQ(comparison.failed(Part::new_bot), 0U);
  EXPECT_EQ(comparison.faults(Part::new_bot), FaultCounts{});
  EXPECT_EQ(comparison.first_faults().size(), Comparison::most_listed_faults);
}

TEST(Comparison, RefusesRulesThatMakeNoTest) {
  ComparisonRules rules;
  rules.elo = {5, 5};
  EXPECT_THROW(Comparison{rules}, std::invalid_argument);
  rules.by = Yardstick::points;
  rules.points = {0, 500, -50, 50};
  EXPECT_THROW(Comparison{rules}, std::invalid_argument);
}

TEST(ComparePlan, NumbersAreThoseOfTheSchedule) {
  const config::Manifest two = test::manifest({test::event("box", {"new", "base"}, 10)});
  const config::Manifest three =
      test::manifest({test::event("6561", {"new", "base", "partner"}, 10)});
  const std::array manifests{two, test::manifest({with_base()}), three, test::manifest({field()}),
                             test::manifest({alone()})};
  for (const config::Manifest& manifest : manifests) {
    const config::Schedule schedule(manifest);
    const config::Event& event = manifest.events[0];
    for (const std::uint64_t number : {0U, 7U}) {
      std::vector<std::array<std::size_t, 2>> met;
      for (const auto match : matches_of_pair(event, number)) {
        const config::Pairing pairing = schedule.at(match);
        EXPECT_EQ(pairing.round, static_cast<int>(number) + 1);
        met.push_back(pairing.bots);
      }
      using Met = std::vector<std::array<std::size_t, 2>>;
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
