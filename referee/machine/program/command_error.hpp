// Why a command cannot be run, and what programs say at their end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "referee/base/text/error.hpp"

namespace referee::program {

// What is wrong with a command, where advice follows from it.
struct Flaw {
  enum class Kind : std::uint8_t {
    none,
    not_executable,  // the file `name`
    unreadable,      // the file `name`
    not_a_program,   // the file `name`, which an interpreter takes
    unquoted,        // a path with blanks; `name`: the command with quotation marks
    interpreter,     // one that a script may not choose; `name`: the command that chooses it
    meant,           // `name` was probably meant
    library,         // one for 32-bit programs is not installed
    static_data,     // it needs more memory than its limit; `name`: a limit in MiB that allows it
  };
  Kind kind = Kind::none;
  std::string name = {};
};

// "try: chmod +x bot"; empty if there is no flaw.
std::string advice_on(const Flaw& flaw);

// The interpreter of a script that does not name it: "perl" for bot.pl; empty for other files.
std::string interpreter_of(const std::filesystem::path& file);

// A command that cannot be run. what() names the program, what is wrong with it and what would be
// right.
class CommandError : public text::InputError {
 public:
  explicit CommandError(const std::string& reason, Flaw flaw = {});
  // The reason of a `launch` fault: what() without the advice.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] const Flaw& flaw() const noexcept { return flaw_; }

 private:
  std::string reason_;
  Flaw flaw_;
};

// The last words of programs that fail, as common runtimes word them.

// Whether one of `words` is a part of `text`.
bool contains_any(std::string_view text, std::initializer_list<std::string_view> words);
// Whether the end of a program's output says, as common runtimes and compilers do, that memory ran
// out; and the words that say so, else empty.
bool tells_of_memory(std::string_view last_words);
std::string_view words_of_memory(std::string_view last_words) noexcept;
// Whether it is a JVM that says so.
bool tells_of_java(std::string_view last_words);
// Whether this line on standard output, which is not a move, may be the first of such words.
bool may_be_last_words(std::string_view line);
// Whether it says that a file could not be used.
bool tells_of_permission(std::string_view stderr_tail);

}  // namespace referee::program
