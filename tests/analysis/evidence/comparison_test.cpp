#include "referee/analysis/evidence/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comparison_support.hpp"
#include "referee/base/statistics/elo.hpp"
#include "rules/random.hpp"

namespace referee::evidence {
namespace {

using bot::FaultKind;
using statistics::GameResult;
using State = Comparison::State;

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

// Three games, again and again, are not 65 pairs.
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

// Ten games that {seed} draws again and again are draws like any others: all pairs decide.
TEST(Comparison, WherePairsAreDrawnAnewAllOfThemDecide) {
  ComparisonRules rules;
  rules.elo = {0, 30};
  Comparison comparison(rules);
  statistics::WinTest all({rules.elo, rules.risks, rules.model});
  rules::Stream stream(7, "draws");
  while (comparison.state() == State::open) {
    const auto game = stream.below(10);
    PairResult result = pair(game < 8 ? GameResult::win : GameResult::loss, GameResult::win, game);
    result.drawn = true;
    comparison.add(result);
    all.add(result.games[0], result.games[1]);
    EXPECT_EQ(comparison.state() == State::open, all.decision() == statistics::Decision::proceed);
  }
  EXPECT_EQ(comparison.state(), State::better);
  EXPECT_EQ(comparison.count(), comparison.played());
  EXPECT_EQ(comparison.repeated(), 0U);
  EXPECT_GT(comparison.played(), comparison.games());
}

// A main line that is played in 5 games of 6 comes ten times in a row now and then.
TEST(Comparison, WherePairsAreDrawnAnewOneGameMustComeMoreOftenInARow) {
  Comparison comparison({});
  while (comparison.state() == State::open) {
    PairResult result = pair(GameResult::win, GameResult::loss, 42);
    result.drawn = true;
    comparison.add(result);
  }
  EXPECT_EQ(comparison.state(), State::always_the_same);
  EXPECT_EQ(comparison.played(), Comparison::same_draws);
}

TEST(Comparison, BotsThatPlayAlikeInAllDealsEndIt) {
  const auto play = [](ComparisonRules rules, std::uint64_t unlike) {
    rules.most_pairs = 60;
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      PairResult result = pair(GameResult::win, GameResult::loss, i);
      result.alike = i != unlike;
      comparison.add(result);
    }
    return comparison;
  };
  const Comparison better = play({}, 99);
  EXPECT_EQ(better.state(), State::play_alike);
  EXPECT_EQ(better.played(), Comparison::least_alike);
  EXPECT_NEAR(better.excluded_share(), 0.139, 0.001) << "0.861^20 = 0.05";
  EXPECT_EQ(better.conclusion(), Conclusion::undecided);
  EXPECT_EQ(play({}, 3).state(), State::all_played);
  ComparisonRules not_weaker;
  not_weaker.elo = {-20, 0};
  EXPECT_EQ(play(not_weaker, 99).conclusion(), Conclusion::not_weaker);
  EXPECT_EQ(play(not_weaker, 99).played(), 51U) << "each 17th lost deal would make H0 true";
  EXPECT_FALSE(play(not_weaker, 99).strength().elo_bound) << "no test has accepted anything";
  ComparisonRules points = point_rules(-4, 0, 300);
  EXPECT_EQ(Comparison::pairs_alike(points), 224U) << "4 points are lost by one deal of 75";
  points.risks.alpha = 0.2;
  EXPECT_EQ(Comparison::pairs_alike(points), 120U);
}

TEST(Comparison, MeasuresUntilEloIsKnown) {
  ComparisonRules rules;
  rules.until = 50;
  Comparison comparison(rules);
  rules::Stream stream(5, "measured");
  while (comparison.state() == State::open) {
    const auto game = [&] { return stream.below(4) > 0 ? GameResult::win : GameResult::loss; };
    comparison.add(pair(game(), game(), comparison.count()));
    const auto elo = comparison.strength().elo;
    const bool narrow = elo.reach == statistics::Reach::two_sided && elo.error <= 50;
    EXPECT_EQ(comparison.state() == State::measured, narrow && comparison.count() > 1);
  }
  EXPECT_EQ(comparison.state(), State::measured);
  EXPECT_EQ(comparison.conclusion(), Conclusion::undecided) << "H1 of the test is not asked";
  EXPECT_NEAR(comparison.strength().elo.value, 191, 100);
  EXPECT_FALSE(comparison.strength().elo_bound);
}

// One of two games is new: the pair is.
TEST(Comparison, APairWithOneNewGameCounts) {
  Comparison comparison({});
  PairResult result = pair(GameResult::win, GameResult::win, 1);
  result.hashes = {1, 2};
  comparison.add(result);
  result.hashes = {1, 3};
  comparison.add(result);
  result.hashes = {3, 2};
  comparison.add(result);
  EXPECT_EQ(comparison.count(), 2U);
  EXPECT_EQ(comparison.repeated(), 1U);
}

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

// A bot that is equal but loses 130 points in one pair of 20. If its first pairs are equal a limit
// that they set is tiny, and a few more equal pairs decide.
TEST(Comparison, EqualFirstPairsDoNotSetTheScale) {
  Comparison comparison(point_rules(-4, 0, 400));
  for (std::uint64_t i = 0; i < 40; ++i) {
    comparison.add(pair(GameResult::draw, GameResult::draw, i));
    ASSERT_EQ(comparison.state(), State::open) << i;
  }
  EXPECT_EQ(comparison.limit(), 400);
}

TEST(Comparison, ACutAgainstTheAnswerLeavesItUndecided) {
  Comparison comparison(point_rules(0, 20, 400));
  comparison.add(pair(GameResult::loss, GameResult::loss, 0, -450));
  for (std::uint64_t i = 1; comparison.state() == State::open; ++i) {
    comparison.add(pair(GameResult::win, GameResult::win, i, 150));
  }
  EXPECT_EQ(comparison.state(), State::limit_too_small);
  EXPECT_EQ(comparison.conclusion(), Conclusion::undecided);
  EXPECT_EQ(comparison.largest_difference(), 450);
  EXPECT_LT(comparison.count(), 200U);
  // The same cut speaks for the other answer.
  Comparison weaker(point_rules(0, 20, 400));
  for (std::uint64_t i = 0; weaker.state() == State::open; ++i) {
    weaker.add(pair(GameResult::loss, GameResult::loss, i, i == 0 ? -450 : -150));
  }
  EXPECT_EQ(weaker.state(), State::not_better);
}

// What a bot plays in two deals of three is won, all the rest is even: the different pairs alone
// would say "not better", all pairs say the opposite.
TEST(Comparison, WhereRepeatsTurnTheAnswerNothingIsDecided) {
  for (const bool wins : {true, false}) {
    ComparisonRules rules = point_rules(0, 20, 200);
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
    ComparisonRules rules = point_rules(-20 * uniform(), 1 + 20 * uniform(), 100);
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
  result.hashes = {number};
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
      result.faults.assign(opponents_games, {i, Role::partner, FaultKind::crash});
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

TEST(Comparison, RefusesRulesThatMakeNoTest) {
  ComparisonRules rules;
  rules.elo = {5, 5};
  EXPECT_THROW(Comparison{rules}, std::invalid_argument);
  rules.by = Yardstick::points;
  rules.points = {0, 500, -50, 50};
  EXPECT_THROW(Comparison{rules}, std::invalid_argument);
}

TEST(Comparison, KnowsWhetherMissingPairsCouldChangeTheVerdict) {
  // The fewest pairs that decide, none missing and some missing in their middle.
  const auto played = [](std::uint64_t missing) {
    Comparison comparison({});
    for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
      if (i >= 3 && i < 3 + missing) {
        comparison.pass_over();
      } else {
        comparison.add(pair(GameResult::win, i == 2 ? GameResult::loss : GameResult::win, i));
      }
    }
    return comparison;
  };
  const Comparison whole = played(0);
  ASSERT_EQ(whole.state(), State::better);
  EXPECT_FALSE(whole.conclusions_with_missing());
  const Comparison some = played(4);
  EXPECT_EQ(some.state(), State::better);
  EXPECT_EQ(some.missing(), 4U);
  EXPECT_EQ(some.count(), whole.count());  // they are in no figure
  EXPECT_EQ(some.next(), whole.count() + 4);
  EXPECT_EQ(some.pairs(), whole.pairs());
  const auto other = some.conclusions_with_missing();
  ASSERT_TRUE(other.has_value());
  EXPECT_NE((*other)[0], Conclusion::better);
  EXPECT_EQ((*other)[1], Conclusion::better);
}

TEST(Comparison, AMissingPairThatChangesNothing) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {0, 10, -100, 100};
  rules.most_pairs = 400;
  Comparison comparison(rules);
  for (std::uint64_t i = 0; comparison.state() == State::open; ++i) {
    if (i == 1) {
      comparison.pass_over();
    } else {
      comparison.add(pair(GameResult::loss, GameResult::loss, i, i % 2 == 0 ? -90 : -95));
    }
  }
  EXPECT_EQ(comparison.state(), State::not_better);
  // Won by 100 points, it only takes more pairs.
  const auto other = comparison.conclusions_with_missing();
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ((*other)[0], Conclusion::not_better);
}

TEST(Comparison, OfMissingPairsOnlyIsUndecided) {
  ComparisonRules rules;
  rules.most_pairs = 12;
  Comparison comparison(rules);
  while (comparison.state() == State::open) comparison.pass_over();
  EXPECT_EQ(comparison.state(), State::all_played);
  EXPECT_EQ(comparison.missing(), 12U);
  EXPECT_EQ(comparison.conclusion(), Conclusion::undecided);
}

}  // namespace
}  // namespace referee::evidence
