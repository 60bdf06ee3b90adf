// Faults: of every kind, at the first, a middle and the last ply, in every game.
#include <gtest/gtest.h>

#include <map>

#include "rules/by_seat.hpp"
#include "rules/two_seats.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::bot::fault_names;
using referee::match::Status;

constexpr std::uint64_t deal_seed = 21;

MatchPlan plan_of(std::string_view name) { return MatchPlan::from_seed(game(name), deal_seed); }

// The length of the game when nobody fails; the players are the same, so that a
// game is the same up to its first fault.
int full_length(const std::string& name) {
  static std::map<std::string, int> lengths;
  int& length = lengths[name];
  if (length == 0) length = static_cast<int>(Played(plan_of(name)).record.plies.size());
  return length;
}

// Checks every move that the jury made: each must be the next of its seat's own stream.
void expect_jury_moves(const MatchRecord& record) {
  std::array streams{rules::Stream(deal_seed, "jury-1"), rules::Stream(deal_seed, "jury-2")};
  const auto position = record.game->start(record.deal);
  rules::BySeat<bool> out{};
  for (std::size_t i = 0; i <= record.plies.size(); ++i) {
    for (const auto& fault : record.faults) {
      if (fault.ply != static_cast<int>(i) + 1) continue;
      position->forfeit(fault.seat);
      out[rules::index(fault.seat)] = true;
    }
    if (i == record.plies.size()) break;
    const auto& ply = record.plies[i];
    const std::size_t seat = rules::index(ply.seat);
    EXPECT_EQ(ply.jury, out[seat]) << "ply " << i + 1;
    if (ply.jury) {
      rules::MoveLine line;
      position->random_move(streams[seat], line);
      EXPECT_EQ(ply.line, line.view()) << "ply " << i + 1;
    }
    ASSERT_TRUE(position->play(ply.line));
  }
  EXPECT_TRUE(position->over());
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(position->result().seats[i], record.scores[i].result);
  }
}

class OneFault : public testing::TestWithParam<std::tuple<std::string, std::size_t>> {
 protected:
  [[nodiscard]] std::string name() const { return std::get<0>(GetParam()); }
  [[nodiscard]] FaultKind kind() const { return static_cast<FaultKind>(std::get<1>(GetParam())); }

  void expect_record(int ply) const {
    SCOPED_TRACE("fault at move " + std::to_string(ply));
    const Played whole(plan_of(name()));
    const Played played(plan_of(name()), {{ply, kind()}});
    const MatchRecord& record = played.record;
    const Seat seat = ply % 2 == 1 ? Seat::first : Seat::second;

    ASSERT_EQ(record.faults.size(), 1U);
    const auto& fault = record.faults[0];
    EXPECT_EQ(fault.seat, seat);
    EXPECT_EQ(fault.ply, ply);
    EXPECT_EQ(fault.fault.kind, kind());
    if (kind() == FaultKind::illegal) {
      EXPECT_EQ(fault.line, bad_line);
      EXPECT_FALSE(fault.fault.reason.empty());
    } else {
      EXPECT_EQ(fault.line, std::nullopt);
      EXPECT_EQ(fault.fault.reason, reason_of(kind()));
    }
    for (int i = 0; i + 1 < ply; ++i) {
      EXPECT_EQ(record.plies.at(static_cast<std::size_t>(i)),
                whole.record.plies.at(static_cast<std::size_t>(i)));
    }
    expect_players(played, seat);
    expect_scores(record, seat);
    if (record.game->takeover) {
      ASSERT_GE(static_cast<int>(record.plies.size()), ply);
      expect_jury_moves(record);
    } else {
      EXPECT_EQ(static_cast<int>(record.plies.size()), ply - 1);
    }
  }

  void expect_players(const Played& played, Seat seat) const {
    const ClientPlayer& failed = played.player(seat);
    const ClientPlayer& other = played.player(rules::other(seat));
    const std::string goodbye = played.plan.game->protocol.says_quit ? "Quit\n" : "x\n";
    EXPECT_EQ(failed.dismissed, 1);
    EXPECT_EQ(failed.parted, 0);
    EXPECT_EQ(failed.farewell, goodbye);
    EXPECT_EQ(failed.dismissed_for, played.record.faults[0].fault);
    EXPECT_EQ(other.dismissed, 0);
    EXPECT_EQ(other.parted, 1);
    EXPECT_EQ(other.farewell, goodbye);
  }

  void expect_scores(const MatchRecord& record, Seat seat) const {
    const auto& failed = record.scores[rules::index(seat)];
    const auto& other = record.scores[rules::index(rules::other(seat))];
    static const std::map<FaultKind, Status> statuses{
        {FaultKind::illegal, Status::illegal}, {FaultKind::timeout, Status::timeout},
        {FaultKind::exit, Status::exit},       {FaultKind::crash, Status::exit},
        {FaultKind::memory, Status::exit},     {FaultKind::flood, Status::illegal},
        {FaultKind::launch, Status::exit},     {FaultKind::given_up, Status::exit}};
    EXPECT_EQ(failed.status, statuses.at(kind()));
    // Sudoku alone has points for a bot whose time is over.
    const bool mild = name() == "sudoku" && kind() == FaultKind::timeout;
    EXPECT_EQ(failed.result.score, mild ? 1 : 0);
    EXPECT_TRUE(failed.result.forfeited);
    EXPECT_FALSE(other.result.forfeited);
    EXPECT_GT(other.result.score, 0);
    EXPECT_TRUE(other.status == Status::win || other.status == Status::lose ||
                other.status == Status::draw);
    if (!record.game->takeover) {
      EXPECT_EQ(other.status, Status::win);
      EXPECT_EQ(other.result.game_points, record.game->most_game_points);
      EXPECT_EQ(failed.result.game_points, 0);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Games, OneFault,
                         testing::Combine(testing::ValuesIn(game_names()),
                                          testing::Range(std::size_t{0}, fault_names.size())),
                         [](const auto& one) {
                           return test_name(std::get<0>(one.param) + "_" +
                                            std::string(fault_names[std::get<1>(one.param)]));
                         });

TEST_P(OneFault, AtTheFirstPly) { expect_record(1); }
TEST_P(OneFault, AtTheSecondPly) { expect_record(2); }
TEST_P(OneFault, InTheMiddle) { expect_record(full_length(name()) / 2); }
TEST_P(OneFault, AtTheLastPly) { expect_record(full_length(name())); }

class BothFail : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Games, BothFail, testing::Values("6561", "2187", "box", "black-hole"),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(BothFail, TheGameStopsThereWithNothingForAnybody) {
  const std::vector<std::pair<int, int>> cases{{1, 2}, {2, 5}, {5, 10}, {9, 10}};
  for (const auto& [one, two] : cases) {
    SCOPED_TRACE(std::to_string(one) + " and " + std::to_string(two));
    const Played played(plan_of(GetParam()),
                        {{one, FaultKind::timeout}, {two, FaultKind::illegal}});
    const MatchRecord& record = played.record;
    ASSERT_EQ(record.faults.size(), 2U);
    EXPECT_EQ(record.faults[0].ply, one);
    EXPECT_EQ(record.faults[1].ply, two);
    EXPECT_EQ(static_cast<int>(record.plies.size()), two - 1);
    for (const Seat seat : {Seat::first, Seat::second}) {
      const auto& score = record.scores[rules::index(seat)];
      EXPECT_EQ(score.result.score, 0);
      EXPECT_TRUE(score.result.forfeited);
      EXPECT_EQ(score.status, seat == record.faults[0].seat ? Status::timeout : Status::illegal);
      EXPECT_EQ(played.player(seat).dismissed, 1);
      EXPECT_EQ(played.player(seat).parted, 0);
      EXPECT_EQ(played.player(seat).farewell, "Quit\n");
    }
    expect_jury_moves(record);
  }
}

TEST(Takeover, LeavesTheTilesOfBoxAlone) {
  const MatchPlan plan = plan_of("box");
  const std::string deal = plan.deal;
  for (const int ply : {1, 2, 9, 14}) {
    const Played played(plan, {{ply, FaultKind::crash}});
    // "3 2 216534 364521 ...": two colours, the start tile, then a tile for each ply.
    std::size_t at = 4 + 7;
    for (const auto& one : played.record.plies) {
      EXPECT_EQ(one.relayed.substr(2, 6), deal.substr(at, 6));
      at += 7;
    }
    EXPECT_GT(played.record.plies.size(), 20U);
  }
}

TEST(Takeover, OneSidesJuryDoesNotDependOnTheOthers) {
  // The first move of jury-2 is the same whatever happened to seat one before.
  const MatchPlan plan = plan_of("black-hole");
  const MatchRecord alone = Played(plan, {{2, FaultKind::exit}}).record;
  rules::Stream stream(deal_seed, "jury-2");
  const auto position = plan.game->start(plan.deal);
  ASSERT_TRUE(position->play(alone.plies[0].line));
  rules::MoveLine line;
  position->random_move(stream, line);
  EXPECT_EQ(alone.plies[1].line, line.view());
}

TEST(Takeover, WithoutASeedTheJuryPlaysFromSeedZero) {
  MatchPlan plan = MatchPlan::from_seed(game("black-hole"), 0);
  const MatchRecord seeded = Played(plan, {{3, FaultKind::exit}}).record;
  plan.seed.reset();
  const MatchRecord bare = Played(plan, {{3, FaultKind::exit}}).record;
  EXPECT_EQ(bare.seed, std::nullopt);
  EXPECT_EQ(bare.plies, seeded.plies);
}

TEST(Takeover, TimeOfTheFailedTurnIsCounted) {
  const Played played(plan_of("box"), {{3, FaultKind::timeout}});
  using namespace std::chrono_literals;
  // Two turns of the bot; the jury's own cost nothing.
  EXPECT_EQ(played.record.measured.bots[0].cpu, 6us);
  EXPECT_EQ(played.record.measured.cpu.size(), played.record.plies.size());
  EXPECT_EQ(played.record.measured.cpu[2], 0us);
}

}  // namespace
