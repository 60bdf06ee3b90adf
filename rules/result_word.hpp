// How a game ended for a seat: the words of records, standings and official result lists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/game.hpp"

namespace rules {

// The words of every game, which are also the statuses of match records and standings.
enum class Status : std::uint8_t {
  win,
  lose,
  draw,
  illegal,  // the bot failed: an illegal line
  timeout,
  exit,  // it left, crashed, or could not be run
};
inline constexpr std::array<std::string_view, 6> status_names{"WIN",     "LOSE",    "DRAW",
                                                              "ILLEGAL", "TIMEOUT", "EXIT"};

constexpr bool is_fault(Status status) noexcept { return status >= Status::illegal; }
constexpr std::string_view name(Status status) noexcept {
  return status_names[static_cast<std::size_t>(status)];
}
// The status of that name, or nothing.
constexpr std::optional<Status> status_named(std::string_view text) noexcept {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    if (status_names[i] == text) return static_cast<Status>(i);
  }
  return std::nullopt;
}
constexpr Status status_of(Outcome outcome) noexcept {
  if (outcome == Outcome::draw) return Status::draw;
  return outcome == Outcome::win ? Status::win : Status::lose;
}

// A further word that one game has for a bot that failed (RecordFormat::words), and its status in
// standings. A word that is a kind of fault in capitals, like CRASH, is that of such a fault in the
// referee's own matches; the other words come from the game's verdicts.
struct ResultWord {
  std::string_view text;  // "NO_SOLUTIONS_LEFT"
  Status status = Status::illegal;
};

}  // namespace rules
