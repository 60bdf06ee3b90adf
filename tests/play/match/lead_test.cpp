// How the lead goes in a match.
#include "referee/play/match/lead.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::AtMove;
using referee::match::Lead;
using referee::match::lead_of;
using referee::match::MatchFault;
using referee::match::PointsByMove;

MatchRecord with_faults(std::string_view name, std::vector<MatchFault> faults = {}) {
  MatchRecord record;
  record.game = &game(name);
  record.faults = std::move(faults);
  return record;
}

const std::optional<referee::match::PointsByMove::value_type::value_type> unsaid;
using Both = std::array<double, 2>;

struct Case {
  const char* what;
  PointsByMove points;
  std::vector<MatchFault> faults;
  AtMove swing;
  std::vector<int> turns;
  rules::BySeat<AtMove> lost;
};

TEST(Lead, OfPoints) {
  const MatchFault third{Seat::second, 3, {}, {}};
  const MatchFault unknown{Seat::first, 0, {}, {}};
  const std::vector<Case> cases{
      {"nothing happens", {Both{0, 0}, Both{0, 0}}, {}, {}, {}, {}},
      {"no positions", {}, {}, {}, {}, {}},
      {"a lead that is kept", {Both{0, 0}, Both{5, 0}, Both{5, 1}}, {}, {5, 1}, {1}, {{1, 1}, {}}},
      {"each seat loses one, each its own",
       {Both{0, 0}, Both{0, 4}, Both{9, 4}, Both{9, 8}},
       {},
       {9, 2},
       {2},
       {{4, 2}, {5, 1}}},
      {"of equal ones the first counts",
       {Both{2, 0}, Both{0, 0}, Both{2, 0}, Both{0, 0}},
       {},
       {2, 1},
       {1, 2, 3},
       {{2, 0}, {}}},
      {"what nobody has said", {unsaid, Both{1, 0}, unsaid, Both{0, 7}}, {}, {}, {}, {{8, 1}, {}}},
      {"unsaid at the end", {Both{0, 0}, Both{3, 0}, unsaid}, {}, {3, 1}, {1}, {}},
      {"decimals",
       {Both{0, 0}, Both{0.25, 0}, Both{0.25, 0.5}},
       {},
       {0.5, 2},
       {1, 2},
       {{0.5, 1}, {}}},
      {"behind a fault the jury plays",
       {Both{0, 0}, Both{3, 0}, Both{3, 2}, Both{3, 50}},
       {third},
       {3, 1},
       {1, 2},
       {{2, 1}, {}}},
      {"a fault at an unknown move", {Both{0, 0}, Both{3, 0}}, {unknown}, {}, {}, {}},
  };
  for (const Case& one : cases) {
    const Lead lead = lead_of(with_faults("box", one.faults), one.points);
    EXPECT_EQ(lead.swing, one.swing) << one.what;
    EXPECT_EQ(lead.turns, one.turns) << one.what;
    EXPECT_EQ(lead.lost, one.lost) << one.what;
  }
}

TEST(Lead, OfAGameThatBothPlayTogetherIsWhatTheyHave) {
  const Lead lead = lead_of(with_faults("6561"), {Both{0, 0}, Both{3, 3}, Both{10, 10}});
  EXPECT_EQ(lead.swing, (AtMove{14, 2}));
  EXPECT_EQ(lead.lost, (rules::BySeat<AtMove>(2)));
}

// Against the positions, played again one by one.
TEST(Lead, OfARecordIsThatOfItsPositions) {
  std::size_t changing = 0;
  for (const std::string& name : game_names()) {
    const auto plan = MatchPlan::from_seed(game(name), 5);
    ClientPlayer one(game(name), 1);
    ClientPlayer two(game(name), 2);
    const MatchRecord record = referee::match::play(plan, {&one, &two});
    const auto position = record.game->start(record.deal);
    double before = 0;
    AtMove most;
    for (std::size_t i = 0; i <= record.plies.size(); ++i) {
      if (i > 0) ASSERT_TRUE(position->play(record.plies[i - 1].line));
      const auto& seats = position->result().seats;
      const double first = std::stod(seats[0].board_points.value().text());
      const double second = std::stod(seats[1].board_points.value().text());
      const double ahead = game(name).cooperative ? first + second : first - second;
      if (i > 0 && std::abs(ahead - before) > most.points) {
        most = {std::abs(ahead - before), static_cast<int>(i)};
      }
      before = ahead;
    }
    EXPECT_EQ(lead_of(record).swing, most) << name;
    if (most.points > 0) ++changing;
  }
  EXPECT_GE(changing, 5U);
}

}  // namespace
