// The program's exit codes.
#pragma once

#include <string_view>

#include "referee/base/text/error.hpp"

namespace referee::cli {

enum ExitCode : int {
  done = 0,
  failed = 1,       // a bot failed, or a check did not hold
  usage = 2,        // wrong usage or input
  environment = 3,  // the machine failed: no disk, no permission
  undecided = 4,    // a test ended without a decision
  interrupted = 130,
};

// Standard output is checked once, when a verb has done its work; a verb that writes much or
// for long may check earlier and throw text::MachineError with this text before.
constexpr std::string_view no_standard_output = "cannot write to standard output";

// Wrong input found by a verb itself; ends the program with `usage`.
class UsageError : public text::InputError {
  using InputError::InputError;
};

}  // namespace referee::cli
