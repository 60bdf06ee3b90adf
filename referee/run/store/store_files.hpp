// The files of a store: their names, the system calls on them, and files that get their name only
// when they are complete.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

// "cannot read x.jsonl: Permission denied"; `error` as in errno.
StoreError store_error(std::string_view action, const std::filesystem::path& path, int error);

// The names of all that is in a folder, in any order. Throws StoreError.
std::vector<std::string> names_in(const std::filesystem::path& folder);

// The files of a folder that are named matches-*.jsonl, in the order of their
// names. Throws StoreError.
std::vector<std::filesystem::path> record_files(const std::filesystem::path& folder);

// Whether a file of this name holds records: matches-*.jsonl.
bool is_record_file(std::string_view name);

// Numbers in the names of files are below this.
inline constexpr unsigned most_attempts = 1'000'000'000;

// A numbered file of a folder: `stage-0001.json` for "stage-", 1 and ".json".
std::filesystem::path numbered_path(const std::filesystem::path& folder, std::string_view prefix,
                                    std::size_t number, std::string_view suffix);
// The highest number of such a file, 0 if there is none. Throws StoreError.
std::size_t highest_number(const std::filesystem::path& folder, std::string_view prefix,
                           std::string_view suffix);

// The same for the files of runs: `matches-0001.jsonl`, or with the label "2-of-10"
// `matches-2-of-10-0001.jsonl`.
std::filesystem::path attempt_path(const std::filesystem::path& folder, std::string_view label,
                                   std::size_t number);
std::size_t highest_attempt(const std::filesystem::path& folder, std::string_view label);

// Takes the result of fsync() and its like, with errno, of a file or folder. Throws StoreError for
// a failure; a file system that cannot flush (network and FUSE ones) is told once, and used.
void require_flushed(int result, const std::filesystem::path& told);

// Makes new names in a folder survive a power failure. Throws StoreError.
void sync_folder(const std::filesystem::path& folder);

// Writes a file completely or not at all, even if the power fails. Returns false, and changes
// nothing, if there is a file of that name already. Throws StoreError, and leaves nothing
// behind.
bool write_new_file(const std::filesystem::path& file, std::string_view text);

// A file that gets its name only when it is complete.
//
// Until then it has no name, so nothing is left behind if the process ends. On file systems
// without nameless files it has a temporary name beside the wanted one.
class WholeFile {
 public:
  // `told`: the name of the file in errors. Throws StoreError if no file can be created in
  // the folder of `wanted`.
  WholeFile(std::filesystem::path wanted, std::filesystem::path told);
  explicit WholeFile(const std::filesystem::path& wanted) : WholeFile(wanted, wanted) {}
  ~WholeFile();  // discards the file unless it was finished
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // Appends. Throws StoreError.
  void write(std::string_view text);

  // Both flush the file to disk and give it its name. If they throw StoreError, the wanted
  // name is as it was before.
  //
  // Returns false, and changes nothing, if there is a file of that name already.
  bool finish_new();
  // Replaces a file of that name, if there is one, and keeps its permissions.
  void finish();

 private:
  void sync();
  // Links the file under a further name. Returns 0 or the error, as in errno.
  int link_as(const std::filesystem::path& name) const;

  std::filesystem::path wanted_;
  std::filesystem::path told_;
  std::filesystem::path name_;  // its current (temporary) name; empty if it has none
  text::Descriptor file_;
};

}  // namespace referee::store
