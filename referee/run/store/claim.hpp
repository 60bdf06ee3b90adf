// Which process plays in the folder of a tournament now.
//
// A claim is a lock on the file `playing.json` of the folder, which says who holds it. The lock
// belongs to an open descriptor, so the kernel releases it when the process ends, however it
// ends: a file that was left behind claims nothing. On network file systems the server keeps
// the lock: other machines see it, and after a crash of the whole machine it is free once the
// server has given that machine up (NFS: about 90 s). Where there are no locks, nothing can be
// claimed, and a warning says so. In a folder that cannot be written nothing is claimed either. All
// users who may write in the folder may write this file, even if another user made it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"

namespace referee::store {

// Somebody plays in the folder; the text says who, and since when.
class FolderInUse : public text::InputError {
 public:
  FolderInUse(std::filesystem::path folder, const std::string& text)
      : InputError(text), folder_(std::move(folder)) {}
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  std::filesystem::path folder_;
};

class Claim {
 public:
  enum class Kind : std::uint8_t {
    alone,   // nobody else may play in the folder
    shared,  // others that share it may play, too: parts of one tournament
    // A run is about to begin, or plays; others may too. A lock on `beginning.json`.
    beginning,
  };

  // Claims an existing folder until the end of this object; with the label of a part only that part
  // in this way, and the folder as shared. Throws FolderInUse if others play there and one of the
  // two wants to be alone; StoreError.
  Claim(const std::filesystem::path& folder, Kind kind, std::string_view part = {});
  ~Claim();  // removes the file, unless others share it
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  // Whether anybody has claimed the folder now.
  static bool is_held(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
  text::Descriptor file_;
  std::unique_ptr<Claim> folder_;  // that of a part
};

// Marks a folder, which it makes if need be, as one in which a tournament is about to be played: it
// has nothing to follow yet, and compiling the bots takes a while. The destructor removes the
// folders that it has made and that are still empty. Where nothing can be written, there is no
// mark.
class Beginning {
 public:
  explicit Beginning(const std::filesystem::path& folder);
  ~Beginning();
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  static bool is_under_way(const std::filesystem::path& folder);

 private:
  std::vector<std::filesystem::path> made_;  // the outermost first
  std::optional<Claim> claim_;
};

}  // namespace referee::store
