// How a match ended for a seat: the words of official result lists, records and standings.
#pragma once

#include <string>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "rules/result_word.hpp"

namespace referee::match {

using rules::Status;

// "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT", for errors.
inline std::string status_choices() { return text::join_with(rules::status_names, "or"); }

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
