#include <gtest/gtest.h>

#include "referee/machine/program/command_error.hpp"

namespace {

using namespace referee::program;

TEST(LastWords, AreKnownByWhatRuntimesSay) {
  EXPECT_TRUE(tells_of_memory("what():  std::bad_alloc\n"));
  EXPECT_TRUE(tells_of_memory("java.lang.OutOfMemoryError: Java heap space"));
  EXPECT_EQ(words_of_memory("cc1: virtual memory exhausted: no"), "irtual memory exhausted");
  EXPECT_FALSE(tells_of_memory("out of ideas"));
  EXPECT_TRUE(tells_of_java("# There is insufficient memory for the Java Runtime Environment"));
  EXPECT_FALSE(tells_of_java("MemoryError"));
  EXPECT_TRUE(tells_of_permission("PermissionError: [Errno 13]"));
  EXPECT_FALSE(tells_of_permission("python3: No module named bot"));
  EXPECT_FALSE(tells_of_permission(""));
}

TEST(LastWords, BeginWithALineThatIsNotAMove) {
  EXPECT_TRUE(may_be_last_words("#"));
  EXPECT_TRUE(may_be_last_words("Error occurred during initialization of VM"));
  EXPECT_TRUE(may_be_last_words("Out of memory!"));
  EXPECT_FALSE(may_be_last_words("A3"));
  EXPECT_FALSE(may_be_last_words(""));
}

TEST(LastWords, OneOfSeveralIsEnough) {
  EXPECT_TRUE(contains_any("a b c", {"x", "b"}));
  EXPECT_FALSE(contains_any("a b c", {"x", "bc"}));
  EXPECT_FALSE(contains_any("a", {}));
}

}  // namespace
