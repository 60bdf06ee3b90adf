#include "referee/show/report/live/progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

class ProgressTest : public testing::Test {
 protected:
  TournamentProgress progress(bool live, bool quiet) {
    return {out, {live, quiet, true, [this] { return width; }, [this] { return now; }}};
  }
  // The output since the last call.
  std::string taken() {
    std::string text = out.str();
    out.str("");
    return text;
  }
  static void finish_matches(Progress& progress, int count) {
    const match::MatchRecord record;
    for (int i = 0; i < count; ++i) progress.finished(record);
  }

  std::ostringstream out;
  std::chrono::steady_clock::time_point now{1000s};
  int width = 80;
};

match::MatchRecord failed_match() {
  auto record = sample_record("box", 5, {sample_fault(3, bot::FaultKind::crash, "signal 11")});
  record.match = 17;
  return record;
}

constexpr const char* fault_line =
    "fault: Box, match 17, alpha (player 1): crash at move 3: signal 11\n";

TEST_F(ProgressTest, LiveLineIsDrawnAnewAndRemoved) {
  TournamentProgress shown = progress(true, false);
  shown.begun(0, 200);
  EXPECT_EQ(taken(), "\r\x1b[K0/200 (0 %)");
  now += 50ms;
  finish_matches(shown, 5);
  EXPECT_EQ(taken(), "") << "not more often than ten times a second";
  now += 1950ms;
  finish_matches(shown, 5);
  EXPECT_EQ(taken(), "\r\x1b[K6/200 (3 %), about 1 min 05 s left, 3.00/s");
  now += 2s;
  shown.tick();
  EXPECT_EQ(taken(), "\r\x1b[K10/200 (5 %), about 1 min 16 s left, 2.50/s");
  finish_matches(shown, 190);
  shown.finish();
  EXPECT_EQ(taken(), "\r\x1b[K200 matches played in 4.00 s (50.0/s), no faults\n");
}

TEST_F(ProgressTest, LiveLineFitsTheTerminal) {
  TournamentProgress shown = progress(true, false);
  width = 12;
  shown.begun(0, 200);
  EXPECT_EQ(taken(), "\r\x1b[K0/200 (0 %)" + std::string());
  width = 8;
  now += 1s;
  shown.tick();
  EXPECT_EQ(taken(), "\r\x1b[K0/200 \u2026");
  width = 0;
  now += 1s;
  shown.tick();
  EXPECT_EQ(taken(), "\r\x1b[K\u2026");
}

TEST_F(ProgressTest, FaultsStandAboveTheLiveLine) {
  TournamentProgress shown = progress(true, false);
  shown.begun(0, 4);
  taken();
  now += 1s;
  shown.finished(failed_match());
  EXPECT_EQ(taken(), std::string("\r\x1b[K") + fault_line +
                         "\r\x1b[K1/4 (25 %), about 3 s left, 1 fault, 1.00/s");
}

TEST_F(ProgressTest, AnExceptionLeavesTheTerminalInOrder) {
  {
    TournamentProgress shown = progress(true, false);
    shown.begun(0, 4);
    taken();
  }
  EXPECT_EQ(taken(), "\r\x1b[K");
}

TEST_F(ProgressTest, PlainLinesAtEveryTenthAndAfterHalfAMinute) {
  TournamentProgress shown = progress(false, false);
  shown.begun(0, 100);
  EXPECT_EQ(taken(), "100 matches to play\n");
  now += 500ms;
  finish_matches(shown, 15);
  EXPECT_EQ(taken(), "") << "less than a second after the line before";
  now += 500ms;
  shown.tick();
  EXPECT_EQ(taken(), "15 of 100 matches (15 %), 15.0/s, about 6 s left\n");
  now += 2s;
  finish_matches(shown, 4);
  EXPECT_EQ(taken(), "") << "no further tenth";
  now += 28s;
  shown.tick();
  EXPECT_EQ(taken(), "19 of 100 matches (19 %), 0.61/s, about 2 min 13 s left\n");
  now += 10s;
  finish_matches(shown, 81);
  const std::string text = taken();
  EXPECT_EQ(text.substr(0, text.find(',')), "20 of 100 matches (20 %)");
  shown.finish();
  EXPECT_EQ(taken(), "100 matches played in 41.0 s (2.44/s), no faults\n");
}

TEST_F(ProgressTest, GoesOnFromWhatTheStoreHas) {
  TournamentProgress shown = progress(false, false);
  shown.begun(60, 100);
  EXPECT_EQ(taken(), "100 matches, 60 played already, 40 to play\n");
  now += 10s;
  finish_matches(shown, 10);
  EXPECT_EQ(taken(), "70 of 100 matches (70 %), 1.00/s, about 30 s left\n");
  shown.stopping(2);
  EXPECT_EQ(taken(),
            "finishing 2 running matches; again to leave at once; the same command continues\n");
  shown.stopping(2);
  EXPECT_EQ(taken(), "leaving at once; the same command continues\n");
  shown.finish();
  EXPECT_EQ(taken(), "10 matches played in 10.0 s (1.00/s), no faults; 30 still to play\n");
}

TEST_F(ProgressTest, TheRateIsThatOfTheLastMinute) {
  TournamentProgress shown = progress(false, false);
  shown.begun(0, 100'000);
  for (int second = 0; second < 100; ++second) {
    now += 1s;
    finish_matches(shown, 100);
  }
  for (int second = 0; second < 120; ++second) {
    now += 1s;
    finish_matches(shown, 1);
  }
  const std::string text = taken();
  EXPECT_NE(text.find(", 100/s, "), std::string::npos) << text;
  EXPECT_NE(text.rfind(", 1.00/s, "), std::string::npos) << text;
}

TEST_F(ProgressTest, ABrokenBotDoesNotFillTheScreen) {
  TournamentProgress shown = progress(false, true);
  shown.begun(0, 1000);
  const auto record = failed_match();
  for (int i = 0; i < 500; ++i) shown.finished(record);
  EXPECT_EQ(taken(), fault_line);
  shown.finish();
  EXPECT_EQ(taken(), "fault: 499 more crash faults of alpha in Box, for the same reasons\n");
}

TEST_F(ProgressTest, EndsThatAreNotCleanAreToldOnceForEachBot) {
  TournamentProgress shown = progress(false, true);
  shown.begun(0, 1000);
  auto record = sample_record("box", 5);
  record.match = 17;
  record.measured.bots[0].departure.exit_code = 0;
  shown.finished(record);
  EXPECT_EQ(taken(), "");
  record.measured.bots[0].departure.exit_code = 3;
  for (int i = 0; i < 4; ++i) shown.finished(record);
  EXPECT_EQ(
      taken(),
      "note: Box, match 17, alpha (player 1) left with exit code 3 after the game, which is no "
      "fault; a clean end is exit code 0\n");
  shown.finished(failed_match());
  EXPECT_EQ(taken(), fault_line) << "how one that failed ends is no news";
  shown.finish();
  EXPECT_EQ(taken(), "note: 3 more games of alpha in Box without a clean end\n");
}

TEST_F(ProgressTest, VoidMatchesAreToldAndCounted) {
  TournamentProgress shown = progress(false, false);
  shown.begun(0, 2);
  taken();
  for (const int times : {1, 2}) {
    shown.voided({7, {"alpha", "beta"}, "nobody looked"});
    EXPECT_EQ(taken(), "match 7, alpha - beta: nobody looked; it is played again\n") << times;
  }
  now += 10s;
  finish_matches(shown, 2);
  taken();
  shown.finish();
  EXPECT_EQ(
      taken(),
      "2 matches played in 10.0 s (0.20/s), no faults; 2 matches were void because the referee "
      "was stopped, and played again\n");
}

TEST_F(ProgressTest, QuietSaysFaultsOnly) {
  TournamentProgress shown = progress(true, true);
  shown.begun(3, 100);
  now += 100s;
  shown.finished(failed_match());
  shown.tick();
  shown.stopping(1);
  shown.finish();
  EXPECT_EQ(taken(), fault_line);
}

TEST_F(ProgressTest, NothingToPlayAndNothingAtAll) {
  TournamentProgress shown = progress(false, false);
  shown.begun(100, 100);
  shown.finish();
  EXPECT_EQ(taken(), "100 matches, 100 played already, 0 to play\n");
  TournamentProgress empty = progress(true, false);
  empty.finish();
  EXPECT_EQ(taken(), "");
}

}  // namespace
}  // namespace referee::report
