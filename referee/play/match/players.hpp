// Players: sources of answers for a seat, and their kinds. The match loop cannot tell them apart.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/game.hpp"
#include "rules/game_info.hpp"
#include "rules/random.hpp"

namespace referee::match {

struct Answer {
  std::string line;  // valid without a fault
  std::optional<Fault> fault;
  bool early = false;  // had been written before it was asked for
  Duration cpu{};      // times of the turn, 0 for players without any
  Duration wall{};
  Duration counted{};  // the one on the clock of the match, at the speed of the official machine
  std::uint64_t stderr_bytes = 0;  // written to standard error since its last turn
};

class Player {
 public:
  Player() = default;
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Called before its first turn with the game, which is owned by the caller and valid until its
  // last turn. A player that follows the game by its lines may ignore it.
  virtual void meet(const rules::Game&) {}

  // Reads `lines` (each ended by '\n') and answers one line or a fault.
  virtual Answer answer(std::string_view lines) = 0;

  // The fault behind the last answer, if that is not a legal move; nothing if not known.
  virtual std::optional<Fault> instead_of_move(std::string_view) { return std::nullopt; }

  // Called after a fault: reads `lines` and has to be gone before the game goes on. It is not asked
  // again.
  virtual void dismiss(std::string_view /*lines*/, const Fault& /*fault*/) {}

  // Bytes of lines that it has been given, and that it has not read.
  [[nodiscard]] virtual std::size_t unread() const noexcept { return 0; }

  // Called after the end of the game: reads `lines` and leaves.
  virtual void part(std::string_view /*lines*/) {}
};

// What a match grants a bot besides its limits.
struct BotTerms {
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  double speed = 1;       // of this machine
  Duration soft_limit{};  // on this machine; see GameInfo
  int soft_turns = 0;
  bool farewell = true;
  bool starts_at_turn = false;  // it is started by its first turn, not before
};
BotTerms terms_of(const rules::GameInfo& game, kernel::ClockKind clock, double speed);

// A bot process.
class BotPlayer final : public Player {
 public:
  // `spec` must outlive it. Throws as Host::start().
  BotPlayer(bot::Host& host, const bot::BotSpec& spec, const BotTerms& terms,
            bot::ErrorSink errors = {});

  void meet(const rules::Game& game) override { game_ = &game; }
  Answer answer(std::string_view lines) override;
  std::optional<Fault> instead_of_move(std::string_view line) override;
  void dismiss(std::string_view lines, const Fault& fault) override;
  void part(std::string_view lines) override;
  [[nodiscard]] std::size_t unread() const noexcept override { return bot_ ? bot_->unread() : 0; }

  // Valid once the host has settled. Empty for a bot that was never started.
  [[nodiscard]] bot::Departure departure() const {
    return bot_ ? bot_->departure() : bot::Departure();
  }
  // Wall time from its start to its first turn; 0 if it has had none.
  [[nodiscard]] Duration before_first_turn() const noexcept { return before_first_turn_; }

 private:
  void start();
  [[nodiscard]] Duration limit_of_turn() const;

  bot::Host& host_;
  const bot::BotSpec& spec_;
  const BotTerms terms_;
  bot::ErrorSink errors_;
  std::unique_ptr<bot::Bot> bot_;  // null before its start
  std::chrono::steady_clock::time_point started_{};
  Duration before_first_turn_{};
  bool ended_ = false;  // it has left, as its turn allowed
  const rules::Game* game_ = nullptr;
  int turns_ = 0;
  int long_turns_ = 0;  // that exceeded their limit
};

// The stream of a seat's random moves, those of the jury ("jury-1", "jury-2") and those of bots
// without a process ("random-1", "random-2"): of the seed, or of 0 for a game without one.
rules::Stream jury_stream(const std::optional<std::uint64_t>& seed, rules::Seat seat);
rules::Stream random_stream(const std::optional<std::uint64_t>& seed, rules::Seat seat);

// Plays uniformly random legal moves of the game that it meets: the jury, or, without a process,
// the command toolchain::random_command.
class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(rules::Stream stream) : stream_(stream) {}

  void meet(const rules::Game& game) override { game_ = &game; }
  Answer answer(std::string_view lines) override;

 private:
  const rules::Game* game_ = nullptr;
  rules::Stream stream_;
};

// The moves with which a game begins: those of one seat, or, shared by the players of both seats,
// those of both.
struct GivenMoves {
  std::vector<std::string> moves;
  std::size_t made = 0;  // number of them
  bool left = false;     // somebody has played something else, or failed

  [[nodiscard]] bool on() const noexcept { return !left && made < moves.size(); }
};

// Asks another player and puts the given move in place of its answer, as long as the game is on
// these moves: so that a bot comes to a position whatever it would play itself. No game's protocol
// tells a player its own moves, so the bot does not notice.
class HeldPlayer final : public Player {
 public:
  // `may_leave`: another answer of this player counts, and the given moves end there.
  HeldPlayer(Player& player, GivenMoves& given, bool may_leave = false)
      : player_(player), given_(given), may_leave_(may_leave) {}

  void meet(const rules::Game& game) override { player_.meet(game); }
  Answer answer(std::string_view lines) override;
  std::optional<Fault> instead_of_move(std::string_view line) override {
    return player_.instead_of_move(line);
  }
  void dismiss(std::string_view lines, const Fault& fault) override {
    player_.dismiss(lines, fault);
  }
  void part(std::string_view lines) override { player_.part(lines); }
  [[nodiscard]] std::size_t unread() const noexcept override { return player_.unread(); }

  // Its own answer where a given move was due, equal to that or not.
  struct Own {
    std::size_t move = 0;  // position in the given moves
    std::string answer;
  };
  [[nodiscard]] const std::vector<Own>& answers() const noexcept { return answers_; }

 private:
  Player& player_;
  GivenMoves& given_;
  bool may_leave_;
  std::vector<Own> answers_;
};

// Plays a seat of a recorded game again: gives its recorded moves one after the other as
// long as they are legal, and uniformly random legal moves once one is not or there are no
// more. It never fails, so that the others always finish the game, unless a fault is given.
class RecordedPlayer final : public Player {
 public:
  // Random moves come from `stream` alone. `fails`: the fault that comes after all of these moves,
  // where others play on without a seat that is out.
  RecordedPlayer(const rules::GameInfo& game, std::vector<std::string> moves, rules::Stream stream,
                 std::optional<MatchFault> fails = std::nullopt)
      : moves_(std::move(moves)), stream_(stream), fails_(std::move(fails)) {
    if (!game.outside) client_.emplace(game);
  }

  void meet(const rules::Game& game) override { game_ = &game; }
  Answer answer(std::string_view lines) override;

 private:
  // Whether the next recorded move is legal; then a client has made it.
  bool next_is_legal();

  // The position as the seat knows it; nothing in games whose judge alone knows it.
  std::optional<rules::Client> client_;
  const rules::Game* game_ = nullptr;
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
  rules::Stream stream_;
  std::optional<MatchFault> fails_;
};

// A bot of a match: what starting it needs, and how it is named in the record.
struct Contestant {
  bot::BotSpec spec;
  BotIdentity identity;
  std::vector<std::filesystem::path> judge;  // files of the game's judge, hidden from it
  // Why its command cannot be run, with advice; else empty.
  std::string command_error;
};

// A bot as configs and command lines give it.
struct ContestantOptions {
  BotIdentity identity;
  std::filesystem::path folder;          // the folder to which its command is relative
  kernel::TimeLimits times;              // on this machine
  kernel::ChosenLimits limits;           // 0 means the game's or the program's default
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> read;         // what it may read besides, relative to `folder`
  unsigned toolchain = 0;                // year for a source, see toolchain::BotLine
  bool alone = false;                    // likewise
  bool isolated = true;
  bool ponders = false;  // may compute while the other side thinks
};

// The time limits of this game, on the official machine.
inline kernel::TimeLimits times_of(const rules::GameInfo& game) {
  return {game.budget, game.turn_limit, game.first_turn_limit};
}
// The same on this machine, where `chosen`, also on the official one, says nothing else.
inline kernel::TimeLimits local_times(const kernel::TimeLimits& chosen, const rules::GameInfo& game,
                                      double speed) {
  return to_local(chosen_or(chosen, times_of(game)), speed);
}
// The limits of a bot in this game, where it has chosen these.
kernel::Limits limits_of(const rules::GameInfo& game, const kernel::ChosenLimits& chosen);

// Finds the command and checks it; compiles a source. A bot that cannot be run gets its
// command_error and launch_fault, and fails its matches with that. Throws toolchain::CompileError,
// and text::MachineError if a source's compiler is missing.
Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game);

}  // namespace referee::match
