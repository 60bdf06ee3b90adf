// A second fence around tests with live ammunition: should a protection of the
// referee fail, the harm stays inside.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fence {

// As whom: all but root need root to become it, who is not root stays who he is.
enum class User {
  root,
  nobody,     // user 65534
  delegated,  // the same, with a control group of his own, as in a scope with Delegate=yes
};

// Runs this program once more with `arguments`, inside namespaces of its own for
// processes, mounts, shared memory and the network, with a private /proc, /dev/shm and
// a file system of 256 MiB for everything it writes, whose folder is its first
// argument. `program_files` are copied there first, each into a folder of its own.
// All processes inside end with it. Returns its exit code; nothing if this system does not let us
// make the fence, or has no control groups to delegate.
std::optional<int> run_inside(const std::vector<std::filesystem::path>& program_files, User user,
                              const std::vector<std::string>& arguments);

}  // namespace fence
