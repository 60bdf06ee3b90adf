// What a bot can do wrong. The names are those of match records and reports.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// What a fault comes from. The names are those of match records.
enum class What : std::uint8_t {
  // It went beyond this limit. In microseconds:
  budget,           // for the whole game
  turn,             // for one turn
  wall_limit,       // for the whole game, behind a budget of CPU time
  turn_wall_limit,  // for one turn, likewise
  // In bytes:
  line,
  output,  // on its standard output in one game
  disk,    // of all files in its scratch folder
  memory,
  java_needs,  // beside `memory`: what this JVM reserves when it starts
  file_size,
  // A number:
  open_files,
  // How it ended:
  exit_code,  // if not 0
  signal,
  waits_for_input,
  // What it was refused:
  refused,        // a system call, by its name; "thread" for a further thread
  processors,     // the choice of its processors
  library,        // a library for 32-bit programs is not installed
  file,           // it may not read this path
  folder,         // it may not read the folder in which it runs, this path
  unknown_file,   // it may have been refused a file
  closed_folder,  // this folder on the way to its files is closed to root's bots
  owner,          // beside `closed_folder`: to whom it belongs
  // Why its command cannot be run:
  not_executable,  // this file
  unreadable,      // this file
  not_a_program,   // this file, which an interpreter takes
  unquoted,        // a path with blanks; the command with quotation marks
  interpreter,     // one that a script may not choose; the command that chooses it
  meant,           // this was probably meant
  static_data,     // its static data exceed its memory; a limit in MiB that allows them
  unknown,         // a fact of a later version
};

// Of all but `unknown`.
inline constexpr std::array<std::string_view, 29> fact_names{
    "budget",        "turn",        "wall_limit",     "turn_wall_limit", "line",
    "output",        "disk",        "memory",         "java_needs",      "file_size",
    "open_files",    "exit_code",   "signal",         "waits_for_input", "refused",
    "processors",    "library",     "file",           "folder",          "unknown_file",
    "closed_folder", "owner",       "not_executable", "unreadable",      "not_a_program",
    "unquoted",      "interpreter", "meant",          "static_data"};
static_assert(fact_names.size() == static_cast<std::size_t>(What::unknown));

// Not of `unknown`.
constexpr std::string_view name(What what) noexcept {
  return fact_names[static_cast<std::size_t>(what)];
}

// `unknown` for names of a later version.
constexpr What fact_named(std::string_view text) noexcept {
  for (std::size_t i = 0; i < fact_names.size(); ++i) {
    if (fact_names[i] == text) return static_cast<What>(i);
  }
  return What::unknown;
}

// What is behind a fault, for programs: the same on every run, as its reason.
struct Fact {
  What what = What::unknown;
  std::uint64_t value = 0;  // of limits and ends; 0: it has none
  std::string name = {};    // of what was refused, or of a command; empty: it has none

  friend bool operator==(const Fact&, const Fact&) = default;
};

// Whatever finds a fault makes its plain reason, mostly this room (text.hpp); the facts let reports
// add advice.
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

}  // namespace referee::bot
