// What a bot can do wrong, and the words for it. The names are those of match records and reports.
// The words are the same on every run, and name no options: advice on these is in
// run/config/fault_advice.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/walls/refused_file.hpp"

namespace referee::bot {

using program::Fact;
using program::fact_named;
using program::fact_names;
using program::name;
using program::What;

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

// Whatever finds a fault makes its plain reason, mostly this room; the facts let reports add
// advice.
struct Fault {
  FaultKind kind = FaultKind::illegal;
  // One line for the bot's author, without a full stop, the same on every run. It names no option;
  // config::advice_for() does. People read it: no code decides by its words.
  std::string reason;
  std::vector<Fact> facts = {};

  [[nodiscard]] const Fact* fact(What what) const noexcept {
    for (const Fact& one : facts) {
      if (one.what == what) return &one;
    }
    return nullptr;
  }
  friend bool operator==(const Fault&, const Fault&) = default;
};

// "used more than its memory limit of 64 MiB"
Fault memory_fault(std::size_t limit);
// The same for a JVM that needs that many bytes at its start.
Fault java_memory_fault(std::size_t limit, std::size_t needed);

// "more than 256 MiB of files in its scratch folder"
Fault disk_fault(std::size_t limit);

// Adds to the reason of a fault, after "; ". The functions below do so, too, and add to its facts.
void add_words(Fault& fault, std::string_view words);
// What the refusal of these system calls means: "it was refused a child process".
void add_refusals(Fault& fault, const std::vector<std::string>& calls);
// "its limit for one file is 4 MiB"
void add_file_size(Fault& fault, std::size_t limit);
// It made a system call of another architecture.
void add_foreign_call(Fault& fault, const program::Command& command);
// What a bot met by its own last words: limits of files, a library that is missing, a choice of
// processors, an output that cannot be opened by its name. Nothing if they speak of none.
void add_last_words(Fault& fault, std::string_view last_words, const kernel::Limits& limits,
                    program::Abi abi);
// That it looked for a library, module or class in vain, to which a variable of the caller's may
// lead. `given`: words among which are the variables that it gets, as "NAME=value"; of these
// nothing is said.
void add_missed_variable(Fault& fault, std::string_view last_words,
                         std::span<const std::string> given);
void add_refused_file(Fault& fault, const walls::RefusedFile& file);

// The fault of a bot whose command cannot be run.
inline Fault launch_fault(const program::CommandError& error) {
  Fault fault{FaultKind::launch, error.reason()};
  if (error.flaw().what != What::unknown) fault.facts = {error.flaw()};
  return fault;
}

}  // namespace referee::bot
