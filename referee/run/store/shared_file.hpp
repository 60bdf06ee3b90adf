// Files in folders in which others may write, as the folder of a tournament may be: a name there
// may lead anywhere, to another user's file or to a pipe that nobody fills. And locks on them.
#pragma once

#include <fcntl.h>

#include <filesystem>
#include <string>

#include "referee/base/text/descriptor.hpp"

namespace referee::store {

// Opens a regular file of the folder itself, with `flags` as for open(2); a new one has the rights
// that the umask leaves. Follows no link, waits for no pipe, and writes to no file that has a
// second name. Empty, with errno set, if it cannot be opened; ELOOP means that the name is not one
// of such a file.
text::Descriptor open_shared(const std::filesystem::path& file, int flags);

// All that is in such a file. Throws StoreError.
std::string read_shared(const std::filesystem::path& file);

// Locks on files, by which processes show each other that they run. A lock belongs to an
// open descriptor, so the kernel releases it when the process ends, however it ends.

// Locks or unlocks the whole file (F_WRLCK, F_RDLCK, F_UNLCK) without waiting. Returns 0 or the
// error, as in errno.
int set_lock(int file, short kind);
// The same, but waits until others have released it.
int wait_for_lock(int file, short kind);
// Whether this error of set_lock() means that others hold a lock.
bool is_locked_by_others(int error);
// Whether the name still leads to the opened file: the one that held it may have removed it
// between our opening and locking it.
bool is_still(const std::filesystem::path& file, int opened);
// Whether anybody holds a lock on the file of this name; false if it does not exist, or that cannot
// be known.
bool is_locked(const std::filesystem::path& file);

}  // namespace referee::store
