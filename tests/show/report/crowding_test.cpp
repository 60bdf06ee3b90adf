#include "referee/show/report/live/crowding.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace referee::report {
namespace {

using namespace std::chrono_literals;

match::MatchRecord game(match::Duration cpu, match::Duration wall) {
  match::MatchRecord record;
  record.bots = {match::BotIdentity{"slow", "./slow", {}, {}},
                 match::BotIdentity{"quick", "./quick", {}, {}}};
  record.measured.bots[0].cpu = cpu;
  record.measured.bots[0].wall = wall;
  record.measured.bots[1].cpu = 1ms;
  record.measured.bots[1].wall = 500ms;
  return record;
}

TEST(Crowding, IsToldOfBotsThatGotLittleOfABusyMachine) {
  Crowding crowding;
  crowding.finished(game(2s, 9s));
  crowding.finished(game(2s, 11s));
  const std::string warning = crowding.warning(0.93);
  EXPECT_NE(warning.find("93 %"), std::string::npos) << warning;
  EXPECT_NE(warning.find("slow (20 % of the time"), std::string::npos) << warning;
  EXPECT_EQ(warning.find("quick"), std::string::npos) << "it does not look at a clock";
  EXPECT_EQ(crowding.warning(0.1), "") << "it waited for something else";
}

TEST(Crowding, IsNotToldWithoutEvidence) {
  Crowding honest;
  honest.finished(game(9s, 10s));
  EXPECT_EQ(honest.warning(1), "");
  Crowding official;
  match::MatchRecord record = game(2s, 10s);
  record.clock = kernel::ClockKind::wall;
  official.finished(record);
  EXPECT_EQ(official.warning(1), "") << "there the time is charged, and faults tell of waiting";
  EXPECT_EQ(Crowding().warning(1), "");
}

}  // namespace
}  // namespace referee::report
