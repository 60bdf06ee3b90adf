// The files of a store: their names, and the system calls on them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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

// Makes new names in a folder survive a power failure. Throws StoreError.
void sync_folder(const std::filesystem::path& folder);

// Writes a file completely or not at all, even if the power fails. Returns false, and changes
// nothing, if there is a file of that name already. Throws StoreError, and leaves nothing
// behind.
bool write_new_file(const std::filesystem::path& file, std::string_view text);

}  // namespace referee::store
