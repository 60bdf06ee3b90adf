// The walls around one bot, prepared before it is started and put up between
// clone and exec by nothing but system calls.
//
// docs/reference/protection.md lists what they keep in. All of it works without any privilege; as
// root the bot loses its capabilities as well.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/walls/filter.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::walls {

// A folder or file that a bot may see, and how it may use it.
struct PathRule {
  enum class Access : std::uint8_t {
    list,   // the names in the folder and below, no contents
    read,   // contents, too, and executing programs
    write,  // everything except making devices
  };
  std::filesystem::path path;
  Access access = Access::read;
};

// A folder held open, so that starting a bot looks up no names.
struct OpenPath {
  text::Descriptor path;
  std::uint64_t access = 0;  // Landlock rights
};
using OpenPaths = std::vector<OpenPath>;

// Opens those of `rules` that exist, for a kernel with this Landlock ABI; leaves out the rest.
// Empty for ABI 0.
OpenPaths open_paths(int landlock_abi, std::span<const PathRule> rules);

// Whether a call failed because the referee or the machine lacks something, rather than because of
// its arguments.
inline bool referee_lacks(int error_number) noexcept {
  return error_number == EMFILE || error_number == ENFILE || error_number == EAGAIN ||
         error_number == EINTR;
}

// An error while the walls were put up, reported by the child to its parent.
struct SetupError {
  const char* step = nullptr;  // nullptr: no error
  int number = 0;              // errno
};

class Sandbox {
 public:
  // No walls but the resource limits (`--trust`).
  static Sandbox limits_only(const kernel::Limits& limits);

  // Prepares every wall that `protections` offers: the bot will see `shared` (the
  // system's folders, the same for all bots), `own`, and the scratch folder given
  // to prepare_files; and make the system calls of `abi`. `passes_descriptors`: see FilterOptions.
  // Throws std::system_error if libseccomp fails.
  Sandbox(const kernel::Limits& limits, const Protections& protections, program::Abi abi,
          std::shared_ptr<const OpenPaths> shared, OpenPaths own, bool passes_descriptors = false);

  Sandbox(Sandbox&&) noexcept = default;
  Sandbox& operator=(Sandbox&&) noexcept = default;
  ~Sandbox() = default;

  // Prepares the walls around the files of the next bot, whose private folder `scratch` is, held
  // open. `folder`: a number that only this folder has; 0 for one that has none. Most of it is done
  // once for many bots with the same folder, and kept for as many folders as a match has bots,
  // which may all be the same program. Throws std::system_error.
  void prepare_files(int scratch, int folder);
  // The numbers of the folders that it is prepared for, so that these cost nothing.
  [[nodiscard]] std::vector<int> folders() const;

  // Puts the walls up around the calling process, after prepare_files(). Async-signal-safe: only
  // system calls, no allocation; runs in a child that shares its parent's memory and changes none
  // of it except `error` and the `filter_space`, which must be as long as filter_size() and belong
  // to this child alone. If the filter reports refusals to the referee, `listener` becomes the
  // descriptor for them, else -1. Returns false with `error` set if a step failed.
  bool put_up(std::span<sock_filter> filter_space, int& listener, SetupError& error) const noexcept;

  [[nodiscard]] std::size_t filter_size() const noexcept { return filter_.size(); }
  [[nodiscard]] bool has_listener() const noexcept { return notify_; }

 private:
  struct ResourceLimit {
    int resource;
    rlimit value;
  };

  Sandbox() = default;
  void prepare_limits(const kernel::Limits& limits);
  void prepare_filter(const kernel::Limits& limits, const Protections& protections,
                      program::Abi abi, bool passes_descriptors);
  // The rules of Landlock for a bot with this scratch folder. Throws std::system_error.
  [[nodiscard]] text::Descriptor rules_for(int scratch) const;
  bool set_limits(SetupError& error) const noexcept;
  bool restrict_files(SetupError& error) const noexcept;
  static bool drop_capabilities(SetupError& error) noexcept;
  bool install_filter(std::span<sock_filter> space, int& listener,
                      SetupError& error) const noexcept;

  std::vector<ResourceLimit> limits_;
  bool walls_ = false;
  bool root_ = false;
  int landlock_abi_ = 0;
  bool programs_ = false;  // it may start some
  std::shared_ptr<const OpenPaths> shared_;
  OpenPaths own_;
  // What Landlock allows, without the bot's own entry in /proc.
  struct Rules {
    text::Descriptor set;
    int folder = 0;  // the one that they allow
    int starts = 0;  // number of starts with them; each adds a rule
  };
  std::vector<Rules> rules_;  // the ones used last come first
  std::vector<sock_filter> filter_;
  std::vector<std::size_t> own_numbers_;  // where in it each bot's own numbers take their places
  bool notify_ = false;
};

}  // namespace referee::walls
