// Matches of hand-made players that are replayed: the seat, the lines, the first difference.
#include "referee/analysis/replaying/replaying.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "tests/play/match/support.hpp"

namespace {

using namespace referee;
using match::MatchRecord;
using match::Seat;
using match_test::Failure;

MatchRecord record(const std::vector<Failure>& failures = {}, std::uint64_t seed = 7) {
  const auto plan = match::MatchPlan::from_seed(match_test::game("black-hole"), seed);
  MatchRecord record = match_test::completed(match_test::Played(plan, failures).record);
  record.bots[0].name = "mine";
  record.bots[1].name = "rival";
  return record;
}

std::string error_of(const auto& call) {
  try {
    static_cast<void>(call());
  } catch (const text::InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Replaying, TheSeatIsThatOfTheFirstFaultOrAsWanted) {
  const MatchRecord whole = record();
  EXPECT_EQ(replaying::seat_to_replay(whole, ""), Seat::first);
  EXPECT_EQ(replaying::seat_to_replay(record({{4}}), ""), Seat::second);
  // Where both fail, the one that failed first.
  EXPECT_EQ(replaying::seat_to_replay(record({{4}, {7}}), ""), Seat::second);
  EXPECT_EQ(replaying::seat_to_replay(record({{3}, {8}}), ""), Seat::first);
  for (const char* wanted : {"2", "blue", "rival"}) {
    EXPECT_EQ(replaying::seat_to_replay(whole, wanted), Seat::second) << wanted;
  }
  EXPECT_EQ(error_of([&] { return replaying::seat_to_replay(whole, "green"); }),
            "--seat green: the match has red (mine) and blue (rival)");
  MatchRecord alike = whole;
  alike.bots[1].name = "mine";
  EXPECT_EQ(replaying::seat_to_replay(alike, "blue"), Seat::second);
  EXPECT_EQ(error_of([&] { return replaying::seat_to_replay(alike, "mine"); }),
            "both bots are called 'mine'; name a seat: --seat red or --seat blue");
}

TEST(Replaying, LinesEndWithThoseOfTheWantedTurn) {
  const MatchRecord whole = record();
  const auto turns = replaying::turns_until(whole, Seat::first, 3);
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_TRUE(turns[0].ends_with("\nStart\n")) << turns[0];
  EXPECT_EQ(turns[1], whole.plies[1].line + "\n");
  EXPECT_EQ(error_of([&] { return replaying::turns_until(whole, Seat::first, 2); }),
            "mine (red) was not asked for the move at move 2");
  EXPECT_EQ(replaying::last_ply(whole, Seat::first), static_cast<int>(whole.plies.size()) - 1);
  const MatchRecord failed = record({{5}});
  EXPECT_EQ(replaying::last_ply(failed, Seat::first), 5);
  // The lines up to a fault are those that it failed at.
  EXPECT_EQ(replaying::turns_until(failed, Seat::first, 5).size(), 3U);
}

TEST(Replaying, ABeginningIsMadeOfMovesThatBotsMade) {
  const MatchRecord failed = record({{5}});
  EXPECT_EQ(replaying::begin_of(failed, {}).size(), 4U);
  EXPECT_EQ(replaying::begin_of(failed, 3),
            (std::vector<std::string>{failed.plies[0].line, failed.plies[1].line}));
  EXPECT_EQ(error_of([&] { return replaying::begin_of(failed, 6); }),
            "--free 6: the bots of this match made 4 moves before its end, or before a fault");
}

TEST(Replaying, ADeviationIsTheFirstAnswerThatDiffers) {
  const MatchRecord whole = record();
  EXPECT_FALSE(replaying::deviation(whole, whole, Seat::first, {}));
  MatchRecord other = whole;
  other.plies[2].line = other.plies[2].relayed = "?";
  const auto found = replaying::deviation(whole, other, Seat::first, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ply, 3);
  EXPECT_EQ(found->now, "played ?");
  EXPECT_EQ(found->recorded, "played " + whole.plies[2].line);
  EXPECT_FALSE(replaying::deviation(whole, other, Seat::second, {}));
  // Held to the record, the bot's own answers count.
  const auto held = replaying::deviation(whole, whole, Seat::first, {whole.plies[0].line, "?"});
  ASSERT_TRUE(held);
  EXPECT_EQ(held->ply, 3);
  other = whole;
  other.plies.resize(2);
  EXPECT_EQ(replaying::deviation(whole, other, Seat::first, {})->now, "was not asked");
}

TEST(Replaying, AFaultIsADeviationUnlessItIsTheRecordedOne) {
  const MatchRecord whole = record();
  const MatchRecord failed = record({{3}});
  const MatchRecord timed_out = record({{3, match::FaultKind::timeout}});
  EXPECT_FALSE(replaying::deviation(failed, failed, Seat::first, {}));
  const auto fails = replaying::deviation(whole, failed, Seat::first, {});
  ASSERT_TRUE(fails);
  EXPECT_EQ(fails->ply, 3);
  EXPECT_TRUE(fails->now.starts_with("failed (illegal: ")) << fails->now;
  const auto mended = replaying::deviation(failed, whole, Seat::first, {});
  ASSERT_TRUE(mended);
  EXPECT_EQ(mended->ply, 3);
  EXPECT_EQ(mended->now, "did not fail");
  EXPECT_TRUE(mended->recorded.starts_with("failed (illegal: ")) << mended->recorded;
  const auto otherwise = replaying::deviation(failed, timed_out, Seat::first, {});
  ASSERT_TRUE(otherwise);
  EXPECT_TRUE(otherwise->now.starts_with("failed (timeout: ")) << otherwise->now;
}

TEST(Replaying, ABotIsStartedAsRecordedOrByAnotherCommand) {
  MatchRecord whole = record();
  whole.bots[0].command = "(recorded)";
  EXPECT_EQ(error_of([&] { return replaying::contestant_of("r.json", whole, Seat::first, {}); }),
            "the record does not say how 'mine' is started; add --command and its command");
  replaying::ReplayedBot bot;
  bot.command = "/bin/cat {moves} {seed}";
  bot.given = 3;
  const auto other = replaying::contestant_of("r.json", whole, Seat::first, bot);
  ASSERT_TRUE(other.spec.command) << other.command_error;
  const auto& words = other.spec.command->words;
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[1], whole.plies[0].line + "," + whole.plies[2].line);
  EXPECT_EQ(words[2], "7");
  EXPECT_EQ(other.spec.limits.times.budget, whole.times.budget);
}

}  // namespace
