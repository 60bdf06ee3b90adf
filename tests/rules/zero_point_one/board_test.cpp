// The board of 0.1, how pieces leap, and what there is to see of it.
#include "rules/zero_point_one/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include "rules/zero_point_one/zero_point_one.hpp"
#include "tests/rules/zero_point_one/play.hpp"

namespace rules::zero_point_one {
namespace {

Square at(std::string_view name) { return find_square(name).value(); }

TEST(ZeroPointOneSquares, HaveNames) {
  EXPECT_EQ(at("a1"), 0);
  EXPECT_EQ(at("a8"), 7);
  EXPECT_EQ(at("h8"), 63);
  EXPECT_EQ(name_of(at("b5")), "b5");
  for (const char* wrong : {"", "a", "a0", "a9", "i1", "A1", "a11"})
    EXPECT_FALSE(find_square(wrong));
  EXPECT_EQ(home(Seat::first), 0xffffU);
  EXPECT_EQ(std::popcount(home(Seat::second)), 16);
  EXPECT_NE(home(Seat::second) & bit(at("g1")), 0U);
}

TEST(ZeroPointOnePieces, LeapAsTheirKindDoes) {
  // From the middle: 4 squares at the same distance, of the knight 8.
  for (const Kind kind : kinds) {
    EXPECT_EQ(std::popcount(leaps(kind, at("d4"))), kind == Kind::knight ? 8 : 4);
    EXPECT_EQ(find_kind(letter_of(kind, Seat::first)), kind);
    EXPECT_EQ(find_kind(letter_of(kind, Seat::second)), kind);
    EXPECT_EQ(letter_of(kind, Seat::first), letters[index(kind)]);
  }
  EXPECT_EQ(leaps(Kind::wazir, at("a1")), bit(at("a2")) | bit(at("b1")));
  EXPECT_EQ(leaps(Kind::ferz, at("a1")), bit(at("b2")));
  EXPECT_EQ(leaps(Kind::dabbaba, at("a1")), bit(at("a3")) | bit(at("c1")));
  EXPECT_EQ(leaps(Kind::alfil, at("a1")), bit(at("c3")));
  EXPECT_EQ(leaps(Kind::knight, at("a1")), bit(at("b3")) | bit(at("c2")));
  EXPECT_FALSE(find_kind('x'));
}

TEST(ZeroPointOneBoard, GivesCapturedPiecesToTheHand) {
  Board board;
  board.put(Kind::wazir, Seat::first, at("d4"));
  board.put(Kind::ferz, Seat::second, at("d5"));
  EXPECT_EQ(board.at(at("d5")), 'f');
  EXPECT_NE(board.targets(at("d4")) & bit(at("d5")), 0U);
  EXPECT_EQ(board.hand_text(Seat::first), "nothing");
  EXPECT_EQ(board.leap(at("d4"), at("d5")), Kind::ferz);
  EXPECT_EQ(board.at(at("d5")), 'W');
  EXPECT_EQ(board.at(at("d4")), Board::empty);
  EXPECT_EQ(board.in_hand(Kind::ferz, Seat::first), 1U);
  EXPECT_EQ(board.hand_text(Seat::first), "F");
  EXPECT_EQ(board.of(Seat::second), 0U);
  EXPECT_FALSE(board.leap(at("d5"), at("d6")).has_value());
  board.drop(Kind::ferz, Seat::first, at("d4"));
  EXPECT_EQ(board.at(at("d4")), 'F');
  EXPECT_EQ(board.in_hand(Kind::ferz, Seat::first), 0U);
  EXPECT_EQ(board.free(), ~(bit(at("d4")) | bit(at("d6"))));
  // Not onto pieces of its own.
  board.put(Kind::wazir, Seat::first, at("d5"));
  EXPECT_EQ(board.targets(at("d6")) & bit(at("d5")), 0U);
}

TEST(ZeroPointOneScene, ShowsPiecesAndWhoseTurnItIs) {
  Board board;
  board.put(Kind::knight, Seat::first, at("b1"));
  const Scene scene = scene_of({board, "b1", Seat::first, false, "to move", Seat::first});
  ASSERT_EQ(scene.looks.size(), layout().cells.size());
  std::size_t red = 0;
  for (std::size_t i = 0; i < scene.looks.size(); ++i) {
    if (scene.looks[i].colour == Colour::empty) continue;
    ++red;
    EXPECT_EQ(scene.looks[i].colour, Colour::red);
    EXPECT_EQ(layout().cells[i].name, "b1");
  }
  EXPECT_EQ(red, 1U);
  EXPECT_EQ(scene.status, "to move");
  EXPECT_EQ(scene.to_move, Seat::first);
  EXPECT_FALSE(scene.input.groups.empty());
  const Scene start = scene_of({Board(), "", {}, true, "set up", Seat::second});
  EXPECT_EQ(start.input.arranged.size(), 16U);
}

// 0.1: set-ups, their numbers and what is none.

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
