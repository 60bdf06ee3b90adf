// Files in folders in which others may write, as the folder of a tournament may be: a name there
// may lead anywhere, to another user's file or to a pipe that nobody fills.
#pragma once

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

}  // namespace referee::store
