// Compilers, and running them within walls.
#pragma once

#include <filesystem>
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

// Runs a compiler like a bot: within limits, without a network, and with one folder to write to.
// Sources come from strangers, and some compilers execute parts of them.

struct WalledRun {
  bool succeeded = false;  // left with exit code 0
  // The other end: "left with exit code 1", "took longer than the official 300 s".
  std::string ending;
  // If it failed: the machine's lack (ENOSPC, ENOMEM, ...), and the words of its output that tell
  // so; these may also be the source's. Nothing if the machine's state contradicts them. No words:
  // it was killed, and not by the referee.
  std::optional<int> lack;
  std::string lack_words;
  std::string output;  // all output, in its order; at most the last 1 MiB
};

// The official limit on compiling.
inline constexpr int most_compile_seconds = 300;

// Runs the program `words.front()`, an absolute path, in `workshop`, which together with its parent
// folder must be this run's alone. It does not see `hidden`, even below a folder of the system.
// Throws text::MachineError if it cannot be started.
WalledRun run_walled(const std::vector<std::string>& words, const std::filesystem::path& workshop,
                     std::vector<std::filesystem::path> hidden = {});

}  // namespace referee::toolchain
