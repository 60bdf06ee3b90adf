// The runtimes of this machine for bots.
#pragma once

#include <string>
#include <vector>

namespace referee::program {

struct RuntimeNote {
  std::string name;        // "python3", "32-bit programs"
  bool available = false;  // a bot can use it
  std::string means;       // by what: "/usr/bin/python3"
  std::string advice;      // what would stop a bot, and what to do; empty if nothing

  friend bool operator==(const RuntimeNote&, const RuntimeNote&) = default;
};

// Interpreters and kinds of programs, in a fixed order. Looks at files, starts no interpreter.
std::vector<RuntimeNote> describe_runtimes();

}  // namespace referee::program
