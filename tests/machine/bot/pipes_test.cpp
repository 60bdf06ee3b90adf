// The pipes of a bot, whose other ends the test holds.
#include "referee/machine/bot/pipes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace {

using referee::bot::FaultKind;
using referee::bot::Pipes;
using referee::bot::What;
using referee::kernel::Limits;
using referee::text::Descriptor;

struct Ends {
  Descriptor read;
  Descriptor write;

  Ends() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
};

class PipesTest : public testing::Test {
 protected:
  PipesTest() {
    limits_.line = 10;
    limits_.output = 100;
    pipes_.open(std::move(in_.write), std::move(out_.read), std::move(err_.read));
  }
  static void put(const Descriptor& pipe, std::string_view text) {
    ASSERT_EQ(::write(pipe.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // What the bot would read now.
  std::string input() {
    std::string text(1 << 20, '\0');
    const ssize_t got = ::read(in_.read.get(), text.data(), text.size());
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
  }

  // As a bot does it, with time enough.
  void read_errors() {
    while (pipes_.read_errors()) {
      pollfd event{pipes_.error_output(), POLLIN, 0};
      ASSERT_EQ(::poll(&event, 1, 60'000), 1);
    }
  }

  Limits limits_;
  Ends in_;
  Ends out_;
  Ends err_;
  std::string told_;
  Pipes pipes_{limits_, [this](std::string_view piece) { told_ += piece; }};
};

TEST_F(PipesTest, LinesGoThereAndComeBack) {
  pipes_.send("go\n");
  EXPECT_EQ(input(), "go\n");
  EXPECT_EQ(pipes_.unsent(), -1);
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_FALSE(pipes_.has_line());
  put(out_.write, "A3\nB");
  EXPECT_FALSE(pipes_.read_output());
  ASSERT_TRUE(pipes_.has_line());
  EXPECT_EQ(pipes_.take_line(), "A3");
  EXPECT_FALSE(pipes_.has_line());
  EXPECT_TRUE(pipes_.has_unfinished_line());
  put(out_.write, "4\nC5\n");
  EXPECT_EQ(pipes_.take_rest(), "B4\nC5\n");
}

TEST_F(PipesTest, WhatDoesNotFitIsKeptAndComesLater) {
  const std::string much(1 << 18, 'x');
  pipes_.send(much);
  EXPECT_NE(pipes_.unsent(), -1);
  pipes_.send("end\n");
  pipes_.close_input();
  std::string all;
  while (pipes_.unsent() != -1) {
    all += input();
    pipes_.send_rest();
  }
  all += input();
  EXPECT_EQ(all, much + "end\n");
  EXPECT_EQ(pipes_.input_pipe(), 0U) << "closed after the rest";
  EXPECT_EQ(::read(in_.read.get(), all.data(), 1), 0) << "the end of its input";
}

TEST_F(PipesTest, ALineHasALimit) {
  put(out_.write, "0123456789\n0123456789x");
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_EQ(pipes_.take_line(), "0123456789");
  const auto fault = pipes_.read_output();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::flood);
  ASSERT_NE(fault->fact(What::line), nullptr);
  EXPECT_EQ(fault->fact(What::line)->value, 10U);
}

TEST_F(PipesTest, AllOutputOfAGameHasALimit) {
  for (int line = 0; line < 10; ++line) {
    put(out_.write, "012345678\n");
    ASSERT_FALSE(pipes_.read_output());
    pipes_.take_line();
  }
  put(out_.write, "x");
  const auto fault = pipes_.read_output();
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->fact(What::output), nullptr);
}

TEST_F(PipesTest, TheEndOfTheOutputIsSeenAfterItsLines) {
  put(out_.write, "A3\n");
  out_.write.reset();
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_FALSE(pipes_.output_ended());
  EXPECT_EQ(pipes_.take_line(), "A3");
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_TRUE(pipes_.output_ended());
  EXPECT_EQ(pipes_.output(), -1);
}

TEST_F(PipesTest, StandardErrorIsKeptAndPassedOn) {
  EXPECT_FALSE(pipes_.read_errors());
  put(err_.write, "one ");
  put(err_.write, "two");
  read_errors();
  EXPECT_EQ(told_, "one two");
  EXPECT_EQ(pipes_.errors().view(), "one two");
  EXPECT_NE(pipes_.error_output(), -1);
  err_.write.reset();
  EXPECT_FALSE(pipes_.read_errors());
  EXPECT_EQ(pipes_.error_output(), -1);
}

TEST_F(PipesTest, OfOneThatLeavesOutputIsThrownAway) {
  put(out_.write, "A3\n");
  pipes_.discard_output();
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_FALSE(pipes_.has_line());
  out_.write.reset();
  pipes_.discard_output();
  EXPECT_TRUE(pipes_.output_ended());
}

TEST_F(PipesTest, ABotThatHasClosedItsInputGetsNothing) {
  ::signal(SIGPIPE, SIG_IGN);
  in_.read.reset();
  pipes_.send("go\n");
  EXPECT_EQ(pipes_.unsent(), -1);
}

}  // namespace
