// The compilers and interpreters of the official languages, as they are on this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {

struct Compiler {
  std::vector<std::string> words;  // what starts it; the first is an absolute path
  std::string name;                // "g++"
  std::string version;             // "12.2.0"; empty if unknown

  // "g++ 12.2.0"
  [[nodiscard]] std::string title() const;
};

// Finds the language's compiler as a shell would, and asks for its version unless that is known
// from an earlier time: the answer is kept in the cache, by path, size and time. Nothing if it is
// not installed.
std::optional<Compiler> find_compiler(const Language& language);

// The same; throws text::MachineError, which names the package, if it is not installed. `file`: the
// source that needs it.
Compiler need_compiler(const Language& language, const std::string& file);

// A language that this machine can or cannot compile and run, for `referee doctor`.
struct LanguageNote {
  std::string_view language;  // "C++"
  bool available = false;
  std::string compiler;       // the installed one: "g++ 12.2.0"
  std::string_view official;  // the newest official version: "13.2.0"
  std::string advice;         // how to get it; empty if it is there
};
// All languages, in the order of the official page. Asks compilers that are new here for their
// versions.
std::vector<LanguageNote> describe_languages();

}  // namespace referee::toolchain
