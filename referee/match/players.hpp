// The players there are.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/bot/bot.hpp"
#include "referee/match/player.hpp"
#include "rules/client.hpp"
#include "rules/game.hpp"
#include "rules/random.hpp"

namespace referee::match {

// A bot process.
class BotPlayer final : public Player {
 public:
  BotPlayer(bot::Host& host, std::unique_ptr<bot::Bot> bot) : host_(host), bot_(std::move(bot)) {}

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view lines, const Fault& fault) override;
  void part(std::string_view lines) override;

  // Valid once the host has settled.
  [[nodiscard]] const bot::Departure& departure() const noexcept { return bot_->departure(); }

 private:
  bot::Host& host_;
  std::unique_ptr<bot::Bot> bot_;
};

// Plays uniformly random legal moves of a game that somebody else keeps.
class JuryPlayer final : public Player {
 public:
  JuryPlayer(const rules::Game& game, rules::Stream stream) : game_(game), stream_(stream) {}

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view, const Fault&) override {}
  void part(std::string_view) override {}

 private:
  const rules::Game& game_;
  rules::Stream stream_;
};

// Gives prepared answers. When they run out it answers with an `exit` fault whose
// reason is ReplayPlayer::exhausted.
class ReplayPlayer final : public Player {
 public:
  static constexpr std::string_view exhausted = "the record has no further move";

  explicit ReplayPlayer(std::vector<Answer> answers) : answers_(std::move(answers)) {}

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view, const Fault&) override {}
  void part(std::string_view) override {}

  [[nodiscard]] std::size_t left() const noexcept { return answers_.size() - next_; }

 private:
  std::vector<Answer> answers_;
  std::size_t next_ = 0;
};

// Plays a seat of a recorded game again: gives its recorded moves one after the other as
// long as they are legal, and uniformly random legal moves once one is not or there are no
// more. It never fails, so that whoever sits opposite always finishes the game.
class RecordedPlayer final : public Player {
 public:
  // Random moves come from `stream` alone.
  RecordedPlayer(const rules::GameInfo& game, std::vector<std::string> moves, rules::Stream stream)
      : client_(game), moves_(std::move(moves)), stream_(stream) {}

  Answer answer(std::string_view lines) override;
  void dismiss(std::string_view, const Fault&) override {}
  void part(std::string_view) override {}

 private:
  rules::Client client_;
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
  rules::Stream stream_;
};

}  // namespace referee::match
