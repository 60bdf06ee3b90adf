// The files of a store: their names, and the system calls on them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/store/store.hpp"

namespace referee::store {

// "cannot read x.jsonl: Permission denied"; `error` as in errno.
StoreError store_error(std::string_view action, const std::filesystem::path& path, int error);

// The files of a folder that are named matches-*.jsonl, in the order of their
// names. Throws StoreError.
std::vector<std::filesystem::path> record_files(const std::filesystem::path& folder);

// Whether a file of this name holds records: matches-*.jsonl.
bool is_record_file(std::string_view name);

// Numbers in the names of files are below that.
inline constexpr unsigned most_attempts = 1'000'000'000;

// The number in the name of a run's file, 0 if the name has another form; and the name for a
// number from 1: `matches-0001.jsonl`, or with the label "2-of-10"
// `matches-2-of-10-0001.jsonl`.
unsigned attempt_of(const std::filesystem::path& file, std::string_view label);
std::filesystem::path attempt_path(const std::filesystem::path& folder, std::string_view label,
                                   unsigned number);

// Makes new names in a folder survive a power failure. Throws StoreError.
void sync_folder(const std::filesystem::path& folder);

// Writes a file completely or not at all, even if the power fails. Returns false, and changes
// nothing, if there is a file of that name already. Throws StoreError, and leaves nothing
// behind.
bool write_new_file(const std::filesystem::path& file, std::string_view text);

}  // namespace referee::store
