// Files and folders that others see only when they are complete: temporary folders, names that must
// be free, and files that replace others. A file that must also survive a power failure is a
// store::WholeFile.
#pragma once

#include <filesystem>
#include <string_view>

namespace referee::text {

// A new folder in `place`, for this user alone, whose name begins with `prefix`. Throws
// SystemError.
std::filesystem::path new_folder(const std::filesystem::path& place, std::string_view prefix);
// The same; empty, with the error in errno, if it cannot be made.
std::filesystem::path new_folder_if_possible(const std::filesystem::path& place,
                                             std::string_view prefix);

// Writes all of `text`, with one call unless the system accepts only a part of it. Returns 0
// or the error, as in errno; then a part may have been written.
int write_all(int file, std::string_view text);

// Gives a file another name, which nothing must have yet. Returns 0 or the error, as in errno:
// EEXIST if something has it.
int rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

// What decides who may read a new file.
enum class Readers : bool { as_umask_says, this_user };

// Writes `text` to `draft`, in the same folder, and gives that the name `file`: who reads `file` at
// any time sees the old text or the new one. What `draft` was before is lost. Returns 0 or the
// error, as in errno; then `file` is as it was and `draft` is gone.
int replace_file(const std::filesystem::path& file, const std::filesystem::path& draft,
                 std::string_view text, Readers readers);

}  // namespace referee::text
