// Limits hold for what has been allowed and is not there yet, too.

#include <gtest/gtest.h>

#include <map>

#include "referee/machine/bot/refusals.hpp"

namespace {

using namespace std::chrono_literals;
using referee::bot::Unseen;
using referee::kernel::ThreadState;

constexpr pid_t bot = 1;

class UnseenCalls : public testing::Test {
 protected:
  std::map<pid_t, ThreadState> threads_;  // of whom nothing else is known: they run
  Unseen unseen_{[this](pid_t thread) {
    const auto found = threads_.find(thread);
    return found == threads_.end() ? ThreadState{true, {}} : found->second;
  }};
};

TEST_F(UnseenCalls, CountUntilTheirThreadAsksAgain) {
  for (const pid_t thread : {10, 11, 12}) unseen_.add(bot, thread, 1);
  EXPECT_EQ(unseen_.left(bot, 1), 3U);
  unseen_.asks(11);
  EXPECT_EQ(unseen_.left(bot, 1), 2U);
  EXPECT_EQ(unseen_.left(bot + 1, 1), 0U) << "another process";
}

TEST_F(UnseenCalls, AreOverWhenTheirThreadRestsOrHasWorked) {
  threads_[10] = {true, 5ms};
  threads_[11] = {true, 5ms};
  threads_[12] = {false, 5ms};  // asks, and waits for the answer
  for (const pid_t thread : {10, 11, 12}) unseen_.add(bot, thread, 1);
  threads_[12].runs = true;
  unseen_.look();
  EXPECT_EQ(unseen_.left(bot, 1), 3U);
  threads_[10].used += 1ms;
  unseen_.look();
  EXPECT_EQ(unseen_.left(bot, 1), 3U);
  threads_[10].used += 2ms;
  threads_[11].runs = false;
  EXPECT_EQ(unseen_.left(bot, 1), 3U) << "not while somebody counts";
  unseen_.look();
  EXPECT_EQ(unseen_.left(bot, 1), 1U);
}

TEST_F(UnseenCalls, AreAllMadeWhenThereAreAsManyMore) {
  unseen_.add(bot, 10, 1);
  EXPECT_EQ(unseen_.left(bot, 1), 1U);
  EXPECT_EQ(unseen_.left(bot, 2), 0U);
  unseen_.add(bot, 11, 2);
  unseen_.add(bot, 12, 2);
  EXPECT_EQ(unseen_.left(bot, 3), 2U) << "nobody knows which";
  EXPECT_EQ(unseen_.left(bot, 4), 0U);
}

// One that is over may have been made after the next one's number was taken.
TEST_F(UnseenCalls, OthersDoNotCountForThem) {
  unseen_.add(bot, 10, 1);
  unseen_.add(bot, 11, 1);
  unseen_.asks(10);
  EXPECT_EQ(unseen_.left(bot, 2), 1U) << "that of 10";
  unseen_.add(bot, 10, 2);
  EXPECT_EQ(unseen_.left(bot, 3), 2U);
  EXPECT_EQ(unseen_.left(bot, 4), 0U);
}

}  // namespace
