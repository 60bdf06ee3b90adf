// The compilers and interpreters of this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/toolchain/languages.hpp"

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

// What installs a package: "on Debian and Ubuntu, as root: apt install ghc".
std::string how_to_install(std::string_view package);

}  // namespace referee::toolchain
