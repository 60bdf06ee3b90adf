// Why a bot loses, over its matches.
#include "referee/show/report/match/bot_account.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "referee/play/match/lead.hpp"
#include "referee/play/match/match.hpp"
#include "rules/catalogue.hpp"

namespace referee::report {
namespace {

using std::chrono::seconds;

// A match of Box whose first seat wins by `ahead` points; its deal cannot be played.
match::MatchRecord match(const std::string& first, const std::string& second, int ahead,
                         std::size_t plies = 10) {
  match::MatchRecord record;
  record.game = rules::find_game("box");
  record.clock = kernel::ClockKind::wall;
  record.times.budget = seconds(10);
  record.bots[0].name = first;
  record.bots[1].name = second;
  record.plies.resize(plies);
  for (std::size_t i = 0; i < 2; ++i) {
    const int own = i == 0 ? ahead : -ahead;
    record.scores[i].result.score = 50 + own;
    record.scores[i].status = own == 0  ? rules::Status::draw
                              : own > 0 ? rules::Status::win
                                        : rules::Status::lose;
  }
  return record;
}

match::MatchRecord failed(match::MatchRecord record, rules::Seat seat, bot::FaultKind kind,
                          const std::string& errors) {
  record.faults.push_back({seat, 3, {kind, "why", {}}, {}});
  record.scores[rules::index(seat)].status = match::status_of(kind);
  record.measured.bots[rules::index(seat)].departure.stderr_tail = errors;
  return record;
}

match::MatchRecord timed(match::MatchRecord record, rules::Seat seat, seconds wall) {
  record.measured.bots[rules::index(seat)].wall = wall;
  return record;
}

TEST(BotMatches, AreCountedAndGrouped) {
  BotMatches matches("own");
  using rules::Seat;
  std::uint64_t number = 10;
  const auto add = [&](const match::MatchRecord& record) { matches.add(number++, record); };
  add(match("own", "strong", -5));                                                        // 10
  add(match("strong", "own", 5));                                                         // 11
  add(match("own", "strong", 1));                                                         // 12
  add(match("own", "weak", 3));                                                           // 13
  add(match("weak", "own", 0));                                                           // 14
  add(failed(match("own", "weak", 4), Seat::first, bot::FaultKind::crash, "a\nboom\n"));  // 15
  add(failed(match("even", "own", -4), Seat::second, bot::FaultKind::crash, "boom"));     // 16
  add(failed(match("own", "even", 9), Seat::first, bot::FaultKind::illegal, ""));         // 17
  add(timed(match("own", "even", 9), Seat::first, seconds(9)));                           // 18
  add(timed(match("even", "own", -9), Seat::second, seconds(10)));                        // 19
  // The other one's are no business of this bot's.
  add(timed(failed(match("own", "even", -9), Seat::second, bot::FaultKind::crash, "not mine"),
            Seat::second, seconds(11)));  // 20
  add(match("weak", "strong", 7));        // 21

  const BotAccount account = matches.account();
  EXPECT_EQ(account.all, (BotResults{11, 5, 1, 5}));
  ASSERT_EQ(account.faults.size(), 2U);
  EXPECT_EQ(account.faults[0].kind, "crash");
  EXPECT_EQ(account.faults[0].last_line, "boom");
  EXPECT_EQ(account.faults[0].times, 2U);
  EXPECT_EQ(account.faults[0].match, 15U);
  EXPECT_EQ(account.faults[1].kind, "illegal");
  EXPECT_EQ(account.faults[1].last_line, "");
  ASSERT_EQ(account.worst.size(), 1U) << "those who win as often as they lose are not named";
  EXPECT_EQ(account.worst[0].name, "strong");
  EXPECT_EQ(account.worst[0].against, (BotResults{3, 1, 0, 2}));
  EXPECT_EQ(account.in_time_trouble, 2U);
  EXPECT_EQ(account.slowest_match, 19U);
  EXPECT_DOUBLE_EQ(account.most_time, 1.0);
  // Nothing of these can be played again.
  ASSERT_EQ(account.looks.size(), 1U);
  EXPECT_EQ(account.looks[0].match, 10U);

  const std::string text = account_text("own", account, "referee replay results/x", {});
  for (const char* words :
       {"own: 11 games, 5 won, 1 drawn, 5 lost\n", "crash             15  boom\n",
        "illegal           17  -\n", "strong             3  1  0  2\n",
        "It used nine tenths of its time or more in 2 games; most in match 19: 100 %.\n",
        "  match 10: it lost within 10 moves\n    referee replay results/x 10\n"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << " in\n" << text;
  }
}

TEST(BotMatches, SayOfHowManyLostGamesTheLeadsAre) {
  BotMatches matches("own");
  const auto text = [&] { return account_text("own", matches.account(), "referee replay x", {}); };
  for (std::uint64_t i = 0; i < BotMatches::most_replayed; ++i) {
    matches.add(i, match("own", "other", -9));
  }
  EXPECT_NE(text().find("Lost games to look at:\n"), std::string::npos) << text();
  matches.add(BotMatches::most_replayed, match("own", "other", -9));
  EXPECT_NE(text().find("Lost games to look at (leads in the first 5000 of them):\n"),
            std::string::npos)
      << text();
}

TEST(BotMatches, WithoutLossesSayNoMore) {
  BotMatches matches("own");
  matches.add(0, match("own", "other", 2));
  EXPECT_EQ(account_text("own", matches.account(), "referee replay x", {}),
            "own: 1 game, 1 won, 0 drawn, 0 lost\n\n");
  EXPECT_EQ(BotMatches("nobody").account().all, BotResults{});
}

// Each game is named once, for the first reason.
TEST(BotMatches, LostGamesAreLookedAt) {
  const rules::GameInfo& game = *rules::find_game("turn-right");
  BotMatches matches("own");
  std::map<std::uint64_t, match::MatchRecord> lost;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto plan = match::MatchPlan::from_seed(game, seed);
    match::RandomPlayer one(rules::Stream(seed, "one"));
    match::RandomPlayer two(rules::Stream(seed, "two"));
    match::MatchRecord record = match::play(plan, {&one, &two});
    record.bots[0].name = "own";
    record.bots[1].name = "other";
    if (record.scores[0].status == rules::Status::lose) lost.emplace(seed, record);
    matches.add(seed, record);
  }
  const BotAccount account = matches.account();
  ASSERT_EQ(account.looks.size(), 3U);
  double most = 0;
  for (const auto& [number, record] : lost) {
    most = std::max(most, match::lead_of(record).lost[0].points);
  }
  EXPECT_DOUBLE_EQ(match::lead_of(lost.at(account.looks[0].match)).lost[0].points, most);
  EXPECT_NE(account.looks[1].match, account.looks[0].match);
  EXPECT_NE(account.looks[2].match, account.looks[1].match);
}

}  // namespace
}  // namespace referee::report
