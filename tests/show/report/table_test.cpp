#include "referee/show/report/table.hpp"

#include <gtest/gtest.h>

namespace referee::report {
namespace {

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

}  // namespace
}  // namespace referee::report
