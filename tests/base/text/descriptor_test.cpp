#include "referee/base/text/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <utility>

namespace referee::text {
namespace {

bool is_open(int number) { return ::fcntl(number, F_GETFD) != -1; }

TEST(Descriptor, ClosesWhatItOwns) {
  Descriptor one(::open("/dev/null", O_RDONLY));
  const int number = one.get();
  ASSERT_TRUE(one);
  Descriptor other = std::move(one);
  EXPECT_FALSE(one);  // NOLINT(bugprone-use-after-move): it owns nothing
  EXPECT_EQ(other.get(), number);
  other = Descriptor(::open("/dev/null", O_RDONLY));
  EXPECT_FALSE(is_open(number));
  const int second = other.release();
  EXPECT_FALSE(other);
  EXPECT_TRUE(is_open(second));
  { const Descriptor last(second); }
  EXPECT_FALSE(is_open(second));
}

}  // namespace
}  // namespace referee::text
