// The fault of a bot whose command cannot be run.
#pragma once

#include <array>
#include <utility>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/program/command_error.hpp"

namespace referee::bot {

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
