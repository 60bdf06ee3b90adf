// Locks on files, by which processes show each other that they run. A lock belongs to an
// open descriptor, so the kernel releases it when the process ends, however it ends.
#pragma once

#include <fcntl.h>

#include <filesystem>

namespace referee::store {

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
