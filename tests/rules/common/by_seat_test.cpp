#include "rules/by_seat.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/two_seats.hpp"

namespace rules {
namespace {

// Longer than what a std::string keeps inside itself.
const std::string long_name(40, 'n');

TEST(BySeat, HasAsManyElementsAsAGameHasSeats) {
  EXPECT_EQ(BySeat<int>(), (BySeat<int>{0, 0}));
  EXPECT_EQ(BySeat<int>(3), (BySeat<int>{0, 0, 0}));
  EXPECT_EQ(BySeat<std::size_t>(most_seats, index), (BySeat<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_NE(BySeat<int>(1), BySeat<int>(2));
  EXPECT_THROW(BySeat<int>(most_seats + 1), std::out_of_range);
}

TEST(BySeat, IsIndexedBySeats) {
  BySeat<std::string> names{"north", "east", "south", "west"};
  EXPECT_EQ(names[Seat::second], "east");
  EXPECT_EQ(names[3], "west");
  EXPECT_THROW((void)names[4], std::out_of_range);
  std::vector<Seat> seats;
  for (const Seat seat : names.seats()) {
    seats.push_back(seat);
    names[seat] += '!';
  }
  EXPECT_EQ(seats, (std::vector{Seat::first, Seat::second, seat_at(2), seat_at(3)}));
  EXPECT_EQ(names, (BySeat<std::string>{"north!", "east!", "south!", "west!"}));
}

TEST(BySeat, IsCopiedAndMovedAtAnySize) {
  for (const std::size_t before : {0U, 1U, 2U, 8U}) {
    const auto some = [](Seat seat) { return std::to_string(index(seat)) + long_name; };
    const BySeat<std::string> four(4, some);
    BySeat<std::string> copy(before);
    copy = four;
    EXPECT_EQ(copy, four);
    BySeat<std::string> moved(before);
    moved = std::move(copy);
    EXPECT_EQ(moved, four);
    EXPECT_EQ(BySeat<std::string>(std::move(moved)), four);
  }
}

// Elements that can only be made in place, and that are destroyed when a later one throws.
TEST(BySeat, MakesAndEndsEachElementOnce) {
  struct Player {
    explicit Player(std::shared_ptr<int> held) : held_(std::move(held)) {}
    Player(const Player&) = delete;
    std::shared_ptr<int> held_;
  };
  const auto held = std::make_shared<int>(0);
  {
    const BySeat<Player> players(5, [&](Seat /*seat*/) { return Player(held); });
    EXPECT_EQ(players.size(), 5U);
    EXPECT_EQ(held.use_count(), 6);
  }
  const auto fails = [&](Seat seat) {
    if (index(seat) == 3) throw std::invalid_argument("the fourth");
    return Player(held);
  };
  EXPECT_THROW(BySeat<Player>(4, fails), std::invalid_argument);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(TwoSeats, EachHasTheOther) {
  EXPECT_EQ(other(Seat::first), Seat::second);
  EXPECT_EQ(other(Seat::second), Seat::first);
}

}  // namespace
}  // namespace rules
