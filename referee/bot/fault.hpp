// What a bot can do wrong. The names are those of match records and reports.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee::bot {

enum class FaultKind : std::uint8_t {
  illegal,   // a line that cannot be parsed or is not a legal move
  timeout,   // used more than its budget, or than the wall limit behind it
  exit,      // left before the end with exit code 0, or closed its output
  crash,     // ended by a signal or with another exit code before the end
  memory,    // used more memory than its limit
  flood,     // a line or a whole output longer than the limit
  launch,    // could not be started
  given_up,  // was not started any more after many faults in a row
};

inline constexpr std::array<std::string_view, 8> fault_names{
    "illegal", "timeout", "exit", "crash", "memory", "flood", "launch", "given_up"};

constexpr std::string_view name(FaultKind kind) noexcept {
  return fault_names[static_cast<std::size_t>(kind)];
}

// The kind with this name, or nothing.
constexpr std::optional<FaultKind> fault_kind(std::string_view text) noexcept {
  for (std::size_t i = 0; i < fault_names.size(); ++i) {
    if (fault_names[i] == text) return static_cast<FaultKind>(i);
  }
  return std::nullopt;
}

// One line for the bot's author, without a full stop, the same on every run.
struct Fault {
  FaultKind kind = FaultKind::illegal;
  std::string reason;

  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace referee::bot
