// The small parts: lines and tails, and a host without what it needs.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/pipes.hpp"
#include "referee/machine/walls/protections.hpp"

namespace {

using namespace referee::bot;
using namespace referee::walls;

TEST(LineBuffer, CutsLines) {
  LineBuffer buffer;
  EXPECT_TRUE(buffer.empty());
  buffer.append("on");
  EXPECT_FALSE(buffer.take_line());
  EXPECT_EQ(buffer.line_size(), 2U);
  buffer.append("e \t\r\ntwo\nthr");
  EXPECT_EQ(buffer.line_size(), 6U);
  EXPECT_EQ(buffer.take_line(), "one");
  EXPECT_EQ(buffer.take_line(), "two");
  EXPECT_FALSE(buffer.has_line());
  EXPECT_FALSE(buffer.empty());
  buffer.append("ee\n\n \n");
  EXPECT_EQ(buffer.take_line(), "three");
  EXPECT_EQ(buffer.take_line(), "");
  EXPECT_EQ(buffer.take_line(), "");
  EXPECT_TRUE(buffer.empty());
}

TEST(LineBuffer, CutsBlocks) {
  LineBuffer buffer(true);
  buffer.append("one\n.");
  EXPECT_FALSE(buffer.has_line());
  buffer.append("\n.\n.two\n");
  EXPECT_EQ(buffer.take_line(), "one\n");
  EXPECT_EQ(buffer.take_line(), "") << "an answer without lines";
  EXPECT_FALSE(buffer.has_line()) << "a line that begins with a dot is not the end";
  EXPECT_EQ(buffer.line_size(), 5U);
  buffer.append("three \n.\n");
  EXPECT_EQ(buffer.take_line(), ".two\nthree \n");
  EXPECT_TRUE(buffer.empty());
}

TEST(Tail, KeepsTheEnd) {
  Tail tail(4);
  tail.append("ab");
  EXPECT_EQ(tail.view(), "ab");
  tail.append("cdef");
  EXPECT_EQ(tail.view(), "cdef");
  tail.append(std::string(1000, 'x') + "yz");
  EXPECT_EQ(tail.view(), "xxyz");
  EXPECT_EQ(tail.total(), 1008U);
  for (int i = 0; i < 100; ++i) tail.append("0123");
  EXPECT_EQ(tail.view(), "0123");
  Tail none(0);
  none.append("abc");
  EXPECT_EQ(none.view(), "");
}

TEST(Tail, KeepsTheBeginningThatIsNotInTheEnd) {
  Tail tail(4, 3);
  tail.append("abcd");
  EXPECT_EQ(tail.head(), "");
  tail.append("e");
  EXPECT_EQ(tail.head(), "a");
  EXPECT_EQ(tail.view(), "bcde");
  tail.append(std::string(1000, 'x'));
  EXPECT_EQ(tail.head(), "abc");
  EXPECT_EQ(tail.view(), "xxxx");
}

TEST(Protections, WithoutDescriptorsOfProcessesNothingIsStarted) {
  Protections old = probe_protections();
  old.pidfd = false;
  EXPECT_THROW(Host{old}, EnvironmentError);
  const auto notes = describe(old);
  const auto end = std::find_if(notes.begin(), notes.end(), [](const ProtectionNote& note) {
    return note.name == "end of processes";
  });
  ASSERT_NE(end, notes.end());
  EXPECT_FALSE(end->on);
  EXPECT_NE(end->advice, "");
}

}  // namespace
