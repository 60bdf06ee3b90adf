// Gives up bots that fail, in events with "give_up_after".
//
// A bot that has failed that often in a row is not started in its later matches: each of them is a
// fault of the kind given_up, with the consequences of a fault. "In a row" and "later" refer to the
// order of match numbers, whatever the order in which matches end. So whether a bot plays is
// unknown while enough of its matches are running that their faults would decide it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "referee/play/match/players.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/ranking.hpp"

namespace referee::tournament {

class GivingUp {
 public:
  GivingUp(const config::Manifest& manifest, std::uint64_t matches);

  // Whether any event has that key.
  [[nodiscard]] bool wanted() const noexcept { return !results_.empty(); }

  // Adds the result of a match; each once, in any order.
  void note(std::uint64_t match, const formats::GameFigures& game);
  // A match that has passed has no result: it is neither a fault nor an end of those in a row.
  void leave_out(std::uint64_t match);
  // Passes the next match in the order of numbers: it has been played or will be now.
  void pass(std::uint64_t match, const config::Pairing& pairing);

  enum class State : std::uint8_t { plays, given_up, unknown };
  // The state of a bot in the next match after those that have passed.
  State of(std::size_t event, std::size_t bot);

  // The replacement of a bot that was given up.
  [[nodiscard]] match::Contestant without_program(const match::Contestant& contestant,
                                                  std::size_t event) const;

 private:
  struct Game {
    std::uint64_t match = 0;
    rules::Seat seat{};
  };
  struct Bot {
    std::deque<Game> open;  // passed, from the first whose result is not known
    int faults = 0;         // in a row, before those
    bool given_up = false;
  };
  // Bits of a match: one for each seat that failed, then whether the result is known, and whether
  // there is none.
  using Result = std::uint16_t;
  static constexpr Result known = 1U << rules::most_seats;
  static constexpr Result left_out = known << 1U;
  [[nodiscard]] bool is_known(const Game& game) const {
    return (results_[game.match] & known) != 0;
  }
  [[nodiscard]] bool has_failed(const Game& game) const {
    return (static_cast<unsigned>(results_[game.match]) >> rules::index(game.seat) & 1U) != 0;
  }

  std::vector<int> limits_;             // by event
  std::vector<std::vector<Bot>> bots_;  // by event
  std::vector<Result> results_;         // by match
};

}  // namespace referee::tournament
