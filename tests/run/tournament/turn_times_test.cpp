#include "referee/run/tournament/turn_times.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "referee/play/match/record_json.hpp"

namespace referee::tournament {
namespace {

using rules::Seat;
using std::chrono::microseconds;

config::Manifest two_bots() {
  config::Manifest manifest;
  config::Event event;
  event.game = rules::find_game("box");
  event.rounds = 50;
  for (const char* name : {"alpha", "beta"}) event.bots.emplace_back().name = name;
  manifest.events.push_back(event);
  return manifest;
}

// Each turn of the first seat takes `us`, each of the second one 1 us.
match::MatchRecord record_of(std::uint64_t match, int us, int plies = 6) {
  match::MatchRecord record;
  record.game = rules::find_game("box");
  record.match = match;
  record.round = static_cast<int>(match / 2) + 1;
  record.times.budget = microseconds(1000);
  record.bots[0].name = match % 2 == 0 ? "alpha" : "beta";
  record.bots[1].name = match % 2 == 0 ? "beta" : "alpha";
  for (int i = 0; i < plies; ++i) {
    record.plies.push_back({i % 2 == 0 ? Seat::first : Seat::second, "x", "x"});
    record.measured.cpu.push_back(microseconds(i % 2 == 0 ? us : 1));
    record.measured.wall.push_back(microseconds(500));
  }
  return record;
}

void add(TurnTimes& times, const match::MatchRecord& record) {
  times.add(store::summary_of(record), match::to_line(record));
}

TEST(TurnTimes, AreAddedUpByTheNumberOfTheMove) {
  TurnTimes times(two_bots());
  add(times, record_of(0, 100));
  add(times, record_of(2, 50, 4));
  const EventTurns& event = times.events().at(0);
  const auto& alpha = event.bots.at("alpha");
  ASSERT_EQ(alpha.size(), 5U);
  EXPECT_EQ(alpha[0].turns, 2U);
  EXPECT_EQ(alpha[0].mean_us(), 75);
  EXPECT_EQ(alpha[0].most_us, 100);
  EXPECT_EQ(alpha[1].turns, 0U);
  EXPECT_EQ(alpha[4].mean_us(), 100);
  EXPECT_EQ(event.bots.at("beta")[1].turns, 2U);
  // The last of its turns has used most of the budget.
  ASSERT_EQ(event.nearest.size(), 4U);
  EXPECT_EQ(event.nearest[0].bot, "alpha");
  EXPECT_EQ(event.nearest[0].match, 0U);
  EXPECT_EQ(event.nearest[0].ply, 5);
  EXPECT_EQ(event.nearest[0].used_us, 300);
  EXPECT_EQ(event.nearest[0].limit_us, 1000);
  EXPECT_FALSE(event.nearest[0].of_turn);
  EXPECT_EQ(event.nearest[1].match, 2U);
}

TEST(TurnTimes, TheLimitOfATurnMayBeNearer) {
  auto record = record_of(0, 100);
  record.times.turn = microseconds(160);
  record.times.first_turn = microseconds(800);
  record.measured.cpu[2] = microseconds(150);
  TurnTimes times(two_bots());
  add(times, record);
  const NearLimit& near = times.events().at(0).nearest.at(0);
  EXPECT_TRUE(near.of_turn);
  EXPECT_EQ(near.ply, 3);
  EXPECT_EQ(near.used_us, 150);
  EXPECT_EQ(near.limit_us, 160);
  // On the wall clock other times count.
  record.clock = kernel::ClockKind::wall;
  record.times = {record.times.budget};
  TurnTimes by_wall(two_bots());
  add(by_wall, record);
  EXPECT_EQ(by_wall.events().at(0).nearest.at(0).used_us, 1500);
}

TEST(TurnTimes, WhatDoesNotCountIsLeftOut) {
  auto record = record_of(0, 100);
  record.plies[4].jury = true;
  record.faults.push_back({Seat::first, 5, {bot::FaultKind::timeout, "slow"}, std::nullopt});
  auto unknown = record_of(1, 100);
  unknown.measured.known = false;
  TurnTimes times(two_bots(), {{}, std::pair(1, 1)});
  add(times, record);
  add(times, unknown);
  add(times, record_of(4, 100));
  const EventTurns& event = times.events().at(0);
  EXPECT_EQ(event.bots.at("alpha").size(), 3U);
  ASSERT_EQ(event.nearest.size(), 2U);
  EXPECT_EQ(event.nearest[0].ply, 3);
}

TEST(TurnTimes, OnlyTheNearestAreListed) {
  TurnTimes times(two_bots());
  for (int match = 0; match < 30; ++match)
    add(times, record_of(static_cast<std::uint64_t>(match), match));
  const auto& nearest = times.events().at(0).nearest;
  ASSERT_EQ(nearest.size(), TurnTimes::most_listed);
  for (std::size_t i = 0; i < nearest.size(); ++i) EXPECT_EQ(nearest[i].match, 29 - i);
}

}  // namespace
}  // namespace referee::tournament
