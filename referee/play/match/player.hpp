// A source of answers for a seat: a bot, the jury, a recorded game, a person.
// The match loop cannot tell them apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "rules/game.hpp"

namespace referee::match {

using bot::Fault;
using bot::FaultKind;
using kernel::Duration;

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

  // Called after the end of the game: reads `lines` and leaves.
  virtual void part(std::string_view /*lines*/) {}
};

}  // namespace referee::match
