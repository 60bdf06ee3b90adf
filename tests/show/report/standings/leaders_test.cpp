#include "referee/show/report/standings/leaders.hpp"

#include <gtest/gtest.h>

#include "tests/run/store/support.hpp"

namespace referee::report {
namespace {

// Records of pairings that followed from an earlier program's results are left out of the bracket.
TEST(Leaders, OfAKnockoutLeaveOutMatchesBetweenOthers) {
  auto event = test::event("box", {"a", "b", "c", "d"}, 1);
  event.format.kind = formats::FormatKind::knockout;
  event.format.deals = 1;
  auto manifest = test::manifest({event});
  manifest.own_deals = true;  // seeds do not matter here
  Leaders leaders(manifest);
  const auto play = [&](std::uint64_t number, const char* first, const char* second) {
    store::MatchSummary match;
    match.match = number;
    match.round = number < 4 ? 1 : 2;
    match.game = "box";
    match.bots = {first, second};
    match.seats[0].score = 10;
    match.seats[1].score = 5;
    leaders.add(match);
  };
  play(4, "b", "c");  // of the final, before its round is known
  play(5, "c", "b");
  play(0, "a", "d");
  play(1, "d", "a");
  play(2, "b", "c");
  play(3, "c", "b");
  play(4, "a", "b");
  play(5, "b", "a");
  const auto lines = leaders.lines(0, 4, {false, 80});
  EXPECT_EQ(lines.front(), "Box (CodeCup 2025): 2 rounds, 6 of 6 matches, 0 moves");
}

}  // namespace
}  // namespace referee::report
