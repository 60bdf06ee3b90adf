// How a match ended for a seat: the words of official result lists, records and standings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/bot/fault.hpp"
#include "referee/text/words.hpp"
#include "rules/game.hpp"

namespace referee::match {

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

// "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT", for errors.
inline std::string status_choices() { return text::join_with(status_names, "or"); }

constexpr Status status_of(rules::Outcome outcome) noexcept {
  if (outcome == rules::Outcome::draw) return Status::draw;
  return outcome == rules::Outcome::win ? Status::win : Status::lose;
}

constexpr Status status_of(bot::FaultKind kind) noexcept {
  switch (kind) {
    case bot::FaultKind::illegal:
    case bot::FaultKind::flood:
      return Status::illegal;
    case bot::FaultKind::timeout:
      return Status::timeout;
    default:
      return Status::exit;
  }
}

}  // namespace referee::match
