#include "referee/show/report/wording.hpp"

#include <gtest/gtest.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "referee/show/report/form.hpp"
#include "referee/show/report/live/pace.hpp"
#include "referee/show/report/match/show.hpp"
#include "referee/show/report/table.hpp"
#include "rules/catalogue.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;

TEST(Text, Times) {
  EXPECT_EQ(time_text(0ns), "0 us");
  EXPECT_EQ(time_text(85us), "85 us");
  EXPECT_EQ(time_text(999400ns), "999 us");
  EXPECT_EQ(time_text(999600ns), "1.00 ms");
  EXPECT_EQ(time_text(12345us), "12.3 ms");
  EXPECT_EQ(time_text(999600us), "1.00 s");
  EXPECT_EQ(time_text(30s), "30.0 s");
  EXPECT_EQ(time_text(1234s), "1234 s");
}

TEST(Text, Waits) {
  EXPECT_EQ(wait_text(0s), "0 s");
  EXPECT_EQ(wait_text(59s), "59 s");
  EXPECT_EQ(wait_text(60s), "1 min 00 s");
  EXPECT_EQ(wait_text(3599s), "59 min 59 s");
  EXPECT_EQ(wait_text(3600s), "1 h 00 min");
  EXPECT_EQ(wait_text(3600s + 5min), "1 h 05 min");
  EXPECT_EQ(wait_text(100h), "100 h 00 min");
}

TEST(Text, Memory) {
  EXPECT_EQ(memory_used_text(0), "-");
  EXPECT_EQ(memory_used_text(1536), "1.50 KiB");
  EXPECT_EQ(memory_used_text(std::size_t{12} << 20), "12.0 MiB");
  EXPECT_EQ(memory_used_text(std::size_t{3} << 30), "3.00 GiB");
}

TEST(Text, Numbers) {
  EXPECT_EQ(fixed(-1.005, 1), "-1.0");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 2).size(), 312U);
  EXPECT_EQ(mean_text(7, 2), "3.50");
  // What browsers make of these.
  EXPECT_EQ(mean_text(1757, 8), "219.63");
  EXPECT_EQ(mean_text(-1757, 8), "-219.63");
  EXPECT_EQ(fixed(0.375, 2), "0.38");
  EXPECT_EQ(fixed(0.125, 2), "0.13");
  EXPECT_EQ(fixed(1.005, 2), "1.00") << "a little less";
  EXPECT_EQ(fixed(0.5, 0), "1");
  EXPECT_EQ(fixed(2.5, 0), "3");
  EXPECT_EQ(fixed(-0.5, 0), "-1");
  EXPECT_EQ(fixed(3.5, 0), "4");
  EXPECT_EQ(mean_text(0, 3), "0.00");
  EXPECT_EQ(mean_text(0, 0), "-");
}

TEST(Text, ColoursOnlyWhereTheStyleHasThem) {
  EXPECT_EQ(painted("x", Paint::red, {false, 80}), "x");
  EXPECT_EQ(painted("x", Paint::red, {true, 80}), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(painted("x", Paint::none, {true, 80}), "x");
  EXPECT_EQ(painted("", Paint::red, {true, 80}), "");
}

TEST(Text, ShortAndSignedNumbers) {
  EXPECT_EQ(short_text(20), "20");
  EXPECT_EQ(short_text(2.5), "2.5");
  EXPECT_EQ(short_text(-0.25), "-0.25");
  EXPECT_EQ(signed_text(5, 1), "+5.0");
  EXPECT_EQ(signed_text(-0.26, 1), "-0.3");
  EXPECT_EQ(signed_text(-0.04, 1), "0.0");
  EXPECT_EQ(signed_text(0.4, 0), "0");
}

TEST(Text, LinesAndNames) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n\nb\n"), (Lines{"a", "", "b"}));
  EXPECT_EQ(wrapped_lines("one two", Paint::none, {false, 5}), "one\n  two\n");
  EXPECT_EQ(bot_text("a\x1b"), "a\\x1b");
  EXPECT_EQ(bot_text(std::string(40, 'x')), std::string(longest_bot_name - 1, 'x') + "\u2026");
}

TEST(Text, Xml) {
  EXPECT_EQ(xml("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;");
  EXPECT_EQ(xml("\x1b\xff\u00e9"), "\\x1b\\xff\u00e9");
  EXPECT_EQ(xml("\uffff"), "?");
}

TEST(Forms, NamesAndNumbersOfJson) {
  struct Named {
    std::string_view name;
  };
  constexpr std::array forms{Named{"text"}, Named{"json"}};
  EXPECT_EQ(&form_named(std::span<const Named>(forms), "json"), &forms[1]);
  EXPECT_THROW(form_named(std::span<const Named>(forms), "xml"), std::invalid_argument);
  EXPECT_EQ(or_null(2.5), 2.5);
  EXPECT_TRUE(or_null(std::nullopt).is_null());
  EXPECT_TRUE(value_if(false, 1).is_null());
  EXPECT_EQ(json_text({{"a", "\xff"}}), "{\n  \"a\": \"\ufffd\"\n}\n");
}

TEST(RunCount, TheTimeLeftGoesByGame) {
  RunCount count;
  RunCount::Time time{1000s};
  count.begin(time, 0, 20);
  count.plan("short", 10);
  count.plan("long", 10);
  const auto play = [&](const char* game, std::chrono::seconds took) {
    time += took;
    count.add();
    count.note_time(game, static_cast<std::uint64_t>(took.count()) * 1'000'000, true);
    count.sample(time);
  };
  for (int i = 0; i < 9; ++i) play("short", 1s);
  EXPECT_EQ(count.left(time), "about 11 s left") << "nothing is known of the other game";
  play("short", 1s);
  play("long", 20s);
  EXPECT_EQ(count.left(time), "about 3 min 00 s left");
}

TEST(Pace, IsThatOfTheSamplesAndTellsTheRest) {
  Pace pace;
  Pace::Time time{1000s};
  pace.begin(time, 10);
  EXPECT_EQ(pace.rate(time, 10), 0);
  EXPECT_EQ(pace.left(time, 10, 100), "");
  time += 10s;
  pace.sample(time, 30);
  EXPECT_EQ(pace.rate(time, 30), 2);
  EXPECT_EQ(pace.left(time, 30, 100), "about 35 s left");
  EXPECT_EQ(pace.left(time, 30, 30), "");
  EXPECT_EQ(pace.left(time, 30, 100'000'000), "more than 1000 h left");
  EXPECT_EQ(rate_text(2), "2.00/s");
  EXPECT_EQ(rate_text(123.4), "123/s");
}

TEST(Boards, AreDrawnByTheGameOrInColours) {
  const rules::GameInfo& info = *rules::find_game("box");
  const auto game = info.start(info.deal(1));
  EXPECT_EQ(board_text(info, *game, {false, 80}), game->draw());
  const std::string coloured = board_text(info, *game, {true, 80});
  EXPECT_TRUE(contains(coloured, "\x1b[38;5;"));
  for (const auto& seat : info.seat_names) {
    EXPECT_TRUE(contains(coloured, std::string(seat) + ": "));
  }
}

Table small() {
  Table table({{"", Align::right, 0, false},
               {"bot", Align::left, 4, false},
               {"W", Align::right, 0, false},
               {"L", Align::right, 0, true},
               {"score", Align::right, 0, false}},
              2);
  table.add({"1", "alphabet", "10", "2", "300"});
  table.add({"2", "\u56f2\u7881", "2", "10", "7"});
  return table;
}

TEST(Table, AlignsByColumnsOfTheTerminal) {
  EXPECT_EQ(small().text({false, 0}),
            "   bot        W   L  score\n"
            "1  alphabet  10   2    300\n"
            "2  \u56f2\u7881       2  10      7\n");
  EXPECT_EQ(small().text({false, 26}), small().text({false, 0}));
}

TEST(Table, CutsNamesFirst) {
  EXPECT_EQ(small().text({false, 23}),
            "   bot     W   L  score\n"
            "1  alph\u2026  10   2    300\n"
            "2  \u56f2\u7881    2  10      7\n");
}

TEST(Table, BreaksIntoPartsWhatIsStillTooWide) {
  EXPECT_FALSE(small().fits(18));
  EXPECT_EQ(small().text({false, 18}),
            "   bot       W   L\n"
            "1  alphab\u2026  10   2\n"
            "2  \u56f2\u7881      2  10\n"
            "\n"
            "   bot       score\n"
            "1  alphabet    300\n"
            "2  \u56f2\u7881          7\n");
  // Narrower than any part: each has at least one column besides the repeated ones.
  EXPECT_EQ(small().text({false, 1}),
            "   bot    W   L\n"
            "1  alp\u2026  10   2\n"
            "2  \u56f2\u7881   2  10\n"
            "\n"
            "   bot   score\n"
            "1  alp\u2026    300\n"
            "2  \u56f2\u7881      7\n");
}

TEST(Table, NothingIsMarkupInMarkdown) {
  Table table({{"bot", Align::left, 0, false}, {"score", Align::right, 0, false}}, 1);
  table.add({"a|b*<script>", "1"});
  EXPECT_EQ(table.markdown(),
            "| bot | score |\n"
            "| :--- | ---: |\n"
            "| a\\|b\\*\\<script\\> | 1 |\n");
}

TEST(Markdown, AParagraphBeginsNothingElse) {
  EXPECT_EQ(markdown_paragraph("# x: 1 crash"), "\\# x: 1 crash");
  EXPECT_EQ(markdown_paragraph("1. x"), "1\\. x");
  EXPECT_EQ(markdown_paragraph("23) x"), "23\\) x");
  EXPECT_EQ(markdown_paragraph("- x"), "\\- x");
  EXPECT_EQ(markdown_paragraph("+ x"), "\\+ x");
  EXPECT_EQ(markdown_paragraph("---"), "\\---");
  EXPECT_EQ(markdown_paragraph("==="), "\\===");
  EXPECT_EQ(markdown_paragraph("* x"), "\\* x");
  EXPECT_EQ(markdown_paragraph("> x"), "\\> x");
  EXPECT_EQ(markdown_paragraph("```"), "\\`\\`\\`");
  EXPECT_EQ(markdown_paragraph("    x"), "&#32;   x");
  EXPECT_EQ(markdown_paragraph("a|`b` # 1. c"), "a\\|\\`b\\` # 1. c");
  EXPECT_EQ(markdown_paragraph("6561 has 3"), "6561 has 3");
  EXPECT_EQ(markdown_paragraph("42"), "42");
  EXPECT_EQ(markdown_paragraph(""), "");
}

// Of a long line the beginning, which does not end within a character.
TEST(Text, MovesOfLongLines) {
  EXPECT_EQ(move_text("A1 \n"), "A1 \\x0a");
  EXPECT_EQ(move_text(std::string(500, 'a')), std::string(500, 'a'));
  EXPECT_EQ(move_text(std::string(501, 'a')), std::string(100, 'a') + "... (501 bytes)");
  const std::string half = std::string(99, 'a') + "\u00e9" + std::string(400, 'a');
  EXPECT_EQ(move_text(half), std::string(99, 'a') + "... (501 bytes)");
}

}  // namespace
}  // namespace referee::report
