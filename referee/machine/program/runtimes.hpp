// The interpreters, and the kinds of programs, that are on this machine.
#pragma once

#include <string>
#include <vector>

namespace referee::program {

struct RuntimeNote {
  std::string name;        // "python3", "32-bit programs"
  bool available = false;  // a bot can use it
  std::string means;       // by what: "/usr/bin/python3"
  std::string advice;      // the obstacle for a bot, and its remedy; empty if none

  friend bool operator==(const RuntimeNote&, const RuntimeNote&) = default;
};

// Interpreters and kinds of programs, in a fixed order. Only checks files, starts no interpreter.
std::vector<RuntimeNote> describe_runtimes();

}  // namespace referee::program
