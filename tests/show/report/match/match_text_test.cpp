#include "referee/show/report/match/match_text.hpp"

#include <gtest/gtest.h>

#include "referee/show/report/live/fault_notes.hpp"
#include "referee/show/report/live/pace.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

match::MatchRecord played() {
  auto record = sample_record("turn-right", 5, {sample_fault(38, bot::FaultKind::illegal, "no")});
  record.plies.resize(37);
  record.faults.front().line = "a1-\x1b[2J";
  for (std::size_t i = 0; i < 2; ++i) {
    record.scores[i].result.board_points = 5;
    record.measured.bots[i].cpu = 12'345us;
    record.measured.bots[i].wall = 1'500ms;
  }
  record.scores[0].result.score = 100;
  record.scores[0].result.game_points = 3;
  record.scores[0].status = match::Status::win;
  record.scores[1].result.score = 0;
  record.measured.bots[0].departure.exit_code = 0;
  record.measured.bots[0].departure.peak_memory = std::size_t{3} << 20;
  record.measured.bots[1].departure.signal = 11;
  record.measured.bots[1].departure.stderr_tail = "Exception: no\n\tat Main\n";
  record.measured.bots[1].departure.stderr_total = 23;
  record.measured.bots[1].departure.refused = {"fork", "socket"};
  return record;
}

TEST(MatchText, SaysAllThatMattersOnOnePage) {
  EXPECT_EQ(
      match_text(played(), {false, 0}, "The moves are here.", "referee replay x.json"),
      "Turn Right (CodeCup 2006), seed 5, 37 moves\n"
      "\n"
      "seat   bot    game points  score  status   on the board      CPU    wall  peak memory\n"
      "white  alpha            3    100  WIN                 5  12.3 ms  1.50 s     3.00 MiB\n"
      "black  beta             0      0  ILLEGAL             5  12.3 ms  1.50 s            -\n"
      "game points: for a game won or drawn; they rank before the score\n"
      "score: what tournaments add up; it comes from what is on the board, see referee show "
      "turn-right\n"
      "CPU: from the bot's start on; wall: its turns alone\n"
      "Peak memory -: not known, the bot ended before it could be read.\n"
      "\n"
      "beta (black): illegal at move 38: no; it wrote 'a1-\\x1b[2J'\n"
      "  read    a3-a5-b5-b3\n"
      "  wrote   a1-\\x1b[2J\n"
      "  legal   1825 moves: e1-e2-f2-f1 e1-e3-f3-f1 e2-e3-f3-f2 e1-e4-f4-f1 e2-e4-f4-f2 "
      "e3-e4-f4-f3 e1-e5-f5-f1 e2-e5-f5-f2 e3-e5-f5-f3 e4-e5-f5-f4 e1-e6-f6-f1 e2-e6-f6-f2 ...\n"
      "  time    10.2 ms of CPU time in this turn; 12.3 ms of 30 s used; this turn lasted 1.48 s\n"
      "  stderr  Exception: no\n"
      "                  at Main\n"
      "  board   circuit 3 of 26, black to move, number 2 of 13, at most 6 corners\n"
      "            6  w b w w b b\n"
      "            5  b b w b w w\n"
      "            4  b w b w b w\n"
      "            3  w w b w w b\n"
      "            2  w w b b b w\n"
      "            1  b w w b b b\n"
      "               a b c d e f\n"
      "          points: white 6 (first 5 included), black 2\n"
      "  again   referee replay x.json\n"
      "\n"
      "beta (black) was refused: fork, socket\n"
      "\n"
      "alpha won against beta, 100 to 0; beta failed (illegal)\n"
      "The moves are here.\n");
}

// The board may say otherwise of a bot that did not fail.
TEST(MatchText, CallsTheWinnerSo) {
  auto record = sample_record("box", 5);
  for (const match::Status board : {match::Status::lose, match::Status::draw, match::Status::win}) {
    record.scores[0].status = board;
    record.scores[1].status = match::Status::exit;
    const std::string text = match_text(record, {false, 0}, "");
    EXPECT_TRUE(contains(text, "  WIN  ")) << text;
    EXPECT_TRUE(contains(text, "  EXIT ")) << text;
    EXPECT_FALSE(contains(text, "  LOSE  ") || contains(text, "  DRAW  ")) << text;
  }
}

TEST(MatchText, HowABotLeft) {
  auto record = sample_record("box", 5);
  auto& departure = record.measured.bots[0].departure;
  const auto left = [&] { return match_text(record, {false, 0}, ""); };
  EXPECT_FALSE(contains(left(), "left with"));
  departure.exit_code = 2;
  EXPECT_TRUE(contains(left(), "\nalpha (player 1) left with exit code 2\n"));
  departure.killed = true;
  EXPECT_TRUE(
      contains(left(), "\nalpha (player 1) did not leave within its grace and was killed\n"));
  // After a fault that is no news: it was killed for it.
  record.faults.push_back(sample_fault(1, bot::FaultKind::timeout, "too slow"));
  EXPECT_FALSE(contains(left(), "its grace"));
}

TEST(MatchText, AFaultIsNotBrokenWithinAWord) {
  auto record = sample_record("box", 5,
                              {sample_fault(1, bot::FaultKind::crash,
                                            "left with exit code 1 without answering; it "
                                            "may not read the folder in which it runs")});
  const std::string text = match_text(record, {false, 60}, "");
  EXPECT_TRUE(contains(text,
                       "\nalpha (player 1): crash at move 1: left with exit code 1\n  without "
                       "answering; it may not read the folder in which it\n  runs\n"));
}

TEST(MatchText, WhatToTypeFollowsTheReason) {
  auto record = sample_record(
      "box", 5,
      {sample_fault(1, bot::FaultKind::memory, "used more than its memory limit of 64 MiB")});
  record.faults[0].fault.facts = {{bot::What::memory, std::size_t{64} << 20}};
  EXPECT_EQ(fault_text(record, record.faults[0]),
            "alpha (player 1): memory at move 1: used more than its memory limit of 64 MiB "
            "(--limit memory=128, or \"memory\": 128 in a config, allows more)");
  // Records of before say it themselves.
  record.faults[0].fault = {bot::FaultKind::memory, "used more (--limit memory=128 allows more)"};
  EXPECT_EQ(fault_text(record, record.faults[0]),
            "alpha (player 1): memory at move 1: used more (--limit memory=128 allows more)");
}

TEST(MatchText, ColoursAreBalanced) {
  const std::string text = match_text(played(), {true, 100}, "");
  std::size_t begun = 0;
  std::size_t ended = 0;
  for (std::size_t at = text.find('\x1b'); at != std::string::npos;
       at = text.find('\x1b', at + 1)) {
    ++(text.compare(at, 4, "\x1b[0m") == 0 ? ended : begun);
  }
  EXPECT_GT(begun, 0U);
  EXPECT_EQ(begun, ended);
}

TEST(StderrText, IsBehindABarAndSafe) {
  auto record = sample_record("box", 5);
  auto& departure = record.measured.bots[1].departure;
  EXPECT_EQ(stderr_text(record, 1), "beta (player 2) wrote nothing to its stderr.\n");
  departure.stderr_tail = "one\n\n\x1b[31mtwo\a\nthree";
  departure.stderr_total = departure.stderr_tail.size();
  EXPECT_EQ(stderr_text(record, 1),
            "stderr of beta (player 2), 20 bytes:\n"
            "  | one\n"
            "  | \n"
            "  | \\x1b[31mtwo\\x07\n"
            "  | three\n");
  departure.stderr_total = 20'000;
  departure.stderr_tail = "end\n";
  EXPECT_EQ(stderr_text(record, 1),
            "stderr of beta (player 2), 20000 bytes, the end of it:\n"
            "  | end\n");
  EXPECT_THROW(stderr_text(record, 2), std::out_of_range);
}

using namespace std::chrono_literals;

std::string card(const match::MatchRecord& record, const FaultCardOptions& options = {}) {
  const auto scenes = match::fault_scenes(record);
  EXPECT_EQ(scenes.size(), 1U);
  return scenes.empty() ? "" : fault_card(record, scenes[0], {false, 0}, options);
}

match::MatchRecord crashed() {
  auto record = sample_record("black-hole", 1, {sample_fault(3, bot::FaultKind::crash, "it died")});
  record.match = 7;
  return record;
}

TEST(FaultCard, SaysWhatTheBotReadAndWroteAndCouldHavePlayed) {
  const auto record = crashed();
  const std::string text = card(record);
  EXPECT_TRUE(begins(text, "alpha (red): crash at move 3: it died\n  read    " +
                               record.plies[1].line + "\n  wrote   no complete line\n  legal   "));
  EXPECT_TRUE(contains(text, " moves: "));
  EXPECT_TRUE(contains(text, " ...\n  time    "));
  EXPECT_TRUE(contains(text, "\n  board   Black Hole, moves made: 2 of 30"));
  EXPECT_FALSE(contains(text, "stderr"));
  EXPECT_FALSE(contains(text, "again"));
  EXPECT_FALSE(contains(text, " \n")) << "no blanks at the end of a line";
}

TEST(FaultCard, LeavesTheBoardOut) {
  EXPECT_FALSE(contains(card(crashed(), {false, ""}), "board"));
}

TEST(FaultCard, FitsTheTerminal) {
  const auto record = crashed();
  const std::string text = fault_card(record, match::fault_scenes(record)[0], {false, 60}, {});
  EXPECT_TRUE(contains(text, " 0 us of 5 s used;\n          this turn lasted "));
}

TEST(FaultCard, ShowsWhatTheBotWroteSafely) {
  auto record = sample_record("black-hole", 1, {sample_fault(3, bot::FaultKind::illegal, "no")});
  record.faults[0].line = "";
  EXPECT_TRUE(contains(card(record), "\n  wrote   an empty line\n"));
  record.faults[0].line = "\x1b[2J";
  auto& departure = record.measured.bots[0].departure;
  departure.stderr_tail = "\x1b[31mone\n\n\ttwo\n";
  departure.stderr_total = departure.stderr_tail.size();
  const std::string text = card(record);
  EXPECT_TRUE(contains(text, "\n  wrote   \\x1b[2J\n"));
  EXPECT_TRUE(contains(text, "\n  stderr  \\x1b[31mone\n                  two\n"));
}

TEST(FaultCard, OfABotThatNeverRanIsShort) {
  const auto record =
      sample_record("black-hole", 1, {sample_fault(1, bot::FaultKind::launch, "not found")});
  EXPECT_EQ(card(record), "alpha (red): launch at move 1: not found\n");
}

TEST(FaultCard, TellsTheTimeOnTheClockOfTheMatch) {
  auto record = crashed();
  record.times.budget = 5s;
  record.clock = kernel::ClockKind::wall;
  record.measured.cpu.assign(record.plies.size(), 0us);
  record.measured.wall.assign(record.plies.size(), 0us);
  record.measured.wall[0] = 1s;
  record.measured.bots[0].wall = 6s;
  record.measured.bots[0].cpu = 2ms;
  EXPECT_TRUE(contains(card(record),
                       "\n  time    5.00 s of wall time in this turn; 6.00 s of 5 s used; of this "
                       "turn it computed for 2.00 ms\n"));
  record.speed = 2;
  EXPECT_TRUE(contains(
      card(record), "computed for 2.00 ms; officially 10.0 s in this turn, 12.0 s of 10 s used\n"));
}

TEST(FaultCard, LeavesOutMovesThatAJudgeDoesNotList) {
  const auto record = crashed();
  match::FaultScene scene = match::fault_scenes(record).at(0);
  EXPECT_TRUE(contains(fault_card(record, scene, {false, 0}, {}), "\n  legal   "));
  scene.legal.clear();
  scene.legal_count = 0;
  EXPECT_FALSE(contains(fault_card(record, scene, {false, 0}, {}), "legal"));
}

TEST(FaultCard, OffersToTraceABotThatLeftInSilence) {
  auto record = sample_record("black-hole", 1, {sample_fault(1, bot::FaultKind::crash, "left")});
  const FaultCardOptions options{false, "referee replay x.json"};
  const std::string offer =
      "\n  files   to see which files it asks for:\n"
      "          referee replay x.json --under 'strace -f -e trace=%file'\n";
  EXPECT_TRUE(contains(card(record, options), offer));
  EXPECT_FALSE(contains(card(record, {false, ""}), "strace"));
  EXPECT_FALSE(contains(card(crashed(), options), "strace")) << "it had moved before";
  record.isolated = false;
  EXPECT_FALSE(contains(card(record, options), "strace"));
  record.isolated = true;
  record.measured.bots[0].departure.stderr_tail = "oh\n";
  record.measured.bots[0].departure.stderr_total = 3;
  EXPECT_FALSE(contains(card(record, options), "strace"));
}

TEST(FaultCard, TellsOfWaitsForAProcessor) {
  auto record = crashed();
  record.clock = kernel::ClockKind::wall;
  record.measured.cpu.assign(record.plies.size(), 0us);
  record.measured.wall.assign(record.plies.size(), 0us);
  record.measured.bots[0].departure.waited = 9ms;
  EXPECT_FALSE(contains(card(record), "waited"));
  record.measured.bots[0].departure.waited = 3'200ms;
  EXPECT_TRUE(contains(card(record), "; it waited 3.20 s for a processor in all\n"));
}

TEST(FaultNotes, TellLastWordsAndWhereToLook) {
  auto record = crashed();
  auto& departure = record.measured.bots[0].departure;
  departure.stderr_tail = "Traceback:\n  File x\nValueError: bad\n";
  departure.stderr_total = departure.stderr_tail.size();
  FaultNotes notes("my runs/o");
  using Lines = std::vector<std::string>;
  EXPECT_EQ(notes.add(record),
            (Lines{"fault: Black Hole, match 7, alpha (red): crash at move 3: it died",
                   "  | Traceback:", "  |   File x", "  | ValueError: bad",
                   "  see: referee show 'my runs/o' 7 --plies 3",
                   "  again: referee replay 'my runs/o' 7"}));
  // The same again is only counted, another reason is told.
  record.match = 9;
  EXPECT_EQ(notes.add(record), Lines{});
  EXPECT_EQ(notes.counted(), Lines{"fault: 1 more crash fault of alpha in Black Hole, for the "
                                   "same reasons"});
  record.faults[0].fault.reason = "it died otherwise";
  EXPECT_EQ(notes.add(record).size(), 6U);
  EXPECT_EQ(notes.count(), 3U);
  EXPECT_EQ(FaultNotes::last_words(record),
            (Lines{"  alpha wrote last in match 9:", "  | Traceback:", "  |   File x",
                   "  | ValueError: bad"}));
}

TEST(FaultNotes, TellOfWaitsAndOfGivingUp) {
  auto record = sample_record("black-hole", 1,
                              {sample_fault(3, bot::FaultKind::timeout, "too much wall time")});
  record.match = 7;
  record.measured.bots[0].cpu = 1500ms;
  record.measured.bots[0].departure.waited = 3'200ms;
  FaultNotes notes("o");
  const std::string wait = "  it had computed for 1.50 s, and waited 3.20 s for a processor";
  EXPECT_EQ(notes.add(record).at(1), wait);
  EXPECT_EQ(FaultNotes::last_words(record),
            (std::vector<std::string>{"  alpha in match 7:", wait}));
  for (int i = 0; i < 8; ++i) notes.add(record);
  EXPECT_EQ(notes.counted(),
            std::vector<std::string>{"fault: 8 more timeout faults of alpha in Black Hole, for the "
                                     "same reasons"});
  notes.add(record);
  EXPECT_EQ(notes.counted(), std::vector<std::string>{
                                 "fault: 9 more timeout faults of alpha in Black Hole, for the "
                                 "same reasons; \"give_up_after\": 3 in the config stops starting "
                                 "such a bot"});
}

TEST(SaidLines, AreBrokenAtBlanksButNotCommands) {
  using Lines = std::vector<std::string>;
  const std::string line = "the program has been changed; this run goes on with a copy";
  EXPECT_EQ(said_lines(line, 40),
            (Lines{"the program has been changed; this run", "  goes on with a copy"}));
  EXPECT_EQ(said_lines(line, 0), Lines{line});
  EXPECT_EQ(said_lines("  see: referee show results/demo 17 --plies 3", 40).size(), 1U);
}

}  // namespace
}  // namespace referee::report
