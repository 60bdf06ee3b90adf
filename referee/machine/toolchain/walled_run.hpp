// Runs a compiler like a bot: within limits, without a network, and with one folder to write to.
// Sources come from strangers, and some compilers execute parts of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee::toolchain {

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
