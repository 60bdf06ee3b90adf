// Runs a compiler as bots are run: within limits, without a network, and with nothing to write to
// but the folder in which it works. Sources come from strangers, and some compilers execute what
// they say.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee::toolchain {

struct WalledRun {
  bool succeeded = false;  // left with exit code 0
  // Else how it ended: "left with exit code 1", "took longer than the official 300 s".
  std::string ending;
  // What the machine lacked (ENOSPC, ENOMEM, ...), as the output tells and the machine does not
  // contradict, if it failed. The output may also be the source's own words.
  std::optional<int> lack;
  std::string output;  // all that it wrote, in the order in which it did; at most the last 1 MiB
};

// The official limit on compiling.
inline constexpr int most_compile_seconds = 300;

// Runs the program `words.front()`, an absolute path, in `workshop`, which must be this run's alone
// together with the folder in which it stands. What is `hidden` it does not see even below a folder
// of the system. Throws text::MachineError if it cannot be started.
WalledRun run_walled(const std::vector<std::string>& words, const std::filesystem::path& workshop,
                     std::vector<std::filesystem::path> hidden = {});

}  // namespace referee::toolchain
