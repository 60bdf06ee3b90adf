// The pipes of a bot, whose other ends the test holds.
#include "referee/machine/bot/pipes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"

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
    take(ends);
  }
  void take(const std::array<int, 2>& ends) {
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
};

// Its reader may block, as that of a bot's output.
struct Sockets : Ends {
  Sockets() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    take(ends);
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
  Sockets out_;
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

TEST_F(PipesTest, WaitsOnlyAMomentAndForOnePiece) {
  EXPECT_FALSE(pipes_.read_output(Pipes::Patience::moment));
  EXPECT_FALSE(pipes_.has_line());
  put(out_.write, "A3");
  EXPECT_FALSE(pipes_.read_output(Pipes::Patience::moment));
  EXPECT_FALSE(pipes_.has_line());
  std::thread late([this] { put(out_.write, "\n"); });
  while (!pipes_.has_line()) {
    ASSERT_FALSE(pipes_.read_output(Pipes::Patience::moment));
  }
  late.join();
  EXPECT_EQ(pipes_.take_line(), "A3");
}

TEST_F(PipesTest, TellsOfWhatLiesUnread) {
  EXPECT_FALSE(pipes_.has_unread());
  put(out_.write, "A3\n0123456789x\n");
  EXPECT_TRUE(pipes_.has_unread());
  EXPECT_FALSE(pipes_.read_output());
  EXPECT_EQ(pipes_.take_line(), "A3");
  EXPECT_TRUE(pipes_.has_unread()) << "a line that came with the one before";
  EXPECT_TRUE(pipes_.read_output()) << "and is too long";
}

TEST_F(PipesTest, IsNotWrittenToUntilItIsEmptyWhateverWasSeen) {
  ASSERT_GT(::fcntl(in_.read.get(), F_SETPIPE_SZ, ::getpagesize()), 0) << "as a launcher makes it";
  EXPECT_FALSE(pipes_.has_unread());
  pipes_.send("one\n");
  EXPECT_EQ(pipes_.unsent(), -1);
  pipes_.send("two\n");
  EXPECT_NE(pipes_.unsent(), -1) << "the first is still in it";
  EXPECT_FALSE(pipes_.has_unread());
  pipes_.send("three\n");
  EXPECT_EQ(input(), "one\n");
  pipes_.send_rest();
  EXPECT_EQ(input(), "two\nthree\n");
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

// The small parts: lines and tails, and a host without what it needs.

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
  EXPECT_THROW(ProcessHost{old}, EnvironmentError);
  const auto notes = describe(old);
  const auto end = std::find_if(notes.begin(), notes.end(), [](const ProtectionNote& note) {
    return note.name == "end of processes";
  });
  ASSERT_NE(end, notes.end());
  EXPECT_FALSE(end->on);
  EXPECT_NE(end->advice, "");
}

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
