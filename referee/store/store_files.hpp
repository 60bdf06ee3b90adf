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

// The number in the name of an attempt's file, 0 for one that is named otherwise; and
// the name for a number from 1: `matches-0001.jsonl`, with the label "2-of-10"
// `matches-2-of-10-0001.jsonl`.
unsigned attempt_of(const std::filesystem::path& file, std::string_view label);
std::filesystem::path attempt_path(const std::filesystem::path& folder, std::string_view label,
                                   unsigned number);

// Throws StoreError.
std::string read_text(const std::filesystem::path& file);

// Writes all of `text`, with one call unless the system takes only a part of it.
// Returns 0 or the error, as in errno; a part may have been written then.
int write_all(int file, std::string_view text);

// Makes names that are new in a folder survive a power failure. Throws StoreError.
void sync_folder(const std::filesystem::path& folder);

// Writes a file so that there is either all of it or nothing, even after a power
// failure. False if there is a file of that name already, which then stays as it
// is. Throws StoreError; nothing is left behind then.
bool write_new_file(const std::filesystem::path& file, std::string_view text);

}  // namespace referee::store
