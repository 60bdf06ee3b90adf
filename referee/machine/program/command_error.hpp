// Facts of faults, why a command cannot be run, and what programs say at their end.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "referee/base/text/error.hpp"

namespace referee::program {

// What a fault comes from, or what is wrong with a command. The names are those of match records.
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
  environment,    // it did not find what this variable of its caller's may lead to
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
  shell,           // this word is for a shell
  static_data,     // its static data exceed its memory; a limit in MiB that allows them
  unknown,         // a fact of a later version, or none
};

// Of all but `unknown`.
inline constexpr std::array<std::string_view, 31> fact_names{"budget",       "turn",
                                                             "wall_limit",   "turn_wall_limit",
                                                             "line",         "output",
                                                             "disk",         "memory",
                                                             "java_needs",   "file_size",
                                                             "open_files",   "exit_code",
                                                             "signal",       "waits_for_input",
                                                             "refused",      "processors",
                                                             "library",      "environment",
                                                             "file",         "folder",
                                                             "unknown_file", "closed_folder",
                                                             "owner",        "not_executable",
                                                             "unreadable",   "not_a_program",
                                                             "unquoted",     "interpreter",
                                                             "meant",        "shell",
                                                             "static_data"};
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

// What to do about a command with this flaw, "try: chmod +x bot"; empty for other facts.
std::string advice_on(const Fact& flaw);

// The interpreter of a script that does not name it: "perl" for bot.pl; empty for other files.
std::string interpreter_of(const std::filesystem::path& file);

// A command that cannot be run. what() names the program, what is wrong with it and what would be
// right.
class CommandError : public text::InputError {
 public:
  explicit CommandError(const std::string& reason, Fact flaw = {});
  // The reason of a `launch` fault: what() without the advice.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  // Unknown if no advice follows from it.
  [[nodiscard]] const Fact& flaw() const noexcept { return flaw_; }

 private:
  std::string reason_;
  Fact flaw_;
};

}  // namespace referee::program
