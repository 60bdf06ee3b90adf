// Kinds of program files, and whether they can be executed here.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace referee::program {

class CommandError;

enum class Build : std::uint8_t {
  script,  // begins with #!
  native,  // a program for this machine
  compat,  // a program of 32 bits that this machine may run (on x86-64: 32-bit x86)
  other,   // anything else: for another machine, a text, a file cut short, not readable
};

// The system calls that a bot makes: a program may make those that it was built for, no others.
enum class Abi : std::uint8_t {
  native,  // this machine's
  compat,  // those of 32-bit programs, where this machine's kernel may run such (x86-64: of i386)
  both,    // it is, or begins as, a script that may start programs of either kind
};

// A path as messages quote it.
std::string quote(const std::filesystem::path& path);

// Reads the first bytes of `file`.
Build build_of(const std::filesystem::path& file);

// Whether it is a script, or a program for any machine.
bool is_script_or_program(const std::filesystem::path& file);

// The first line of a script without its #!; empty if `file` is not a script.
std::string interpreter_line(const std::filesystem::path& file);

// Bytes of the segments that this program writes to and the kernel maps before it runs: its
// variables, with those that are zero at first. 0 if that cannot be read, or for scripts.
std::uint64_t static_data_of(const std::filesystem::path& file);

// The first bytes of a file, at most `most`; of a program not those behind what the kernel maps:
// its symbols, and what debuggers need. Empty if it cannot be read.
std::string mapped_beginning(const std::filesystem::path& file, std::size_t most);

// Whether it was built with a sanitizer. Programs of the system are not checked.
bool has_sanitizer(const std::filesystem::path& file);

// Whether it is a regular file that this user may execute.
bool is_executable_file(const std::filesystem::path& file);
// The same for a file whose mode is known.
bool is_executable(const std::filesystem::path& file, mode_t mode);

// Whether a program of this name does something and then starts the one that its other words name,
// without a child in between: `nice`, `taskset`, `env` and the like.
bool is_wrapper(std::string_view name);

// Throws CommandError for a file that is a program only once it is compiled, or given to an
// interpreter; the text says how.
void check_is_no_source(const std::filesystem::path& file);

// The error for a folder in the place of a program; names a program in it, if there is one.
CommandError folder_as_program(const std::filesystem::path& folder);

// Throws CommandError unless `file` is something that the kernel can execute here. The text names
// the file, what is wrong and what to do.
void check_program(const std::filesystem::path& file);

// Whether the kernel can run 32-bit programs. Tries it with a program of 100 bytes that does
// nothing, once in the life of this process. False on machines that have no such programs.
bool runs_compat_programs();

// The message where `runs_compat_programs` is false: "this kernel runs no 32-bit ...".
std::string compat_advice();

}  // namespace referee::program
