// What a run says in a log: lines now and then, faults, and what must not be missed.
#include "referee/show/report/live/display.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "referee/show/report/live/live_view.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

class LogLinesTest : public testing::Test {
 protected:
  [[nodiscard]] Shown shown(bool quiet = false) {
    Shown shown;
    shown.quiet = quiet;
    shown.now = [this] { return now; };
    return shown;
  }
  // The output since the last call.
  std::string taken() {
    std::string text = out.str();
    out.str("");
    return text;
  }
  static void finish_matches(Display& display, int count) {
    const match::MatchRecord record = sample_record("box", 1);
    for (int i = 0; i < count; ++i) display.happened(tournament::MatchFinished{record, {}});
  }

  std::ostringstream out;
  std::chrono::steady_clock::time_point now{1000s};
};

match::MatchRecord failed_match() {
  auto record = sample_record("box", 5, {sample_fault(3, bot::FaultKind::crash, "signal 11")});
  record.match = 17;
  return record;
}

constexpr const char* fault_line =
    "fault: Box, match 17, alpha (player 1): crash at move 3: signal 11\n";

TEST_F(LogLinesTest, ComeAtEveryTenthAndAfterHalfAMinute) {
  LogLines lines(out, shown());
  lines.happened(tournament::RunBegun{0, 100});
  EXPECT_EQ(taken(), "100 matches to play\n");
  now += 500ms;
  finish_matches(lines, 15);
  EXPECT_EQ(taken(), "") << "less than a second after the line before";
  now += 500ms;
  lines.tick();
  EXPECT_EQ(taken(), "15 of 100 matches (15 %), 15.0/s, about 6 s left\n");
  now += 2s;
  finish_matches(lines, 4);
  EXPECT_EQ(taken(), "") << "no further tenth";
  now += 28s;
  lines.tick();
  EXPECT_EQ(taken(), "19 of 100 matches (19 %), 0.61/s, about 2 min 13 s left\n");
  now += 60s;
  lines.tick();
  EXPECT_EQ(taken(), "") << "nothing has changed";
  now += 10s;
  finish_matches(lines, 81);
  const std::string text = taken();
  EXPECT_EQ(text.substr(0, text.find(',')), "20 of 100 matches (20 %)");
  lines.finish();
  EXPECT_EQ(taken(), "100 matches played in 101 s (0.99/s), no faults\n");
}

TEST_F(LogLinesTest, GoOnFromWhatTheStoreHas) {
  LogLines lines(out, shown());
  lines.happened(tournament::RunBegun{60, 100});
  EXPECT_EQ(taken(), "100 matches, 60 played already, 40 to play\n");
  now += 10s;
  finish_matches(lines, 10);
  EXPECT_EQ(taken(), "70 of 100 matches (70 %), 1.00/s, about 30 s left\n");
  lines.happened(tournament::RunStopping{2});
  EXPECT_EQ(taken(), "finishing 2 running matches; again to leave at once\n");
  lines.happened(tournament::RunStopping{2});
  EXPECT_EQ(taken(), "leaving at once\n");
  lines.finish();
  EXPECT_EQ(taken(), "10 matches played in 10.0 s (1.00/s), no faults; 30 still to play\n");
}

TEST_F(LogLinesTest, TellTheRateOfTheLastMinute) {
  LogLines lines(out, shown());
  lines.happened(tournament::RunBegun{0, 100'000});
  for (int second = 0; second < 220; ++second) {
    now += 1s;
    finish_matches(lines, second < 100 ? 100 : 1);
  }
  const std::string text = taken();
  EXPECT_TRUE(contains(text, ", 100/s, "));
  EXPECT_NE(text.rfind(", 1.00/s, "), std::string::npos) << text;
}

TEST_F(LogLinesTest, ABrokenBotDoesNotFillTheScreen) {
  LogLines lines(out, shown(true));
  lines.happened(tournament::RunBegun{0, 1000});
  const auto record = failed_match();
  for (int i = 0; i < 500; ++i) lines.happened(tournament::MatchFinished{record, {}});
  EXPECT_EQ(taken(), fault_line);
  lines.finish();
  EXPECT_EQ(taken(), "fault: 499 more crash faults of alpha in Box, for the same reasons\n");
}

TEST_F(LogLinesTest, EndsThatAreNotCleanAreToldOnceForEachBot) {
  LogLines lines(out, shown(true));
  lines.happened(tournament::RunBegun{0, 1000});
  auto record = sample_record("box", 5);
  record.match = 17;
  record.measured.bots[0].departure.exit_code = 0;
  lines.happened(tournament::MatchFinished{record, {}});
  EXPECT_EQ(taken(), "");
  record.measured.bots[0].departure.exit_code = 3;
  for (int i = 0; i < 4; ++i) lines.happened(tournament::MatchFinished{record, {}});
  EXPECT_EQ(
      taken(),
      "note: Box, match 17, alpha (player 1) left with exit code 3 after the game, which is no "
      "fault; a clean end is exit code 0\n");
  lines.happened(tournament::MatchFinished{failed_match(), {}});
  EXPECT_EQ(taken(), fault_line) << "how one that failed ends is no news";
  lines.finish();
  EXPECT_EQ(taken(), "note: 3 more games of alpha in Box without a clean end\n");
}

TEST_F(LogLinesTest, TellAndCountVoidMatches) {
  LogLines lines(out, shown());
  lines.happened(tournament::RunBegun{0, 2});
  taken();
  for (const int times : {1, 2}) {
    lines.happened(tournament::MatchVoided{7, {"alpha", "beta"}, "nobody looked"});
    EXPECT_EQ(taken(), "match 7, alpha - beta: nobody looked; it is played again\n") << times;
  }
  now += 10s;
  finish_matches(lines, 2);
  taken();
  lines.finish();
  EXPECT_EQ(
      taken(),
      "2 matches played in 10.0 s (0.20/s), no faults; 2 matches were void because the referee "
      "was stopped, and played again\n");
}

TEST_F(LogLinesTest, QuietSayFaultsOnly) {
  LogLines lines(out, shown(true));
  lines.happened(tournament::RunBegun{3, 100});
  now += 100s;
  lines.happened(tournament::MatchFinished{failed_match(), {}});
  lines.tick();
  lines.happened(tournament::RunStopping{1});
  lines.finish();
  EXPECT_EQ(taken(), fault_line);
}

TEST_F(LogLinesTest, NothingToPlayAndNothingAtAll) {
  LogLines lines(out, shown());
  lines.happened(tournament::RunBegun{100, 100});
  lines.finish();
  EXPECT_EQ(taken(), "100 matches, 100 played already, 0 to play\n");
  LogLines(out, shown()).finish();
  EXPECT_EQ(taken(), "");
}

// Its result lists the faults.
TEST_F(LogLinesTest, OfACheckBeginWithItsTitleAndCountFaults) {
  Shown check = shown();
  check.title = "2/6 x";
  LogLines lines(out, std::move(check));
  lines.happened(tournament::RunBegun{0, 4});
  lines.happened(tournament::MatchFinished{failed_match(), {}});
  now += 31s;
  lines.tick();
  lines.finish();
  EXPECT_EQ(taken(),
            "2/6 x: 4 matches to play\n"
            "2/6 x: 1 of 4 matches (25 %), 0.03/s, about 1 min 33 s left, 1 fault\n");
}

TEST_F(LogLinesTest, OfEachMatchOfARunThatIsFollowed) {
  const test::TemporaryFolder folder;
  const auto store = store::Store::create(
      folder.path() / "o", test::manifest({test::event("box", {"alpha", "beta"}, 9)}));
  Shown followed = shown();
  followed.store = &store;
  LogLines lines(out, std::move(followed), true);
  lines.happened(tournament::RunBegun{0, 18});
  const auto record = failed_match();
  lines.found({store::summary_of(record)});
  EXPECT_EQ(taken(), store.folder().string() +
                         ": 1 of 18 matches played\nfault: 1 crash fault of alpha in Box\n");
  tournament::MatchStart start;
  start.number = 4;
  start.game = rules::find_game("box");
  start.pairing.round = 3;
  start.bots = {"alpha", "beta"};
  lines.happened(start);
  EXPECT_EQ(taken(), "match 4 begins: Box, round 3: alpha - beta\n");
  auto clean = sample_record("box", 5);
  clean.match = 4;
  clean.round = 3;
  lines.ended(store::summary_of(clean));
  EXPECT_TRUE(begins(taken(), "match 4: Box, round 3: alpha - beta  "));
  now += 100s;
  lines.tick();
  lines.finish();
  EXPECT_EQ(taken(), "");
}

class CrowdingTest : public testing::Test {
 protected:
  static match::MatchRecord game(match::Duration cpu, match::Duration wall) {
    match::MatchRecord record;
    record.bots = {match::BotIdentity{"slow", "./slow", {}, {}},
                   match::BotIdentity{"quick", "./quick", {}, {}}};
    record.measured.bots[0].cpu = cpu;
    record.measured.bots[0].wall = wall;
    record.measured.bots[1].cpu = 1ms;
    record.measured.bots[1].wall = 500ms;
    return record;
  }
  Crowding crowding;
};

TEST_F(CrowdingTest, IsToldOfBotsThatGotLittleOfABusyMachine) {
  crowding.add(game(2s, 9s));
  crowding.add(game(2s, 11s));
  const std::string warning = crowding.warning(0.93);
  EXPECT_TRUE(contains(warning, "93 %"));
  EXPECT_TRUE(contains(warning, "slow (20 % of the time"));
  EXPECT_EQ(warning.find("quick"), std::string::npos) << "it does not look at a clock";
  EXPECT_EQ(crowding.warning(0.1), "") << "it waited for something else";
}

TEST_F(CrowdingTest, IsNotToldWithoutEvidence) {
  crowding.add(game(9s, 10s));
  EXPECT_EQ(crowding.warning(1), "");
  Crowding official;
  match::MatchRecord record = game(2s, 10s);
  record.clock = kernel::ClockKind::wall;
  official.add(record);
  EXPECT_EQ(official.warning(1), "") << "there the time is charged, and faults tell of waiting";
}

}  // namespace
}  // namespace referee::report
