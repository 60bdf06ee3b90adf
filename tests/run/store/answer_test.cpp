// What answers of games of one seat are worth beside each other.
#include "referee/run/store/answer.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace referee::store {
namespace {

rules::GameInfo game_of(rules::Goal goal, rules::Scores scores, double limit) {
  rules::GameInfo game;
  game.seat_names = {"solver"};
  game.goal = goal;
  game.scores = scores;
  game.point_scale = {limit, true, limit / 20, true};
  return game;
}

// "-" is a failed answer.
Answer answer(std::string_view score) {
  if (score == "-") return {true, {}};
  return {false, rules::Points::read(score).value()};
}

struct Case {
  std::string_view one;
  std::string_view other;
  double part;  // of the worse one of the better one
  Worths worths;
};

void expect_all(const rules::GameInfo& game, std::initializer_list<Case> cases) {
  for (const Case& each : cases) {
    const Answer one = answer(each.one);
    const Answer other = answer(each.other);
    const Worths worths = worths_of(game, one, other);
    EXPECT_NEAR(worths.one, each.worths.one, 1e-9) << each.one << ' ' << each.other;
    EXPECT_NEAR(worths.other, each.worths.other, 1e-9) << each.one << ' ' << each.other;
    const Worths turned = worths_of(game, other, one);
    EXPECT_EQ(turned.one, worths.other) << "neither place is another one";
    EXPECT_EQ(turned.other, worths.one);
    const bool second_is_better = is_better(game, other, one);
    EXPECT_FALSE(second_is_better && is_better(game, one, other));
    const double part =
        second_is_better ? part_of_best(game, one, other) : part_of_best(game, other, one);
    EXPECT_NEAR(part, each.part, 1e-9) << each.one << ' ' << each.other;
  }
}

TEST(Answer, RelativeScoresAreParts) {
  expect_all(game_of(rules::Goal::max, rules::Scores::relative, 10),
             {{"100", "95", 0.95, {100, 95}},
              {"95", "100", 0.95, {95, 100}},
              {"1", "100", 0.01, {90, 100}},
              {"7", "7", 1, {100, 100}},
              {"0", "7", 0, {90, 100}},
              {"-5", "7", 0, {90, 100}},
              {"-", "7", 0, {90, 100}},
              {"-", "-", 0, {90, 90}},
              {"0.92", "0.95", 92.0 / 95, {100 * 92.0 / 95, 100}}});
  expect_all(game_of(rules::Goal::min, rules::Scores::relative, 10),
             {{"100", "95", 0.95, {95, 100}},
              {"95", "100", 0.95, {100, 95}},
              {"0", "100", 0, {100, 90}},
              {"-", "1000000", 0, {90, 100}}});
}

TEST(Answer, AbsoluteScoresAreThemselvesWithinTheLimit) {
  expect_all(game_of(rules::Goal::max, rules::Scores::absolute, 50),
             {{"100", "95", 0.95, {100, 95}},
              {"100", "20", 0.2, {100, 50}},
              {"-3", "-10", 0, {-3, -10}},
              {"-", "7", 0, {-43, 7}},
              {"-", "-", 0, {0, 0}}});
  expect_all(
      game_of(rules::Goal::min, rules::Scores::absolute, 50),
      {{"100", "95", 0.95, {-100, -95}}, {"100", "20", 0.2, {-70, -20}}, {"-", "7", 0, {-57, -7}}});
}

// Two numbers that no double tells apart.
TEST(Answer, IsComparedWithAllItsDigits) {
  const rules::GameInfo game = game_of(rules::Goal::max, rules::Scores::relative, 10);
  EXPECT_TRUE(is_better(game, answer("9007199254740993"), answer("9007199254740992")));
  EXPECT_FALSE(is_better(game, answer("9007199254740992"), answer("9007199254740993")));
}

TEST(Answer, IsThatOfTheMatch) {
  MatchSummary match;
  match.seats.resize(1);
  match.seats[0].score = 7;
  match.seats[0].status = match::Status::win;
  EXPECT_EQ(answer_of(match), answer("7"));
  match.seats[0].board_points = rules::Points::read("6.98");
  EXPECT_EQ(answer_of(match), answer("6.98"));
  match.seats[0].fault = bot::FaultKind::timeout;
  EXPECT_TRUE(answer_of(match).failed);
}

}  // namespace
}  // namespace referee::store
