// Words for the reasons of faults, the same on every run, and the facts behind them. They name no
// options: advice on these is in run/config/fault_advice.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/walls/lacks.hpp"

namespace referee::bot {

// "used more than its memory limit of 64 MiB"
Fault memory_fault(std::size_t limit);
// The same for a JVM that needs that many bytes at its start.
Fault java_memory_fault(std::size_t limit, std::size_t needed);

// "more than 256 MiB of files in its scratch folder"
Fault disk_fault(std::size_t limit);

// These add to the reason of a fault, after "; ", and to its facts. Those that go by what a bot
// wrote to its standard error add nothing if that does not speak of the matter.

void add_words(Fault& fault, std::string_view words);
// What the refusal of these system calls means: "it was refused a child process".
void add_refusals(Fault& fault, const std::vector<std::string>& calls);
// What limits of files it met.
void add_file_limits(Fault& fault, std::string_view last_words, const kernel::Limits& limits);
// "its limit for one file is 4 MiB"
void add_file_size(Fault& fault, std::size_t limit);
// It made a system call of another architecture.
void add_foreign_call(Fault& fault, const program::Command& command);
// The loader of a 32-bit program says that it lacks a library.
void add_library(Fault& fault, std::string_view last_words, program::Abi abi);
// A program before the bot's complains that it may not do what it is for.
void add_wrapper(Fault& fault, std::string_view last_words);
// It says that it could not open its standard output by a name.
void add_output(Fault& fault, std::string_view last_words);
void add_refused_file(Fault& fault, const walls::RefusedFile& file);

// The fault of a bot whose command cannot be run.

// The fact that each flaw of a command becomes.
inline constexpr std::array<std::pair<program::Flaw::Kind, What>, 8> facts_of_flaws{{
    {program::Flaw::Kind::not_executable, What::not_executable},
    {program::Flaw::Kind::unreadable, What::unreadable},
    {program::Flaw::Kind::not_a_program, What::not_a_program},
    {program::Flaw::Kind::unquoted, What::unquoted},
    {program::Flaw::Kind::interpreter, What::interpreter},
    {program::Flaw::Kind::meant, What::meant},
    {program::Flaw::Kind::library, What::library},
    {program::Flaw::Kind::static_data, What::static_data},
}};

inline Fault launch_fault(const program::CommandError& error) {
  Fault fault{FaultKind::launch, error.reason()};
  for (const auto& [kind, what] : facts_of_flaws) {
    if (error.flaw().kind == kind) fault.facts = {{what, 0, error.flaw().name}};
  }
  return fault;
}

}  // namespace referee::bot
