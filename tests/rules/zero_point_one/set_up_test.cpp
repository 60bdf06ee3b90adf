// 0.1: set-ups, their numbers and what is none.
#include <algorithm>
#include <set>
#include <string>

#include "rules/zero_point_one/board.hpp"
#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

std::string text_of(std::uint32_t number) {
  std::string text;
  for (const Kind kind : set_up(number)) text += letter_of(kind, Seat::first);
  return text;
}

TEST(SetUpNumbers, FollowDictionariesFromTheFirstToTheLast) {
  std::string expected = "AAAAAAAADDDDFFNW";
  for (std::uint32_t number = 0; number < 50000; ++number) {
    ASSERT_EQ(text_of(number), expected) << number;
    ASSERT_TRUE(std::next_permutation(expected.begin(), expected.end()));
  }
  expected = "WNFFDDDDAAAAAAAA";
  for (std::uint32_t number = set_up_count; number-- > set_up_count - 50000;) {
    ASSERT_EQ(text_of(number), expected) << number;
    ASSERT_TRUE(std::prev_permutation(expected.begin(), expected.end()));
  }
}

// Spread over all of them: each a set-up of its own, in order.
TEST(SetUpNumbers, AreAllDifferent) {
  std::string before;
  for (std::uint32_t number = 0; number < set_up_count; number += 997) {
    const std::string text = text_of(number);
    Order order{};
    ASSERT_TRUE(parse_set_up(text, order));
    ASSERT_EQ(order, set_up(number));
    ASSERT_LT(before, text);
    before = text;
  }
}

TEST(SetUps, OfTheOtherCaseAreAcceptedAndRelayedAsWritten) {
  const auto game = info().start("");
  play_all(*game, blue_set_up);
  EXPECT_EQ(game->relayed(), blue_set_up);
  play_all(*game, red_set_up);
  EXPECT_EQ(take(*game, Seat::first), "Start\n" + std::string(red_set_up) + "\n");
  const std::string drawn = game->draw();
  EXPECT_NE(drawn.find("h  d a f n a f a a\ng  w a d a d a a d\n"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("b  D A D A A N W A\na  A D D A A F F A\n"), std::string::npos) << drawn;
}

TEST(SetUps, OfOtherPiecesAreRefused) {
  const std::string wanted =
      "; a set-up is 16 letters for your two home rows, 8 A, 4 D, 2 F, 1 N and 1 W in any order";
  const auto game = info().start("");
  for (int ply = 0; ply < 2; ++ply) {
    expect_refused(*game, "", "'' has 0 characters" + wanted);
    expect_refused(*game, "WADADAADDAFNAFA", "'WADADAADDAFNAFA' has 15 characters" + wanted);
    expect_refused(*game, "b5d3", "'b5d3' has 4 characters" + wanted);
    expect_refused(*game, "WADADAADDAFNAFAX", "'X' is not a piece" + wanted);
    expect_refused(*game, "WADADAADDAFNAFA ", "' ' is not a piece" + wanted);
    expect_refused(*game, "WADADAADDAFNAFAa",
                   "'WADADAADDAFNAFAa' mixes upper and lower case" + wanted);
    // As the label on the page has it: 7 and 5.
    expect_refused(*game, "WADADAADDDFNAFAA", "'WADADAADDDFNAFAA' has 7 A instead of 8" + wanted);
    expect_refused(*game, "wadadaadwafwafaa", "'wadadaadwafwafaa' has 3 D instead of 4" + wanted);
    play_all(*game, red_set_up);
  }
}

}  // namespace
}  // namespace rules::zero_point_one
