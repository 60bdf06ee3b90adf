// The lines of a judge's answers, taken apart.
#include "referee/play/judge/answers.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace referee::judge {
namespace {

std::string bad(const std::function<void()>& read) {
  try {
    read();
  } catch (const BadAnswer& answer) {
    return answer.what;
  }
  return {};
}

TEST(JudgeAnswers, AreLinesOfWords) {
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of("a\nb\n"), (Lines{"a", "b"}));
  std::string_view line = "move a b";
  EXPECT_EQ(take_word(line), "move");
  EXPECT_EQ(line, "a b");
  EXPECT_EQ(take_word(line), "a");
  EXPECT_EQ(take_word(line), "b");
  EXPECT_EQ(take_word(line), "");
  EXPECT_TRUE(is_refusal({"illegal because"}));
  EXPECT_FALSE(is_refusal({"illegal"}));
  EXPECT_FALSE(is_refusal({}));
  EXPECT_EQ(only_line({"deal 3 4"}, "deal", "a deal"), "3 4");
  for (const Lines& lines : {Lines{}, Lines{"dea 3"}, Lines{"deal 3", ""}}) {
    EXPECT_EQ(bad([&] { only_line(lines, "deal", "a deal"); }), "must say a deal");
  }
}

TEST(JudgeAnswers, HaveNumbersWithinTheirRange) {
  EXPECT_EQ(number_in("-7", -7, 7), -7);
  for (const char* wrong : {"", "8", "-8", "1.5", " 1", "1 ", "+1", "x"}) {
    EXPECT_NE(bad([&] { number_in(wrong, -7, 7); }), "") << wrong;
  }
  EXPECT_EQ(seat_in("1"), Seat::first);
  EXPECT_EQ(seat_in("2"), Seat::second);
  EXPECT_NE(bad([] { seat_in("3"); }), "");
}

TEST(JudgeResults, FollowFromScoresUnlessTheySayMore) {
  const ReadResult plain = read_result({"score 1 5", "score 2 3", "over", "more"}, 0, 0);
  EXPECT_TRUE(plain.over);
  EXPECT_EQ(plain.next, 3U);
  EXPECT_EQ(plain.result.seats[0].score, 5);
  EXPECT_EQ(plain.result.seats[0].board_points, 5);
  EXPECT_EQ(plain.result.seats[0].outcome, rules::Outcome::win);
  EXPECT_EQ(plain.result.seats[1].outcome, rules::Outcome::lose);
  const ReadResult full = read_result(
      {"x", "score 2 1", "points 1 9", "score 1 1", "game-points 1 2", "outcome 2 win"}, 1, 3);
  EXPECT_FALSE(full.over);
  EXPECT_EQ(full.result.seats[0].board_points, 9);
  EXPECT_EQ(full.result.seats[0].game_points, 2);
  EXPECT_EQ(full.result.seats[0].outcome, rules::Outcome::draw);
  EXPECT_EQ(full.result.seats[1].outcome, rules::Outcome::win);
  for (const Lines& lines :
       {Lines{"score 1 5"}, Lines{"score 1 5", "score 1 5", "score 2 5"},
        Lines{"score 1 5", "score 2 5", "game-points 1 4"},
        Lines{"score 1 5", "score 2 5", "outcome 1 won"}, Lines{"goals 1 5"}}) {
    EXPECT_NE(bad([&] { read_result(lines, 0, 3); }), "") << lines.back();
  }
}

TEST(JudgeStates, TellSeatsAndSayWhoseTurnItIs) {
  std::array<std::string, 2> told{"before\n", ""};
  const ReadState state = read_state({"legal", "tell 1 a b", "tell 2 c", "turn 2"}, 1, 0, told);
  EXPECT_EQ(state.turn, Seat::second);
  EXPECT_EQ(told[0], "before\na b\n");
  EXPECT_EQ(told[1], "c\n");
  EXPECT_EQ(state.limit.count(), 0);
  EXPECT_FALSE(state.hidden);
  const ReadState timed = read_state({"tell 1 a", "hidden", "turn 1 50"}, 0, 0, told);
  EXPECT_EQ(timed.turn, Seat::first);
  EXPECT_EQ(timed.limit.count(), 50);
  EXPECT_TRUE(timed.hidden);
  const ReadState end = read_state({"score 1 1", "score 2 0", "over"}, 0, 0, told);
  EXPECT_FALSE(end.turn.has_value());
  EXPECT_EQ(end.result.seats[0].outcome, rules::Outcome::win);
  for (const Lines& lines :
       {Lines{}, Lines{"tell 1 x"}, Lines{"turn 1", "turn 2"}, Lines{"score 1 1", "score 2 0"},
        Lines{"tell 3 x", "turn 1"}, Lines{"hidden"}, Lines{"turn 1 0"}, Lines{"turn 1 x"},
        Lines{"turn 1", "hidden"}}) {
    EXPECT_NE(bad([&] { read_state(lines, 0, 0, told); }), "");
  }
}

}  // namespace
}  // namespace referee::judge
