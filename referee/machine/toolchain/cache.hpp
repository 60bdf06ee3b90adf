// Where compiled sources are kept: a folder of the user's cache, which may be emptied at any time.
// Several processes may use it at once: what is new is made beside it and appears by one rename.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace referee::toolchain {

// Beyond this size adding something removes what was used least recently, but never what is in use.
inline constexpr std::uint64_t most_cached_bytes = std::uint64_t{1} << 30;

// $XDG_CACHE_HOME/referee, else ~/.cache/referee, else, if this user cannot write to a home, a
// folder among the temporary files. Need not exist. What lies there is executed and believed: what
// others may write to, or have made, is not used, and putting something there throws
// text::MachineError then.
std::filesystem::path cache_folder();

// A folder of the cache, for whoever reads from it: nothing unless it and the cache are this
// user's, and nobody else may write to them. To be asked at each use.
std::optional<std::filesystem::path> own_cache(std::string_view name);

// A build in the cache. As long as `hold` lives no referee removes it.
struct Entry {
  std::filesystem::path folder;
  std::shared_ptr<const void> hold;
};

// The build with this key, which from now on is the one used last; or nothing.
std::optional<Entry> find_entry(const std::string& key);

// Removes a build that is damaged, unless somebody uses it.
void discard_entry(const std::string& key);

// A folder in which a build is made; removed with all that is in it unless it is kept.
class Draft {
 public:
  // Throws std::system_error.
  Draft();
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  // Where the compiler works; empty at first.
  [[nodiscard]] std::filesystem::path workshop() const { return folder_ / "work"; }
  // What is put here is kept; empty at first.
  [[nodiscard]] std::filesystem::path result() const { return folder_ / "result"; }

  // Makes the result the build with this key, or takes that of a process that was faster.
  // Throws std::system_error.
  Entry keep(const std::string& key);

 private:
  std::filesystem::path folder_;
  std::shared_ptr<const void> hold_;
};

// Keeps a text in a folder of the cache under a name, and reads it back; nothing if it is not
// there. Writing returns the file, and throws std::system_error.
std::filesystem::path keep_text(std::string_view folder, const std::string& name,
                                std::string_view text);
std::optional<std::string> kept_text(std::string_view folder, const std::string& name);

// The hash of a file, or of all files in a folder and below it with their names, but not of links;
// empty if one cannot be read. By it a build that is damaged is found.
std::string hash_of(const std::filesystem::path& made);

// Bytes of all builds, and how many there are.
struct CacheUse {
  std::uint64_t bytes = 0;
  std::uint64_t builds = 0;
};
CacheUse cache_use();

}  // namespace referee::toolchain
