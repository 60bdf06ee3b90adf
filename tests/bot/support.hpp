// Bots made of scripts, for the tests of referee/bot.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "referee/bot/bot.hpp"

namespace support {

using namespace std::chrono_literals;
using referee::bot::Bot;
using referee::bot::BotSpec;
using referee::bot::ClockKind;
using referee::bot::FaultKind;
using referee::bot::Host;
using referee::bot::Turn;

// A bot that runs tests/bot/scripted with this script, on a budget of 300 ms.
inline BotSpec scripted(const std::string& script) {
  BotSpec spec;
  spec.name = "scripted";
  spec.command = referee::bot::resolve_command(
      std::string(REFEREE_BIN_DIR) + "/referee-test-scripted " + script, "/");
  spec.limits.budget = 300ms;
  spec.limits.grace = 200ms;
  return spec;
}

// One bot on a host of its own.
class Table {
 public:
  explicit Table(BotSpec spec, ClockKind clock = ClockKind::cpu)
      : spec_(std::move(spec)),
        host_(referee::bot::probe_protections()),
        bot_(host_.start(spec_, clock)) {}
  explicit Table(const std::string& script, ClockKind clock = ClockKind::cpu)
      : Table(scripted(script), clock) {}

  Turn turn(const std::string& lines = "go\n") { return bot_->take_turn(lines); }
  const referee::bot::Departure& end(Bot::Farewell farewell = Bot::Farewell::polite) {
    bot_->leave("Quit\n", farewell);
    host_.settle();
    return bot_->departure();
  }
  Host& host() { return host_; }

 private:
  BotSpec spec_;
  Host host_;
  std::unique_ptr<Bot> bot_;
};

}  // namespace support
