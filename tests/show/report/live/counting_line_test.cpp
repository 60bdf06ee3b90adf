#include "referee/show/report/live/counting_line.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace referee::report {
namespace {

using namespace std::chrono_literals;

class CountingLineTest : public testing::Test {
 protected:
  CountingLine::Time now_{};
  std::ostringstream out_;
  CountingLine line(bool live) {
    return {out_, live, [] { return 80; }, [this] { return now_; }};
  }
  // What is written when so much time has passed.
  std::string said(CountingLine& line, std::chrono::milliseconds later, std::uint64_t done,
                   std::uint64_t all) {
    now_ += later;
    out_.str("");
    line.at(done, all);
    return out_.str();
  }
};

TEST_F(CountingLineTest, IsSilentInShortWork) {
  for (const bool live : {false, true}) {
    CountingLine line = this->line(live);
    EXPECT_EQ(said(line, 0ms, 0, 0), "");
    EXPECT_EQ(said(line, 900ms, 5, 0), "");
  }
}

TEST_F(CountingLineTest, ElsewhereThanOnATerminalIsALineNowAndThen) {
  CountingLine line = this->line(false);
  EXPECT_EQ(said(line, 9s, 7, 0), "");
  EXPECT_EQ(said(line, 1s, 1, 0), "reading the records: 1 match\n");
  EXPECT_EQ(said(line, 20s, 0, 20'000), "");
  EXPECT_EQ(said(line, 10s, 100, 20'000),
            "writing the page: 100 of 20000 matches, about 33 min 10 s left\n");
  EXPECT_EQ(said(line, 29s, 110, 20'000), "");
  EXPECT_TRUE(said(line, 1s, 20'000, 20'000).ends_with("20000 of 20000 matches\n"));
}

TEST_F(CountingLineTest, OnATerminalIsRedrawn) {
  {
    CountingLine line = this->line(true);
    EXPECT_NE(said(line, 1s, 12, 0).find("reading the records: 12 matches"), std::string::npos);
    EXPECT_EQ(said(line, 50ms, 13, 0), "");
    const std::string next = said(line, 50ms, 14, 0);
    EXPECT_NE(next.find("14 matches"), std::string::npos);
    EXPECT_EQ(next.find('\n'), std::string::npos);
    out_.str("");
  }
  EXPECT_NE(out_.str().find("\x1b[J"), std::string::npos) << "nothing stays of it";
}

}  // namespace
}  // namespace referee::report
