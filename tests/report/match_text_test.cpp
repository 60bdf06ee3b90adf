#include "referee/report/match_text.hpp"

#include <gtest/gtest.h>

#include "sample.hpp"

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
  record.measured.bots[1].departure.refused = {"fork", "socket"};
  return record;
}

TEST(MatchText, SaysAllThatMattersOnOnePage) {
  EXPECT_EQ(
      match_text(played(), {false, 100}),
      "Turn Right (CodeCup 2006), seed 5, 37 moves\n"
      "\n"
      "seat   bot    game points  score  status   on the board      CPU    wall  peak memory\n"
      "white  alpha            3    100  WIN                 5  12.3 ms  1.50 s     3.00 MiB\n"
      "black  beta             0      0  ILLEGAL             5  12.3 ms  1.50 s            -\n"
      "Peak memory -: not known, the bot ended before it could be read.\n"
      "\n"
      "beta (black): illegal at ply 38: no; it wrote 'a1-\\x1b[2J'\n"
      "\n"
      "beta (black) ended by signal 11 (Segmentation fault); was refused: fork, socket\n"
      "\n"
      "The moves: the same command with --out FILE, then referee show FILE.\n");
}

TEST(MatchText, TheHintIsTheCallers) {
  const auto record = played();
  const std::string text = match_text(record, {false, 100}, "");
  EXPECT_EQ(text + "\nThe moves: referee show x.json\n",
            match_text(record, {false, 100}, "The moves: referee show x.json"));
}

TEST(MatchText, HowABotLeft) {
  auto record = sample_record("box", 5);
  auto& departure = record.measured.bots[0].departure;
  const auto left = [&] { return match_text(record, {false, 0}, ""); };
  EXPECT_EQ(left().find("left with"), std::string::npos);
  departure.exit_code = 2;
  EXPECT_NE(left().find("\nalpha (player 1) left with exit code 2\n"), std::string::npos);
  departure.killed = true;
  EXPECT_NE(left().find("\nalpha (player 1) did not leave within its grace and was killed\n"),
            std::string::npos);
}

TEST(MatchText, ColoursAreBalanced) {
  const std::string text = match_text(played(), {true, 100});
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

}  // namespace
}  // namespace referee::report
