#include <gtest/gtest.h>

#include "referee/show/report/export.hpp"

namespace referee::report {
namespace {

TEST(Csv, QuotesWhereItHasTo) {
  EXPECT_EQ(csv_line({"a", "", "b c", "d,e", "f\"g", "h\ni"}),
            "a,,b c,\"d,e\",\"f\"\"g\",\"h\ni\"\n");
}

// Names come from strangers, and a spreadsheet carries formulas out.
TEST(Csv, NoCellIsAFormula) {
  EXPECT_EQ(csv_line({"=1+1", "@SUM(A1)", "+cmd|x", "-2+3", "\tx", "\rx", "=\"a\""}),
            "'=1+1,'@SUM(A1),'+cmd|x,'-2+3,'\tx,\"'\rx\",\"'=\"\"a\"\"\"\n");
  EXPECT_EQ(csv_line({"-3", "+12.5", "-1e-3", "-", "=", "a=b"}), "-3,+12.5,-1e-3,-,=,a=b\n");
}

}  // namespace
}  // namespace referee::report
