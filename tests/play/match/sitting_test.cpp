// Which moves a person may take back.
#include "referee/play/match/sitting.hpp"

#include <gtest/gtest.h>

#include "referee/machine/walls/protections.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using namespace referee::match;

class WithoutLast : public testing::Test {
 protected:
  // How many of the moves of both seats, by turns, are left.
  std::optional<std::size_t> left(bool two, std::size_t moves, Seat seat) {
    SittingOptions options;
    options.plan = MatchPlan::from_seed(game("black-hole"), 3);
    options.two = two;
    const Sitting sitting(host_, options);
    std::vector<Ply> plies(moves);
    for (std::size_t i = 0; i < moves; ++i) plies[i].seat = i % 2 == 0 ? Seat::first : Seat::second;
    return sitting.without_last(plies, seat);
  }
  referee::bot::Host host_{referee::walls::probe_protections()};
};

TEST_F(WithoutLast, OnePersonTakesTheLastOwnMoveBack) {
  EXPECT_EQ(left(false, 0, Seat::first), std::nullopt);
  EXPECT_EQ(left(false, 1, Seat::second), std::nullopt);
  EXPECT_EQ(left(false, 4, Seat::first), 2U);
  EXPECT_EQ(left(false, 5, Seat::first), 4U);
  EXPECT_EQ(left(false, 4, Seat::second), 3U);
}

TEST_F(WithoutLast, OfTwoPersonsEitherTakesTheLastMoveBack) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    EXPECT_EQ(left(true, 0, seat), std::nullopt);
    EXPECT_EQ(left(true, 4, seat), 3U);
    EXPECT_EQ(left(true, 5, seat), 4U);
  }
}

}  // namespace
