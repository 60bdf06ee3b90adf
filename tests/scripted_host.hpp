// A host whose bots are no processes: they follow a game by its lines, play its random moves, and
// do otherwise where a test says so.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "referee/machine/bot/bot.hpp"
#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/game_info.hpp"
#include "rules/random.hpp"

namespace scripted {

// A bot in its turn.
struct Asked {
  const referee::bot::BotSpec& bot;
  int turn = 0;           // from 1
  std::string_view move;  // that it would play
};

// What a bot does in place of that move; nothing: it plays it. What it throws, the host throws.
// It is called on the threads of the hosts, perhaps several at once.
using Script = std::function<std::optional<referee::bot::Turn>(const Asked&)>;

inline referee::bot::Turn fails(referee::bot::FaultKind kind, std::string reason) {
  referee::bot::Turn turn;
  turn.fault = referee::bot::Fault{kind, std::move(reason), {}};
  return turn;
}

class Bot final : public referee::bot::Bot {
 public:
  Bot(const rules::GameInfo& game, const referee::bot::BotSpec& spec, const Script& script,
      const std::atomic<bool>& interrupted)
      : spec_(spec),
        script_(script),
        interrupted_(interrupted),
        client_(game),
        stream_(number_of(spec), "scripted") {}

  referee::bot::Turn take_turn(std::string_view lines, referee::kernel::Duration /*limit*/,
                               bool /*may_end*/) override {
    if (interrupted_) throw referee::bot::Interrupted();
    try {
      while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        client_.read(lines.substr(0, end));
        lines.remove_prefix(end + 1);
      }
    } catch (const std::invalid_argument& error) {  // the game is not as it takes it to be
      return fails(referee::bot::FaultKind::crash, error.what());
    }
    if (client_.state() == rules::Client::State::left) {
      return fails(referee::bot::FaultKind::exit, "it left");
    }
    rules::MoveLine move;
    client_.random_move(stream_, move);
    if (auto turn = script_ ? script_({spec_, ++turns_, move.view()}) : std::nullopt) {
      return *std::move(turn);
    }
    referee::bot::Turn turn;
    turn.line = move.view();
    return turn;
  }
  std::optional<referee::bot::Fault> death_in(std::string_view /*line*/) override { return {}; }
  [[nodiscard]] std::size_t unread() const noexcept override { return 0; }
  [[nodiscard]] referee::kernel::Duration cpu_used() const override { return {}; }
  void leave(std::string_view /*lines*/, Farewell /*farewell*/) override {
    departure_.exit_code = 0;
  }
  [[nodiscard]] const referee::bot::Departure& departure() const noexcept override {
    return departure_;
  }

 private:
  // The same for the same words.
  static std::uint64_t number_of(const referee::bot::BotSpec& spec) {
    std::uint64_t number = 0;
    if (!spec.command) return number;
    for (const std::string& word : spec.command->words) {
      for (const char letter : word) {
        number = (number * 31 + static_cast<unsigned char>(letter)) % rules::max_seed;
      }
    }
    return number;
  }

  const referee::bot::BotSpec& spec_;
  const Script& script_;
  const std::atomic<bool>& interrupted_;
  rules::Client client_;
  rules::Stream stream_;
  int turns_ = 0;
  referee::bot::Departure departure_;
};

// Of bots that play `game`, unless a word of their command names another one.
class Host final : public referee::bot::Host {
 public:
  Host(const rules::GameInfo& game, const Script& script) : game_(game), script_(script) {}

  // As a real one, of a bot without a command: its first turn is a fault.
  std::unique_ptr<referee::bot::Bot> start(const referee::bot::BotSpec& spec,
                                           referee::kernel::ClockKind /*clock*/,
                                           referee::bot::ErrorSink /*errors*/) override {
    return std::make_unique<Bot>(game_of(spec), spec, spec.command ? script_ : unstarted_,
                                 interrupted_);
  }
  void settle() override {}
  void interrupt() override { interrupted_ = true; }

 private:
  [[nodiscard]] const rules::GameInfo& game_of(const referee::bot::BotSpec& spec) const {
    if (!spec.command) return game_;
    for (const std::string& word : spec.command->words) {
      if (const rules::GameInfo* const game = rules::find_game(word)) return *game;
    }
    return game_;
  }

  const rules::GameInfo& game_;
  const Script& script_;
  std::atomic<bool> interrupted_ = false;
  const Script unstarted_ = [](const Asked& asked) {
    referee::bot::Turn turn;
    turn.fault = asked.bot.launch_fault;
    return turn;
  };
};

}  // namespace scripted
