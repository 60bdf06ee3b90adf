// Reading of whole files.
#pragma once

#include <filesystem>
#include <string>

namespace referee::text {

// The bytes of a file, pipe or file of /proc. Throws std::system_error, "cannot read FILE: why", if
// it cannot be opened or read, a folder among others. (A std::ifstream would not do: one that is
// read by iterators throws for a failing read, and calls an unreadable file an empty one.)
std::string read_file(const std::filesystem::path& file);

}  // namespace referee::text
