// The card of a fault, and the notes about faults of a run.
#include "referee/show/report/match/fault_card.hpp"

#include <gtest/gtest.h>

#include "referee/show/report/live/fault_notes.hpp"
#include "referee/show/report/live/pace.hpp"
#include "sample.hpp"

namespace referee::report {
namespace {

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
  EXPECT_TRUE(text.starts_with("alpha (red): crash at move 3: it died\n  read    " +
                               record.plies[1].line + "\n  wrote   no complete line\n  legal   "))
      << text;
  EXPECT_TRUE(contains(text, " moves: ")) << text;
  EXPECT_TRUE(contains(text, " ...\n  time    ")) << text;
  EXPECT_TRUE(contains(text, "\n  board   Black Hole, moves made: 2 of 30")) << text;
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
  EXPECT_TRUE(contains(text, " 0 us of 5 s used;\n          this turn lasted ")) << text;
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
  EXPECT_TRUE(contains(text, "\n  wrote   \\x1b[2J\n")) << text;
  EXPECT_TRUE(contains(text, "\n  stderr  \\x1b[31mone\n                  two\n")) << text;
}

TEST(FaultCard, OfABotThatNeverRanIsShort) {
  const auto record =
      sample_record("black-hole", 1, {sample_fault(1, bot::FaultKind::launch, "not found")});
  EXPECT_EQ(card(record), "alpha (red): launch at move 1: not found\n");
}

TEST(FaultCard, TellsTheTimeOnTheClockOfTheMatch) {
  auto record = crashed();
  record.budget = 5s;
  record.clock = kernel::ClockKind::wall;
  record.measured.cpu.assign(record.plies.size(), 0us);
  record.measured.wall.assign(record.plies.size(), 0us);
  record.measured.wall[0] = 1s;
  record.measured.bots[0].wall = 6s;
  record.measured.bots[0].cpu = 2ms;
  EXPECT_TRUE(contains(card(record),
                       "\n  time    5.00 s of wall time in this turn; 6.00 s of 5 s used; of this "
                       "turn it computed for 2.00 ms\n"))
      << card(record);
  record.speed = 2;
  EXPECT_TRUE(contains(
      card(record), "computed for 2.00 ms; officially 10.0 s in this turn, 12.0 s of 10 s used\n"))
      << card(record);
}

TEST(FaultCard, OffersToTraceABotThatLeftInSilence) {
  auto record = sample_record("black-hole", 1, {sample_fault(1, bot::FaultKind::crash, "left")});
  const FaultCardOptions options{false, "referee replay x.json"};
  const std::string offer =
      "\n  files   to see which files it asks for:\n"
      "          referee replay x.json --under 'strace -f -e trace=%file'\n";
  EXPECT_TRUE(contains(card(record, options), offer)) << card(record, options);
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
  EXPECT_TRUE(contains(card(record), "; it waited 3.20 s for a processor in all\n"))
      << card(record);
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
