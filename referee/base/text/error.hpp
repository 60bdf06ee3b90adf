// The two kinds of errors that end a program: wrong input, or a failure of the machine.
// Every exception type of ours derives from one of them, and the exit code follows from that.
//
// The text of an error is complete: it names the file, the field or the bot, says what is wrong
// and what would be right.
#pragma once

#include <stdexcept>

namespace referee::text {

// Wrong input: options, configs, commands of bots, records. Exit code 2.
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The machine failed: no disk space, no permission, no memory. Nothing can be concluded about any
// bot. Exit code 3, as for std::system_error and std::bad_alloc.
class MachineError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace referee::text
