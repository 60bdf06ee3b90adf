// One bot in one game whose other seat plays random moves, a turn at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/players.hpp"
#include "rules/game.hpp"
#include "rules/random.hpp"

namespace referee::checks {

// The last words of a game to a bot that is still playing: after its normal end, after a fault of
// the opponent or of its own. Each once, without empty ones: {"Quit\n"}.
std::vector<std::string> farewells(const rules::GameInfo& game, std::uint64_t seed);

class BotProbe {
 public:
  BotProbe(bot::Host& host, const bot::BotSpec& spec, kernel::ClockKind clock,
           const rules::GameInfo& game, std::uint64_t seed, rules::Seat seat);

  // Lets the bot make `turns` moves; returns the fault that kept it from that, an illegal move
  // included. May end earlier with the game.
  std::optional<bot::Fault> play(int turns);

  // Its last answer, which may be no move; empty if there was none.
  [[nodiscard]] const std::string& line() const noexcept { return line_; }

  // Sends `lines` instead of the next ones, and waits for what the bot does.
  bot::Turn say(const std::string& lines) { return bot_->take_turn(lines); }
  // Closes its input without a word; returns how it ended.
  bot::Departure close_input() { return part(bot::Bot::Farewell::polite); }
  // Ends it in any case; returns what it did until then.
  bot::Departure end() { return part(bot::Bot::Farewell::none); }

 private:
  bot::Departure part(bot::Bot::Farewell farewell);

  bot::Host& host_;
  std::unique_ptr<rules::Game> game_;
  rules::Stream stream_;
  rules::Seat seat_;
  std::string line_;
  std::unique_ptr<bot::Bot> bot_;
};

}  // namespace referee::checks
