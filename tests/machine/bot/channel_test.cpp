#include <gtest/gtest.h>
#include <poll.h>

#include <memory>
#include <string>
#include <thread>

#include "referee/machine/bot/pipes.hpp"

namespace {

using Strings = referee::bot::Channel<std::string>;

bool is_readable(const Strings& channel) {
  pollfd one{channel.readable(), POLLIN, 0};
  return ::poll(&one, 1, 0) == 1;
}

TEST(Channel, PassesMessagesOnInTheirOrder) {
  Strings channel;
  EXPECT_FALSE(is_readable(channel));
  channel.give(std::make_unique<std::string>("one"));
  channel.give(std::make_unique<std::string>("two"));
  EXPECT_TRUE(is_readable(channel));
  EXPECT_EQ(*channel.take(), "one");
  EXPECT_EQ(*channel.take(), "two");
  EXPECT_FALSE(is_readable(channel));
}

TEST(Channel, OneThatMustNotWaitGetsNothing) {
  Strings channel;
  channel.do_not_wait();
  EXPECT_EQ(channel.take(), nullptr);
  channel.give(std::make_unique<std::string>("one"));
  EXPECT_EQ(*channel.take(), "one");
  EXPECT_EQ(channel.take(), nullptr);
}

TEST(Channel, AThreadWaitsForItsMessageAndNothingSendsItAway) {
  Strings channel;
  std::string got;
  std::thread waits([&] {
    while (const auto message = channel.take()) got += *message;
  });
  channel.give(std::make_unique<std::string>("one"));
  channel.give(std::make_unique<std::string>("two"));
  channel.give(nullptr);
  waits.join();
  EXPECT_EQ(got, "onetwo");
}

TEST(Channel, WhatNobodyTakesEndsWithIt) {
  const auto shared = std::make_shared<int>(1);
  {
    referee::bot::Channel<std::shared_ptr<int>> channel;
    channel.give(std::make_unique<std::shared_ptr<int>>(shared));
    EXPECT_EQ(shared.use_count(), 2);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace
