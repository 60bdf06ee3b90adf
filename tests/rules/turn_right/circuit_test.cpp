// Reading one circuit: what is accepted, in what form, and why the rest is refused.
#include "rules/turn_right/circuit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "enumeration.hpp"

namespace rules::turn_right {
namespace {

std::string parsed(std::string_view text, int max_corners = most_corners) {
  Circuit circuit;
  const Verdict verdict = Circuit::parse(text, max_corners, circuit);
  EXPECT_TRUE(verdict) << text << ": " << verdict.reason();
  MoveLine line;
  circuit.write(line);
  return std::string(line.view());
}

std::string refused(std::string_view text, int max_corners = most_corners) {
  Circuit circuit;
  circuit.push_back(7);
  const Verdict verdict = Circuit::parse(text, max_corners, circuit);
  EXPECT_FALSE(verdict) << text;
  EXPECT_EQ(to_string(circuit.corners()), "b2") << "changed by a refused text: " << text;
  return verdict.reason();
}

TEST(Square, NamesAreInThePagesOrder) {
  EXPECT_EQ(find_square("a1"), Square{0});
  EXPECT_EQ(find_square("a2"), Square{1});
  EXPECT_EQ(find_square("b1"), Square{6});
  EXPECT_EQ(find_square("f6"), Square{35});
  for (const char* text : {"", "a", "a0", "a7", "g1", "A1", "a1 ", "a11", "1a", "`1"}) {
    EXPECT_FALSE(find_square(text)) << text;
  }
  for (Square square = 0; square < square_count; ++square) {
    const std::string name{column_name(square), row_name(square)};
    EXPECT_EQ(find_square(name), square);
  }
}

TEST(Circuit, EveryRotationIsRelayedAlike) {
  for (const std::string circuit :
       {"a1-a4-d4-d1", "a1-a2-b2-b1", "a1-a2-b2-b3-f3-f1", "c2-c5-d5-d4-e4-e2",
        "a1-a6-b6-b2-c2-c6-d6-d2-e2-e6-f6-f1", "e5-e6-f6-f5"}) {
    std::string listed = circuit;
    for (std::size_t turn = 0; turn < circuit.size(); turn += 3) {
      EXPECT_EQ(parsed(listed), circuit) << listed;
      listed = listed.substr(3) + '-' + listed.substr(0, 2);
    }
    EXPECT_EQ(listed, circuit);
  }
  EXPECT_EQ(parsed("a4-d4-d1-a1"), "a1-a4-d4-d1");
}

TEST(Circuit, TheLongestHave28CornersAndFitALine) {
  const std::string longest =
      "a1-a4-b4-b3-d3-d4-c4-c5-b5-b6-d6-d5-e5-e6-f6-f4-e4-e3-f3-f1-e1-e2-d2-d1-c1-c2-b2-b1";
  EXPECT_EQ(parsed(longest), longest);
  EXPECT_EQ(longest.size(), 83U);
  EXPECT_LE(longest.size(), MoveLine::capacity);
  EXPECT_EQ(refused(longest, 26), "too many corners: 28, this circuit may have at most 26");
}

TEST(Circuit, RefusesWhatIsNoListOfSquares) {
  EXPECT_EQ(refused("a1-a4-g4-g1"), "'g4' is not a square (a1 to f6)");
  EXPECT_EQ(refused("a1-a4-d7-d1"), "'d7' is not a square (a1 to f6)");
  EXPECT_EQ(refused("A1-A4-D4-D1"), "'A1' is not a square (a1 to f6)");
  EXPECT_EQ(refused("a1 a4 d4 d1"), "'a1 a4 d4 d1' is not a square (a1 to f6)");
  EXPECT_EQ(refused("a1-a4-d4-d1 "), "'d1 ' is not a square (a1 to f6)");
  EXPECT_EQ(refused("a1-a4-d4-d1\n"), "'d1\\x0a' is not a square (a1 to f6)");
  EXPECT_EQ(refused(std::string_view("a1-a4-d\0-d1", 11)), "'d\\x00' is not a square (a1 to f6)");
  const std::string doubled =
      "empty square name: exactly one '-' between two squares, none at the ends";
  for (const char* text : {"", "-", "-a1-a4-d4-d1", "a1-a4-d4-d1-", "a1--a4-d4-d1"}) {
    EXPECT_EQ(refused(text), doubled) << text;
  }
}

TEST(Circuit, RefusesTooFewCorners) {
  EXPECT_EQ(refused("a1"), "too few corners: 1, a circuit has at least 4");
  EXPECT_EQ(refused("a1-a2"), "too few corners: 2, a circuit has at least 4");
  EXPECT_EQ(refused("a1-a2-b2"), "too few corners: 3, a circuit has at least 4");
}

TEST(Circuit, RefusesTooManyCorners) {
  const std::string six = "a1-a2-b2-b3-f3-f1";
  EXPECT_EQ(refused(six, 4), "too many corners: 6, this circuit may have at most 4");
  EXPECT_EQ(parsed(six, 6), six);
  std::string endless = "a1";
  for (int i = 1; i < 5000; ++i) endless += i % 2 == 0 ? "-a1" : "-a2";
  EXPECT_EQ(refused(endless), "too many corners: 5000, this circuit may have at most 28");
}

TEST(Circuit, RefusesTheSameSquareTwiceInARow) {
  EXPECT_EQ(refused("a1-a4-a4-d4-d1"), "a4 is listed twice in a row");
  EXPECT_EQ(refused("a1-a4-d4-d1-a1"), "a1 is listed first and last: a circuit closes by itself");
}

TEST(Circuit, RefusesSlantingSides) {
  EXPECT_EQ(refused("a1-a4-d5-d1"), "a4 and d5 are neither in one row nor in one column");
  EXPECT_EQ(refused("a1-a4-d4-d2"), "d2 and a1 are neither in one row nor in one column");
}

TEST(Circuit, RefusesListedSquaresThatAreNoCorners) {
  EXPECT_EQ(refused("a1-a3-a4-d4-d1"), "a3 is not a corner: a1, a3 and a4 are in one line");
  EXPECT_EQ(refused("a1-a4-d4-d1-b1"), "b1 is not a corner: d1, b1 and a1 are in one line");
  EXPECT_EQ(refused("a2-a4-d4-d1-a1"), "a2 is not a corner: a1, a2 and a4 are in one line");
  EXPECT_EQ(refused("a1-a4-a2-d2-d1"), "a4 is not a corner: a1, a4 and a2 are in one line");
}

TEST(Circuit, RefusesASquareListedTwice) {
  // Two corners that touch.
  EXPECT_EQ(refused("a1-a3-c3-c5-e5-e3-c3-c1"), "c3 is listed twice");
  EXPECT_EQ(refused("a1-a2-b2-b1-a1-a2-b2-b1"), "a1 is listed twice");
}

TEST(Circuit, RefusesAPathThatCrossesOrTouchesItself) {
  const std::string why = " twice: a circuit may not cross or touch itself";
  // A cross at c3 in the middle of two sides.
  EXPECT_EQ(refused("a1-a3-e3-e5-c5-c1"), "the path passes c3" + why);
  // Two sides on the same squares, b4 to e4: the lowest is named.
  EXPECT_EQ(refused("a2-a4-e4-e3-b3-b4-f4-f2"), "the path passes b4" + why);
}

TEST(Circuit, RefusesCounterClockwiseAndShowsTheOtherWay) {
  EXPECT_EQ(refused("a1-d1-d4-a4"), "counter-clockwise: the same circuit clockwise is a4-d4-d1-a1");
  EXPECT_EQ(refused("f1-f3-b3-b2-a2-a1"),
            "counter-clockwise: the same circuit clockwise is a1-a2-b2-b3-f3-f1");
}

TEST(Circuit, EveryRotationBackwardsIsRefused) {
  std::string listed = "f1-f3-b3-b2-a2-a1";
  for (int turn = 0; turn < 6; ++turn) {
    EXPECT_EQ(refused(listed).substr(0, 17), "counter-clockwise");
    listed = listed.substr(3) + '-' + listed.substr(0, 2);
  }
}

// All circuits: the project's list against an enumeration by walking, circuit by
// circuit, and the published numbers.

using turn_right_test::Found;

// By number of corners, 4, 6, ... 28.
constexpr std::array<std::uint32_t, 13> published{
    225, 1600, 9450, 39360, 113453, 223680, 301508, 275928, 169120, 67492, 17538, 2788, 221};

const std::vector<Found>& walked() {
  static const std::vector<Found> found = turn_right_test::find_all_circuits();
  return found;
}

Found found_of(const Circuit& circuit) {
  return {turn_right_test::key_of(to_string(circuit.corners())),
          static_cast<int>(circuit.corners().size())};
}

TEST(CircuitList, SizesAreThePublishedNumbers) {
  const CircuitList& list = CircuitList::instance();
  std::uint32_t sum = 0;
  for (std::size_t n = 1; n <= published.size(); ++n) {
    sum += published[n - 1];
    EXPECT_EQ(list.size(static_cast<int>(2 * (n + 1))), sum) << "circuit " << n;
  }
  EXPECT_EQ(sum, 1222363U);
}

TEST(CircuitList, TheWalkFindsThePublishedNumbersToo) {
  std::array<std::uint32_t, 13> count{};
  for (const Found& found : walked()) ++count.at(static_cast<std::size_t>(found.corners / 2 - 2));
  EXPECT_EQ(count, published);
}

TEST(CircuitList, IsTheWalkedOnesInTheDocumentedOrder) {
  const CircuitList& list = CircuitList::instance();
  ASSERT_EQ(list.size(most_corners), walked().size());
  std::uint32_t index = 0;
  for (const Found& expected : walked()) {
    ASSERT_EQ(found_of(list.at(most_corners, index)), expected) << index;
    ++index;
  }
}

TEST(CircuitList, LeavesOutWhatHasTooManyCornersAndKeepsTheOrder) {
  const CircuitList& list = CircuitList::instance();
  for (int corners = 4; corners <= 14; corners += 2) {
    std::uint32_t index = 0;
    for (const Found& expected : walked()) {
      if (expected.corners > corners) continue;
      ASSERT_EQ(found_of(list.at(corners, index)), expected) << corners << ", " << index;
      ++index;
    }
    EXPECT_EQ(index, list.size(corners));
  }
}

TEST(CircuitList, EveryCircuitIsReadBackAsItIsWritten) {
  const CircuitList& list = CircuitList::instance();
  Circuit again;
  for (std::uint32_t index = 0; index < list.size(most_corners); ++index) {
    MoveLine line;
    list.at(most_corners, index).write(line);
    const Verdict verdict = Circuit::parse(line.view(), most_corners, again);
    ASSERT_TRUE(verdict) << line.view() << ": " << verdict.reason();
    MoveLine relayed;
    again.write(relayed);
    ASSERT_EQ(relayed.view(), line.view());
  }
}

}  // namespace
}  // namespace rules::turn_right
