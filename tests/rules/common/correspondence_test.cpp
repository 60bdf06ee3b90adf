// What two seats are told in games with the simplest protocol.
#include "rules/correspondence.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rules {
namespace {

class Letters : public testing::Test {
 protected:
  std::string taken(Seat seat, bool over = false) {
    std::string lines;
    letters_.take(seat, seat == Seat::first ? "A\n" : "B\n", over, lines);
    return lines;
  }
  Correspondence<4, 2> letters_;
};

TEST_F(Letters, BringEachMoveOfTheOpponentOnce) {
  EXPECT_EQ(letters_.to_move(), Seat::first);
  EXPECT_EQ(letters_.last_text({"red", "blue"}), "");
  EXPECT_EQ(taken(Seat::first), "A\n");
  EXPECT_EQ(taken(Seat::first), "");
  letters_.record("a1");
  letters_.record("b");
  EXPECT_EQ(letters_.plies(), 2U);
  EXPECT_EQ(letters_.last(), "b");
  EXPECT_EQ(letters_.last_text({"red", "blue"}), ", last: blue b");
  EXPECT_EQ(taken(Seat::first), "b\n");
  letters_.record("c");
  EXPECT_EQ(letters_.to_move(), Seat::second);
  // Late readers get every line.
  EXPECT_EQ(taken(Seat::second), "B\na1\nc\n");
}

TEST_F(Letters, EndWithQuitInPlaceOfTheLastMove) {
  letters_.record("a1");
  letters_.record("b");
  EXPECT_EQ(taken(Seat::first, true), "A\nQuit\n");
  EXPECT_EQ(taken(Seat::second, true), "B\na1\nQuit\n");
  EXPECT_EQ(taken(Seat::first, true), "");
}

TEST_F(Letters, AreDroppedForWhoForfeits) {
  letters_.record("a1");
  letters_.forfeit(Seat::second);
  EXPECT_TRUE(letters_.forfeited(Seat::second));
  EXPECT_FALSE(letters_.both_forfeited());
  EXPECT_EQ(taken(Seat::second), "Quit\n");
  EXPECT_EQ(taken(Seat::second), "");
  EXPECT_EQ(taken(Seat::first), "A\n");
  letters_.forfeit(Seat::first);
  EXPECT_TRUE(letters_.both_forfeited());
}

}  // namespace
}  // namespace rules
