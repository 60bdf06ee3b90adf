// Looks on a thread of their own: one at a time, and none is lost.

#include "referee/bot/inspector.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>

namespace {

using referee::bot::Descriptor;
using referee::bot::Inspector;

Inspector::Order order_for(pid_t pid) {
  Inspector::Order order;
  order.processes = {pid};
  order.folder = Descriptor(
      ::open(std::filesystem::temp_directory_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  order.bounds = {0, ~std::uint64_t{0}};
  return order;
}

void wait_for(const Inspector& inspector) {
  pollfd ready{inspector.ready(), POLLIN, 0};
  ASSERT_EQ(::poll(&ready, 1, -1), 1);
}

TEST(Inspector, AFindingIsKeptUntilItIsTaken) {
  Inspector inspector;
  EXPECT_FALSE(inspector.take());
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(inspector.begin(order_for(::getpid())));
    EXPECT_FALSE(inspector.begin(order_for(1))) << "while it looks";
    wait_for(inspector);
    EXPECT_FALSE(inspector.begin(order_for(1))) << "before its finding is taken";
    const auto finding = inspector.take();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->bot, ::getpid());
    EXPECT_FALSE(finding->failure);
    EXPECT_GT(finding->use.memory.peak, 0U);
    EXPECT_FALSE(inspector.take());
  }
}

TEST(Inspector, EndsWithALookUnderWay) {
  for (int i = 0; i < 20; ++i) {
    Inspector inspector;
    ASSERT_TRUE(inspector.begin(order_for(::getpid())));
  }
}

}  // namespace
