// Bots made of scripts, for the tests of referee/machine/bot.
#pragma once

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "tests/built.hpp"

namespace support {

using namespace std::chrono_literals;
using referee::bot::Bot;
using referee::bot::BotSpec;
using referee::bot::FaultKind;
using referee::bot::Host;
using referee::bot::ProcessHost;
using referee::bot::Turn;
using referee::kernel::ClockKind;

// A bot that runs tests/machine/bot/scripted with this script. Its times are beyond every need: a
// test that wants one of them to be short says so, and on a slow machine no other comes first.
inline BotSpec scripted(const std::string& script) {
  BotSpec spec;
  spec.name = "scripted";
  spec.command =
      referee::program::resolve_command(built::word("referee-test-scripted") + " " + script, "/");
  spec.limits.times.budget = 5min;
  spec.limits.grace = 5min;
  return spec;
}
inline BotSpec with_budget(BotSpec spec, referee::kernel::Duration budget) {
  spec.limits.times.budget = budget;
  return spec;
}
inline BotSpec with_grace(BotSpec spec, referee::kernel::Duration grace) {
  spec.limits.grace = grace;
  return spec;
}

// The processes below this one. Whoever has started the tests may have left it some.
inline std::vector<pid_t> processes_below() {
  std::vector<pid_t> all = referee::kernel::members_of(::getpid());
  all.erase(all.begin());
  return all;
}
// The first of them that was not there before: the bot, if one was made meanwhile.
inline std::optional<pid_t> started_since(const std::vector<pid_t>& before) {
  for (const pid_t pid : processes_below()) {
    if (std::find(before.begin(), before.end(), pid) == before.end()) return pid;
  }
  return std::nullopt;
}

// One bot on a host of its own.
class Table {
 public:
  explicit Table(BotSpec spec, ClockKind clock = ClockKind::cpu)
      : spec_(std::move(spec)),
        host_(referee::walls::probe_protections()),
        bot_(host_.start(spec_, clock)),
        pid_(started_since(before_)) {}
  explicit Table(const std::string& script, ClockKind clock = ClockKind::cpu)
      : Table(scripted(script), clock) {}

  Turn turn(const std::string& lines = "go\n") { return bot_->take_turn(lines); }
  const referee::bot::Departure& end(Bot::Farewell farewell = Bot::Farewell::polite) {
    bot_->leave("Quit\n", farewell);
    host_.settle();
    return bot_->departure();
  }
  Host& host() { return host_; }
  Bot& bot() { return *bot_; }
  [[nodiscard]] pid_t pid() const { return pid_.value(); }

 private:
  BotSpec spec_;
  std::vector<pid_t> before_ = processes_below();
  ProcessHost host_;
  std::unique_ptr<Bot> bot_;
  std::optional<pid_t> pid_;
};

// Does `body` in a process of its own, which ends with it, and no later than this one. An exception
// ends it too: no test may go on in a copy of this process.
template <typename Body>
pid_t in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    [&body]() noexcept {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      body();
    }();
    ::_exit(0);
  }
  return child;
}

// The state of a process's first thread: R, S, T...; '-' if there is none.
inline char state_of(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text);
  const auto name_end = text.rfind(") ");
  return name_end == std::string::npos ? '-' : text.at(name_end + 2);
}
// Waits, for a minute at most, until the first thread of this process waits for something itself.
inline void wait_until_asleep(pid_t pid) {
  const auto end = std::chrono::steady_clock::now() + 1min;
  while (state_of(pid) != 'S' && std::chrono::steady_clock::now() < end) ::usleep(100);
  EXPECT_EQ(state_of(pid), 'S');
}

// The CPU time of a bot that only answers, here and now: the longest of a few.
inline referee::kernel::Duration cost_of_a_start() {
  referee::kernel::Duration most{};
  for (int i = 0; i < 5; ++i) most = std::max(most, Table("answer drain").turn().cpu);
  return most;
}

}  // namespace support
