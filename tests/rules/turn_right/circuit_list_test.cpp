// All circuits: the project's list against an enumeration by walking, circuit by
// circuit, and the published numbers.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "enumeration.hpp"
#include "rules/turn_right/circuit.hpp"

namespace rules::turn_right {
namespace {

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
